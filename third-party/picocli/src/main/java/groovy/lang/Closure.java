package groovy.lang;

/**
 * Picocli asks for Groovy's class of this name at every start. Without this one, which nobody creates, every jar would be
 * opened to find that it is not there.
 */
public abstract class Closure {}
