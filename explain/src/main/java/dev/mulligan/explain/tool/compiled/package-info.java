/** Test runners and compilers of C, C++, Go, Rust, Swift and .NET, one class each. */
@NullMarked
package dev.mulligan.explain.tool.compiled;

import org.jspecify.annotations.NullMarked;
