import HTTP

/// A value that is extracted from a response and kept for later requests.
public struct Capture: Hashable, Sendable {
    /// The variable that is set.
    public var variable: String
    /// The source: `status`, `header`, `cookie`, `body`, `time` or `url`.
    public var from: String
    /// The name of a header or cookie, or a query into the body.
    public var query: String
    /// True if the value is a secret; nil to decide by its source and name, see ``holdsSecret``.
    public var isSecret: Bool?
    /// Text typed for ``isSecret`` that is neither yes nor no. Never written to a file.
    public var unreadSecrecy = ""
    /// True if the value is captured.
    public var isEnabled: Bool

    /// A capture into a variable.
    public init(variable: String = "", from: String = "body", query: String = "", isSecret: Bool? = nil, isEnabled: Bool = true) {
        self.variable = variable
        self.from = from
        self.query = query
        self.isSecret = isSecret
        self.isEnabled = isEnabled
    }

    /// True if the value is a secret: as set in ``isSecret``, or else if it comes from a cookie or a credential header, or is named like a
    /// token, a key, a password or a session.
    public var holdsSecret: Bool {
        if let isSecret { return isSecret }
        if from == CaptureSource.cookie.rawValue { return true }
        if from == CaptureSource.header.rawValue,
            Self.secretHeaders.contains(query.lowercased()) || SecretName.isCredential(query, at: .header)
        {
            return true
        }
        let named = [variable] + ([.status, .time, .version].contains(CaptureSource(from)) ? [] : [lastWord])
        return named.contains(where: SecretName.soundsSecret)
    }

    /// The reason why its source fails for every response; nil if it is known.
    public var fault: String? { CaptureSource(from) == nil ? "expected from \(CaptureSource.names)" : nil }

    /// Headers with a credential whose names do not say so.
    private static let secretHeaders: Set<String> = ["www-authenticate", "proxy-authenticate"]

    /// The last name in the query: `access_token` of `.data.access_token`.
    private var lastWord: String {
        let isPart: (Character) -> Bool = { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        guard let end = query.lastIndex(where: isPart) else { return "" }
        return String(query[...end].reversed().prefix(while: isPart).reversed())
    }
}

/// The part of a response that is captured or tested.
public enum CaptureSource: String, CaseIterable, Sendable {
    /// The status code.
    case status
    /// A header by its name.
    case header
    /// A cookie that the response sets, by its name.
    case cookie
    /// The result of a query into the body, or the whole body without a query.
    case body
    /// Milliseconds until the response was complete.
    case time
    /// The URL of the response, after redirects.
    case url
    /// The HTTP version, such as `1.1` or `2`.
    case version

    /// The source with that name; nil if there is none.
    public init?(_ name: String) { self.init(rawValue: name) }

    /// All names, for messages.
    public static let names = allCases.map(\.rawValue).joined(separator: ", ")
}

/// The values that were captured from the responses to a collection's requests. They are kept by environment: a token or an id of one
/// environment means nothing in another.
public struct CapturedValues: Hashable, Sendable {
    /// The values by environment name (empty for none) and variable. An environment without values has no entry.
    private var values: [String: [String: CapturedValue]] = [:]

    /// No values.
    public init() {}

    /// True if there are no values.
    public var isEmpty: Bool { values.isEmpty }
    /// The number of values.
    public var count: Int { values.values.reduce(0) { $0 + $1.count } }
    /// All values, ordered by environment (nil for none) and variable.
    public var all: [(environment: String?, variable: String, value: CapturedValue)] {
        values.sorted { $0.key < $1.key }.flatMap { environment, captured in
            captured.sorted { $0.key < $1.key }.map { (environment.isEmpty ? nil : environment, $0.key, $0.value) }
        }
    }

    /// The environments with values, sorted; nil for none.
    public var environments: [String?] { values.keys.sorted().map { $0.isEmpty ? nil : $0 } }

    /// The values of an environment by variable; nil for requests without an environment.
    public subscript(environment: String?) -> [String: CapturedValue] { values[environment ?? ""] ?? [:] }

    /// Adds the values captured in an environment; they replace older ones.
    public mutating func merge(_ new: [String: CapturedValue], of environment: String?) {
        guard !new.isEmpty else { return }
        values[environment ?? "", default: [:]].merge(new) { $1 }
    }

    /// Removes the values captured in an environment.
    public mutating func remove(of environment: String?) { values[environment ?? ""] = nil }

    /// Puts back values that were removed; newer ones are kept.
    public mutating func restore(_ old: CapturedValues) {
        for (environment, captured) in old.values { values[environment, default: [:]].merge(captured) { new, _ in new } }
    }

    /// Moves the values of a renamed environment to its new name.
    public mutating func rename(_ environment: String, to name: String) {
        guard environment != name, let captured = values.removeValue(forKey: environment) else { return }
        values[name, default: [:]].merge(captured) { new, _ in new }
    }
}

/// A value that was captured from a response.
public struct CapturedValue: Hashable, Sendable {
    /// The value as text.
    public var text: String
    /// True if the value is a secret.
    public var isSecret: Bool

    /// A captured value.
    public init(_ text: String, isSecret: Bool = false) {
        self.text = text
        self.isSecret = isSecret
    }

    /// The text for the screen: masked if it is a secret.
    public var shown: String { isSecret ? SecretMask.sign : text }
}

/// Distinguishes JSONPath from the other query languages.
public enum JSONPathText {
    /// True if a query begins with JSONPath's root, `$`. `$ENV` and `$__loc__` are variables of jq; other jq filters begin with no variable.
    public static func isLikely(_ query: String) -> Bool {
        query.hasPrefix("$") && !query.hasPrefix("$ENV") && !query.hasPrefix("$__")
    }
}

/// Distinguishes XPath from the other query languages.
public enum XPathText {
    /// True if a query begins with a path of XPath, or with functions or groups around one: `//id`, `(//id)[1]`, `count(//id)`. No jq filter
    /// begins like this.
    public static func isLikely(_ query: String) -> Bool {
        let path = query.drop { $0 == "(" || $0 == "-" || $0.isASCII && $0.isLowercase }
        return path.first == "/" && query[..<path.startIndex].last ?? "(" == "("
    }
}
