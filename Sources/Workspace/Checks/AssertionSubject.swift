/// What an assertion looks at: a source, and for some of them a name or a query.
public struct AssertionSubject: Hashable, Sendable {
    /// Where it looks.
    public let source: CaptureSource
    /// A header's or cookie's name, or a query into the body.
    public let query: String

    /// Reads `status`, `header Content-Type`, `body .id`; nil where the first word is no source, or a name is missing.
    public init?(_ text: String) {
        let text = text[...].trimmingSpace
        let word = text.prefix { $0 != " " && $0 != "\t" }
        guard let source = CaptureSource(rawValue: String(word)) else { return nil }
        query = String(text.dropFirst(word.count).trimmingSpace)
        self.source = source
        if query.isEmpty, source == .header || source == .cookie { return nil }
    }

    /// All forms, for a person.
    public static let names = "status, header NAME, cookie NAME, body QUERY, time, url"
}
