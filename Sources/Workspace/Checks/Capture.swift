/// A value that is taken out of an answer and kept for later requests.
public struct Capture: Hashable, Sendable {
    /// The variable that gets it.
    public var variable: String
    /// `status`, `header`, `cookie`, `body`, `time` or `url`.
    public var from: String
    /// What to take: a header's or cookie's name, or a query into the body.
    public var query: String
    /// Whether nobody may see the value; nil for what it looks like, see ``holdsSecret``.
    public var isSecret: Bool?
    /// What was typed where only yes, no or nothing can stand for ``isSecret``. No file holds it.
    public var unreadSecrecy = ""
    /// Whether it is taken.
    public var isEnabled: Bool

    /// Takes a variable, a source and a query.
    public init(variable: String = "", from: String = "body", query: String = "", isSecret: Bool? = nil, isEnabled: Bool = true) {
        self.variable = variable
        self.from = from
        self.query = query
        self.isSecret = isSecret
        self.isEnabled = isEnabled
    }

    /// Whether nobody may see the value: as the capture says, else whether it comes from a cookie or from a header that carries
    /// credentials, or has the name of a token, a key, a password or a session.
    public var holdsSecret: Bool {
        if let isSecret { return isSecret }
        if from == CaptureSource.cookie.rawValue { return true }
        if from == CaptureSource.header.rawValue, Self.secretHeaders.contains(query.lowercased()) { return true }
        let named = [variable] + (from == CaptureSource.status.rawValue || from == CaptureSource.time.rawValue ? [] : [lastWord])
        return named.contains(where: SecretName.soundsSecret)
    }

    private static let secretHeaders: Set<String> = ["set-cookie", "authorization", "authentication-info", "www-authenticate"]

    /// What a query names at its end: `access_token` of `.data.access_token`.
    private var lastWord: String {
        let isPart: (Character) -> Bool = { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        guard let end = query.lastIndex(where: isPart) else { return "" }
        return String(query[...end].reversed().prefix(while: isPart).reversed())
    }
}

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
