public import Comparison
public import JSON
public import Platform

/// A request as edited: variables are unresolved, rows can be disabled, and nothing is validated yet.
///
/// ```
/// files ──WorkspaceStore──► RequestDraft, FolderDraft, EnvironmentDraft
///                                │
///           variables, secrets ──┴──► RequestResolver ──► ResolvedRequest ──loader──► Exchange ──► HistoryStore
/// ```
public struct RequestDraft: Hashable, Sendable {
    /// The name in the tree.
    public var name: String
    /// A method token, or the text typed for one.
    public var method: String
    /// The URL without its query: absolute, relative to the environment, or beginning with a variable.
    public var url: String
    /// The values of the `:name` segments of the URL's path.
    public var pathParameters: [Row]
    /// The query, in order.
    public var query: [Row]
    /// The request's own headers, in order.
    public var headers: [Row]
    /// Variables, which override variables of the folders.
    public var variables: [Row]
    /// The authentication.
    public var auth: AuthDraft
    /// The body, which copies share until one of them changes it: it holds most of the texts.
    @CopiedOnWrite public var body: BodyDraft
    /// The options.
    public var options: RequestOptions {
        get { sharedOptions.value }
        set { sharedOptions = newValue.shared }
    }
    private var sharedOptions: Shared<RequestOptions>
    /// The values that are captured from the response for later requests.
    public var captures: [Capture]
    /// The conditions that the response must meet.
    public var assertions: [Assertion]
    /// The rules for differences to ignore between two responses.
    public var comparison: IgnoreRules
    /// Scripts, which are kept but not run.
    public var scripts: Scripts
    /// Tags.
    public var tags: [String]
    /// Markdown documentation.
    public var docs: String

    /// An empty GET request.
    public init(
        name: String = "", method: String = "GET", url: String = "", pathParameters: [Row] = [], query: [Row] = [], headers: [Row] = [],
        variables: [Row] = [], auth: AuthDraft = AuthDraft(), body: BodyDraft = BodyDraft(), options: RequestOptions = RequestOptions(),
        captures: [Capture] = [],
        assertions: [Assertion] = [], comparison: IgnoreRules = IgnoreRules(), scripts: Scripts = Scripts(), tags: [String] = [],
        docs: String = ""
    ) {
        self.name = name
        self.method = method
        self.url = url
        self.pathParameters = pathParameters
        self.query = query
        self.headers = headers
        self.variables = variables
        self.auth = auth
        self.body = body
        sharedOptions = options.shared
        self.captures = captures
        self.assertions = assertions
        self.comparison = comparison
        self.scripts = scripts
        self.tags = tags
        self.docs = docs
    }

    /// The content of the request's file, without `$schema`: only values that differ from their defaults.
    public var document: JSONValue { json }

    /// The names of the variables in all its texts.
    public var variableNames: Set<String> { json.variableNames }

    /// True if both are equal and written as the same bytes: `==` takes another Unicode composition of a text for the same text.
    public func isIdentical(to other: RequestDraft) -> Bool {
        guard BodyDraft.texts.allSatisfy({ body[keyPath: $0].hasSameBytes(as: other.body[keyPath: $0]) }) else { return false }
        // The texts of bodies may have megabytes, of which no JSON is made.
        var (mine, theirs) = (self, other)
        for text in BodyDraft.texts { (mine.body[keyPath: text], theirs.body[keyPath: text]) = ("", "") }
        return mine == theirs && mine.json == theirs.json
    }

    /// Reads ``document``; unknown members are ignored.
    public init(document: JSONValue) throws(FormatError) { try self.init(json: document) }

    private static let plainMembers: Set = ["name", "method", "scripts", "docs", "tags"]

    /// A copy with its texts changed, except its name, method, scripts, documentation and tags. What ``document`` does not contain stays, such as the
    /// content of other kinds of body.
    package func mappingTexts(_ change: (String) -> String) -> RequestDraft {
        let document = document
        let members = (document.object ?? JSONObject()).map { member in
            Self.plainMembers.contains(member.name) ? member : JSONMember(member.name, member.value.mappingTexts(change))
        }
        let changed = JSONValue.object(JSONObject(members))
        guard changed != document, var draft = try? RequestDraft(document: changed) else { return self }
        for content in body.otherContents { try? draft.body.store(otherContent: content) }
        draft.auth.fields.merge(auth.fields) { new, _ in new }
        draft.options.unread = options.unread
        return draft
    }
}

/// The scripts of a request, a folder or a collection, which are kept and exported but not run.
public struct Scripts: Hashable, Sendable {
    /// The script that runs before sending.
    public var before: String
    /// The script that runs after the response.
    public var after: String

    /// Scripts; none by default.
    public init(before: String = "", after: String = "") {
        self.before = before
        self.after = after
    }
}

