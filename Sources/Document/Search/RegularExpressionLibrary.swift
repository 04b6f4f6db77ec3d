internal import CPCRE2

/// PCRE2, opened when it is needed for the first time; it stays open.
///
/// The unchecked conformance is sound because the table of functions does not change after it was filled, and the functions are
/// thread-safe (pcre2api(3), "Multithreading").
struct RegularExpressionLibrary: @unchecked Sendable {
    private static let names = [
        "libpcre2-8.so.0", "libpcre2-8.so", "libpcre2-8.0.dylib", "/opt/homebrew/opt/pcre2/lib/libpcre2-8.dylib",
        "/usr/local/opt/pcre2/lib/libpcre2-8.dylib",
    ]

    static let shared = Result { () throws(DocumentError) in try RegularExpressionLibrary() }

    let functions: regex_library

    private init() throws(DocumentError) {
        var functions = regex_library()
        guard Self.names.contains(where: { regex_open(&functions, $0) == nil }) else {
            throw DocumentError(.unavailable, "Searching for a pattern needs PCRE2, which is not installed: install libpcre2.")
        }
        self.functions = functions
    }
}
