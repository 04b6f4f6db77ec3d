internal import CXML2

/// libxml2, opened in the worker when there is a query to run.
enum XPathLibrary {
    private static let names = ["libxml2.so.2", "libxml2.so.16", "libxml2.so", "/usr/lib/libxml2.2.dylib", "libxml2.2.dylib"]

    static func open() throws(QueryError) -> xml_library {
        var library = xml_library()
        guard names.contains(where: { xml_open(&library, $0) == nil }) else {
            throw QueryError(.unavailable, "XPath needs libxml2, which is not installed: install libxml2.")
        }
        return library
    }
}