extension RequestDraft: Formatted {
    static let fields: [Field<RequestDraft>] = [
        Field("name", \.name, .string),
        Field("method", \.method, .string),
        Field("url", \.url, .string),
        Field("pathParameters", \.pathParameters, .rows),
        Field("query", \.query, .rows),
        Field("headers", \.headers, .rows),
        Field("variables", \.variables, .rows),
        Field("auth", \.auth, .auth),
        Field("body", \.body, .body),
        Field("options", \.options, .object),
        Field("captures", \.captures, Coder<Capture>.object.list),
        Field("assertions", \.assertions, Coder<Assertion>.object.list),
        Field("comparison", \.comparison, .object),
        Field("scripts", \.scripts, .object),
        Field("tags", \.tags, Coder<String>.string.list),
        Field("docs", \.docs, .lines),
    ]

    static let blank = Self()
}

extension IgnoreRules: Formatted {
    static let fields: [Field<IgnoreRules>] = [
        Field("ignore", \.paths, Coder<String>.string.list),
        Field("ignoreIds", \.ids, .flag),
        Field("ignoreTimes", \.times, .flag),
        Field("ignoreOrder", \.order, .flag),
    ]

    static let blank = Self()
}

extension Capture: Formatted {
    static let fields: [Field<Capture>] = [
        Field("variable", \.variable, .string),
        Field("from", \.from, .string),
        Field("query", \.query, .string),
        Field("secret", \.isSecret, Coder<Bool>.flag.optional),
        Field("enabled", \.isEnabled, .flag),
    ]

    static let blank = Self()
}

extension Assertion: Formatted {
    static let fields: [Field<Assertion>] = [
        Field("subject", \.subject, .string),
        Field("predicate", \.predicate, .string),
        Field("value", \.value, .any),
        Field("enabled", \.isEnabled, .flag),
    ]

    static let blank = Self()
}

extension CheckReport.Checked {
    /// A failed check for each member of a request's captures and assertions that the format does not know: without it they would check less
    /// than their author meant.
    static func unknownMembers(in document: JSONValue) -> [Self] {
        let fields = RequestDraft.fields.map(\.name)
        let misspelt = document.memberNames.filter { name in
            !fields.contains(name)
                && ["captures", "assertions"].contains { name == $0.dropLast() || NearestName.of(name, among: [$0]) != nil }
        }
        return misspelt.map { failed("the request", $0, fields) }
            + unknownMembers(in: document["captures"], "capture", Capture.fields.map(\.name))
            + unknownMembers(in: document["assertions"], "assertion", Assertion.fields.map(\.name))
    }

    private static func unknownMembers(in list: JSONValue?, _ kind: String, _ fields: [String]) -> [Self] {
        (list?.array ?? []).enumerated().flatMap { index, value in
            value.memberNames.filter { !fields.contains($0) && !$0.hasPrefix("x-") }.map { failed("\(kind) \(index + 1)", $0, fields) }
        }
    }

    private static func failed(_ place: String, _ name: String, _ fields: [String]) -> Self {
        let expected = NearestName.of(name, among: fields).map { "did you mean “\($0)”?" } ?? "expected " + fields.joined(separator: ", ")
        return Self(sentence: place, problem: "unknown member “\(name)”; \(expected)")
    }
}

extension Scripts: Formatted {
    static let fields: [Field<Scripts>] = [
        Field("before", \.before, .lines),
        Field("after", \.after, .lines),
    ]

    static let blank = Self()
}

extension Coder where Value == [Row] {
    /// The rows of a table.
    static let rows = Coder<Row>.object.list
}

extension JSONValue {
    /// The value with each of its strings changed.
    package func mappingTexts(_ change: (String) -> String) -> JSONValue {
        if let string { return .string(change(string)) }
        if let array { return .array(array.map { $0.mappingTexts(change) }) }
        guard let object else { return self }
        return .object(JSONObject(object.map { JSONMember($0.name, $0.value.mappingTexts(change)) }))
    }

    /// The names of the variables in all texts.
    var variableNames: Set<String> {
        switch self {
        case .string(let text): Set(Template(text).names)
        case .array(let elements): elements.reduce(into: []) { $0.formUnion($1.variableNames) }
        case .object(let object): object.reduce(into: []) { $0.formUnion($1.value.variableNames) }
        default: []
        }
    }
}

extension RequestDraft {
    /// The request with marked braces escaped, or with all of them: then it has no variables.
    package func escapingBraces(all: Bool) -> RequestDraft {
        var draft = mappingTexts { LiteralBraces.escaped(all ? LiteralBraces.marked($0) : $0) }
        // Braces in a method are always text.
        draft.method = LiteralBraces.removed(draft.method)
        return draft
    }
}
