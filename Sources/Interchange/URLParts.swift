import Workspace

/// A URL as somebody wrote it, apart from its query.
enum URLParts {
    /// The URL without its query, and the query's rows, as written. A fragment stays with the URL.
    static func split(_ text: String) -> (url: String, query: [Row]) {
        let fragment = text.firstIndex(of: "#").map { text[$0...] } ?? ""
        let front = text.prefix(text.count - fragment.count)
        guard let mark = front.firstIndex(of: "?") else { return (text, []) }
        let items = front[front.index(after: mark)...].split(separator: "&")
        return (String(front[..<mark]) + fragment, items.map { CurlReader.pair($0) })
    }
}
