/// Where in an answer a capture looks.
public enum CaptureSource: String, CaseIterable, Sendable {
    /// The status code.
    case status
    /// A header by its name.
    case header
    /// A cookie that the answer sets, by its name.
    case cookie
    /// What a query finds in the body; all of it where there is no query.
    case body
    /// Milliseconds until the answer was there.
    case time
    /// The URL that answered, after redirects.
    case url

    /// The source of that name; nil where there is none.
    public init?(_ name: String) { self.init(rawValue: name) }

    /// All names, for a person.
    public static let names = allCases.map(\.rawValue).joined(separator: ", ")
}
