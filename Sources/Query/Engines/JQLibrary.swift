internal import CJQ

/// libjq, opened in the worker when there is a filter to run.
enum JQLibrary {
    private static let names = [
        "libjq.so.1", "libjq.so", "libjq.1.dylib", "/opt/homebrew/lib/libjq.1.dylib", "/usr/local/lib/libjq.1.dylib",
    ]

    static func open() throws(QueryError) -> jq_library {
        var library = jq_library()
        guard names.contains(where: { jq_open(&library, $0) == nil }) else {
            throw QueryError(.unavailable, "A jq filter needs libjq, which is not installed: install libjq1 (jq on other systems).")
        }
        return library
    }
}
