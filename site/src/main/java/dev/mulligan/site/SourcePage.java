package dev.mulligan.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * One Markdown file of the manual.
 *
 * @param source from the project's root, such as {@code docs/runs.md}
 */
record SourcePage(String source, Node document) {

    private static final List<Extension> EXTENSIONS =
            List.of(TablesExtension.create(), HeadingAnchorExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
    private static final HtmlRenderer RENDERER =
            HtmlRenderer.builder().extensions(EXTENSIONS).build();

    static SourcePage read(Path root, String source) throws IOException {
        return new SourcePage(source, PARSER.parse(Files.readString(root.resolve(source))));
    }

    /** {@code docs/runs.md} is {@code runs.html}; the README is the first page, that of a folder has the folder's name. */
    static String fileOf(String source) {
        if (source.endsWith("/README.md")) {
            return source.replace("/README.md", ".html");
        }
        String name = source.substring(source.lastIndexOf('/') + 1).replace(".md", "");
        return name.equals("README") ? "index.html" : name.toLowerCase(Locale.ROOT) + ".html";
    }

    String file() {
        return fileOf(source);
    }

    String title() {
        Node first = document.getFirstChild();
        return first instanceof Heading heading && heading.getLevel() == 1 ? text(heading) : file();
    }

    String html() {
        return RENDERER.render(document);
    }

    /** Everything that can be searched for. */
    String words() {
        return text(document);
    }

    static String text(Node node) {
        StringBuilder words = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text text) {
                words.append(text.getLiteral()).append(' ');
            }

            @Override
            public void visit(Code code) {
                words.append(code.getLiteral()).append(' ');
            }
        });
        return words.toString().replaceAll("\\s+", " ").strip();
    }

    /** Changes the address of every link and image. */
    void rewrite(UnaryOperator<String> address) {
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                link.setDestination(address.apply(link.getDestination()));
                visitChildren(link);
            }

            @Override
            public void visit(Image image) {
                image.setDestination(address.apply(image.getDestination()));
            }
        });
    }
}
