package dev.mulligan.site;

import java.nio.file.Path;

/** Where a link of the manual leads on the site. */
final class Address {

    /** Below it lie the files of the project that a page links to and that are no pages. */
    static final String FILES = "files/";

    private Address() {}

    /**
     * The address on the site of what {@code address} means in {@code source}.
     *
     * @param source the Markdown file it stands in, from the project's root
     */
    static String onSite(String address, String source) {
        if (address.contains("://") || address.startsWith("#") || address.startsWith("mailto:")) {
            return address;
        }
        int hash = address.indexOf('#');
        String path = hash < 0 ? address : address.substring(0, hash);
        String anchor = hash < 0 ? "" : address.substring(hash);
        Path folder = Path.of(source).getParent();
        String file = (folder == null ? Path.of(path) : folder.resolve(path))
                .normalize()
                .toString();
        if (file.startsWith("docs/images/")) {
            return file.substring("docs/".length());
        }
        if (file.equals("examples")) {
            return SourcePage.fileOf("examples/README.md");
        }
        return file.endsWith(".md") ? SourcePage.fileOf(file) + anchor : FILES + file;
    }
}
