/** The manual as web pages: {@link dev.mulligan.site.SiteBuilder} reads docs/ and writes a folder that any web server can serve. */
@NullMarked
package dev.mulligan.site;

import org.jspecify.annotations.NullMarked;
