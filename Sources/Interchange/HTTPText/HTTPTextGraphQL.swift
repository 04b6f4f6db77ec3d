/// The border between a GraphQL document and its variables.
enum HTTPTextGraphQL {
    static let mark = "# @variables"

    /// A line of the document that looks like the mark gets a backslash.
    static func escaped(_ query: String) -> String {
        map(query) { isMark($0) ? "\\" + $0 : $0 }
    }

    static func unescaped(_ query: String) -> String {
        map(query) { $0.hasPrefix("\\") && isMark($0) ? String($0.dropFirst()) : $0 }
    }

    private static func isMark(_ line: String) -> Bool { line.drop { $0 == "\\" } == mark }

    private static func map(_ text: String, _ change: (String) -> String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { change(String($0)) }.joined(separator: "\n")
    }
}
