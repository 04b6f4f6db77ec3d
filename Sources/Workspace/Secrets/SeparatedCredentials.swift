import HTTP
import Platform

/// A request in which variables replace typed credentials, with the values apart: request files are meant to be shared, credentials are
/// not.
public struct SeparatedCredentials: Hashable, Sendable {
    /// The request, with variables instead of typed credentials.
    public private(set) var draft: RequestDraft
    /// A place of a credential.
    public struct Place: Hashable, Sendable {
        /// The name of the place for the user: `header “X-Key”`.
        public let name: String
        /// The variable of the credential.
        public let variable: String

        /// Creates a place.
        public init(name: String, variable: String) { (self.name, self.variable) = (name, variable) }

        /// The place with the variable: `header “X-Key”: {{key}}`.
        public var text: String { "\(name): {{\(variable)}}" }
    }

    /// The places of the credentials.
    public private(set) var places: [Place] = []
    private var names: CredentialNames
    /// The variable that takes the place of all credentials; nil to name one for each.
    private let variable: String?

    /// The typed values, by the names of their variables.
    public var values: [String: String] { names.values }

    /// Separates the credentials in authentication, URL, headers, query, variables, body and options that the file does not contain already. Texts with variables
    /// stay, since the value of a secret is not searched for variables; so do obvious placeholders.
    ///
    /// - Parameters:
    ///   - draft: the request as it is to be saved.
    ///   - saved: the content of its file, possibly with content of other kinds that the file does not contain.
    ///   - variable: the existing variable that takes the place of the only credential; nil for new ones.
    ///   - isTaken: true for the names of existing variables.
    public init(of draft: RequestDraft, notIn saved: RequestDraft, as variable: String? = nil, isTaken: (String) -> Bool) {
        var names = CredentialNames()
        self.init(of: draft, notIn: saved, naming: &names, as: variable, isTaken: isTaken)
    }

    /// Separates the credentials, and gives equal values the variable that was named first.
    init(
        of draft: RequestDraft, notIn saved: RequestDraft, naming names: inout CredentialNames, as variable: String? = nil,
        isTaken: (String) -> Bool
    ) {
        (self.draft, self.variable) = (draft, variable)
        // The names are moved, not copied, since there may be many.
        self.names = names
        names = CredentialNames()
        defer { names = self.names }
        for name in draft.auth.kind.secretFieldNames.sorted() {
            if saved.auth.kind.secretFieldNames.contains(name), draft.auth[name] == saved.auth[name] { continue }
            if let variable = moveOut(draft.auth[name], at: Self.place(ofAuth: name, draft), called: Self.variables[name] ?? name, isTaken)
            {
                self.draft.auth[name] = variable
            }
        }
        separate(\.headers, "header", saved, at: .header, isTaken)
        separate(\.query, "query parameter", saved, isTaken)
        let variableNames = Set(draft.variables.map(\.name))
        separate(\.variables, "variable", saved) { isTaken($0) || variableNames.contains($0) }
        if draft.url != saved.url { separateURL(isTaken) }
        separateOptions(saved, isTaken)
        separateBody(saved.body.kind == draft.body.kind ? saved : RequestDraft(), isTaken)
    }

    /// The names of variables for fields whose names are too general.
    private static let variables = ["value": "apiKey"]

    /// A field of the authentication as problems name it.
    private static func place(ofAuth name: String, _ draft: RequestDraft) -> String {
        "Authentication, “\(draft.auth.kind.entry.field(name)?.label ?? name)”"
    }

    /// Separates the password before the host and the items of a query that is not in rows.
    private mutating func separateURL(_ isTaken: (String) -> Bool) {
        draft.url = separatedPassword(in: draft.url, at: "URL, password", isTaken) ?? draft.url
        guard let mark = draft.url.firstIndex(of: "?") else { return }
        let query = draft.url[draft.url.index(after: mark)...].prefix { $0 != "#" }
        let separated = separated(items: query, "query parameter", isTaken)
        draft.url = draft.url[...mark] + separated + draft.url[query.endIndex...]
    }

    private mutating func separateOptions(_ saved: RequestDraft, _ isTaken: (String) -> Bool) {
        if let phrase = draft.options.tls.passphrase, phrase != saved.options.tls.passphrase,
            let variable = moveOut(phrase, at: "option “tls.passphrase”", called: "passphrase", isTaken)
        {
            draft.options.tls.passphrase = variable
        }
        if let proxy = draft.options.proxy, proxy != saved.options.proxy,
            let separated = separatedPassword(in: proxy, at: "option “proxy”, password", isTaken)
        {
            draft.options.proxy = separated
        }
    }

    /// The URL with a variable instead of its password; nil without one, and for one with escapes, which would be escaped again.
    private mutating func separatedPassword(in url: String, at place: String, _ isTaken: (String) -> Bool) -> String? {
        guard let range = URLPassword.range(in: url), url[range].utf8.allSatisfy(ASCIISet.unreserved.contains),
            let variable = moveOut(String(url[range]), at: place, called: "password", isTaken)
        else { return nil }
        return url.replacingCharacters(in: range, with: variable)
    }

    /// The items `name=value` between `&` with their credentials replaced; escaped ones stay.
    private mutating func separated(items text: Substring, _ kind: String, _ isTaken: (String) -> Bool) -> String {
        let items = text.split(separator: "&", omittingEmptySubsequences: false).map { item -> String in
            guard let sign = item.firstIndex(of: "="), !item.contains("%"), !item.contains("+"),
                let value = separated(String(item[sign...].dropFirst()), of: String(item[..<sign]), kind, isTaken)
            else { return String(item) }
            return item[...sign] + value
        }
        return items.joined(separator: "&")
    }

    /// Separates the values of the headers that parts have on lines of their own.
    private mutating func separatePartHeaders(_ saved: RequestDraft, _ isTaken: (String) -> Bool) {
        let known = Set(saved.body.parts.flatMap { $0.headers.split(whereSeparator: \.isNewline) })
        for index in draft.body.parts.indices where !draft.body.parts[index].headers.isEmpty {
            let lines = draft.body.parts[index].headers.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            let separated = lines.map { line -> String in
                guard let colon = line.firstIndex(of: ":"), !known.contains(line) else { return String(line) }
                let value = line[colon...].dropFirst().drop { $0 == " " || $0 == "\t" }
                let name = String(line[..<colon])
                return self.separated(String(value), of: name, at: .header, "header of a part", isTaken).map {
                    line[..<value.startIndex] + $0
                }
                    ?? String(line)
            }
            draft.body.parts[index].headers = separated.joined(separator: "\n")
        }
    }

    private mutating func separateBody(_ saved: RequestDraft, _ isTaken: (String) -> Bool) {
        let body: WritableKeyPath<RequestDraft, BodyDraft> = \.body
        for field in draft.body.kind.entry.fields {
            switch field.content {
            case .line: break
            case .rows(let path):
                separate(body.appending(path: path as WritableKeyPath<BodyDraft, [Row]>), "form field", saved, isTaken)
            case .parts(let path):
                separate(body.appending(path: path as WritableKeyPath<BodyDraft, [BodyDraft.Part]>), "part", saved, isTaken)
                separatePartHeaders(saved, isTaken)
            case .text(let path, let language):
                separateText(at: body.appending(path: path as WritableKeyPath<BodyDraft, String>), language, saved, isTaken)
            }
        }
    }

    /// Separates the credentials of a text by its language; those of a GraphQL operation are in its variables.
    private mutating func separateText(
        at path: WritableKeyPath<RequestDraft, String>, _ language: TextLanguage, _ saved: RequestDraft, _ isTaken: (String) -> Bool
    ) {
        let text = draft[keyPath: path]
        let kind = draft.body.kind == .graphql ? "GraphQL variable" : "body field"
        switch language {
        case .graphql: break
        case .json: separate(textAt: path, kind, saved, isTaken)
        case .xml: separate(textAt: path, kind, saved, isTaken) { bytes, _ in JSONMemberText.inXML(bytes) }
        case .plain where draft.body.contentType.hasPrefix("application/x-www-form-urlencoded") && text != saved[keyPath: path]:
            draft[keyPath: path] = separated(items: text[...], "form field", isTaken)
        case .plain:
            switch text.first(where: { !$0.isWhitespace }) {
            case "{", "[": separate(textAt: path, kind, saved, isTaken)
            case "<": separate(textAt: path, kind, saved, isTaken) { bytes, _ in JSONMemberText.inXML(bytes) }
            default: separate(textAt: path, kind, saved, isTaken) { bytes, _ in JSONMemberText.inLines(bytes) }
            }
        }
    }

    private mutating func separate(
        _ path: WritableKeyPath<RequestDraft, [some NamedText]>, _ kind: String, _ saved: RequestDraft, at place: SecretName.Place = .item,
        _ isTaken: (String) -> Bool
    ) {
        let known = Set(saved[keyPath: path].map { [$0.name, $0.value] })
        for index in draft[keyPath: path].indices {
            let item = draft[keyPath: path][index]
            guard !item.isFile, !known.contains([item.name, item.value]) else { continue }
            if let text = separated(item.value, of: item.name, at: place, kind, isTaken) { draft[keyPath: path][index].value = text }
        }
    }

    /// Separates the strings of a text by the names of their members. The text need not be valid: it may contain variables.
    ///
    /// - Parameter read: finds the members in the text that a range touches; those of JSON by default.
    private mutating func separate(
        textAt path: WritableKeyPath<RequestDraft, String>, _ kind: String, _ saved: RequestDraft, _ isTaken: (String) -> Bool,
        _ read: ([UInt8], Range<Int>) -> [JSONMemberText] = { JSONMemberText.all(in: $0, touching: $1) }
    ) {
        // The text may have megabytes, of which only what changed is looked at.
        guard !draft[keyPath: path].hasSameBytes(as: saved[keyPath: path]) else { return }
        let (old, new) = (Array(saved[keyPath: path].utf8), Array(draft[keyPath: path].utf8))
        let members = read(new, new.changes(from: old)).filter {
            TypedCredential.range(in: $0.value, of: $0.name) != nil
        }
        guard !members.isEmpty else { return }
        let known = Set(read(old, 0..<old.count).map { [$0.name, $0.value] })
        var (result, end) = ([UInt8](), 0)
        for member in members where !known.contains([member.name, member.value]) {
            guard let value = separated(member.value, of: member.name, kind, isTaken) else { continue }
            result += new[end..<member.range.lowerBound] + value.utf8
            end = member.range.upperBound
        }
        if end > 0 { draft[keyPath: path] = String(decoding: result + new[end...], as: UTF8.self) }
    }

    /// The value with its credential replaced by a variable; nil if it contains none.
    private mutating func separated(
        _ value: String, of name: String, at place: SecretName.Place = .item, _ kind: String, _ isTaken: (String) -> Bool
    ) -> String? {
        guard let range = TypedCredential.range(in: value, of: name, at: place),
            !TypedCredential.isPlaceholder(String(value[range]), of: name),
            let variable = moveOut(String(value[range]), at: "\(kind) “\(name)”", called: Self.variable(for: name), isTaken)
        else { return nil }
        return value[..<range.lowerBound] + variable + value[range.upperBound...]
    }

    /// Moves a value out and returns the reference to its variable; nil if the value is empty or contains variables.
    private mutating func moveOut(_ value: String, at place: String, called name: String, _ isTaken: (String) -> Bool) -> String? {
        guard AuthDraft.isTypedOut(value), !value.contains("{{"), value != SecretMask.sign, !names.left.contains(value) else { return nil }
        let existing = self.variable
        let variable = names.variable(for: value, called: existing ?? name) { existing == nil && isTaken($0) }
        places.append(Place(name: place, variable: variable))
        return "{{\(variable)}}"
    }

    /// `X-Api-Key` → `apiKey`, `clientSecret` → `clientSecret`; the value of `Authorization` is a token.
    private static func variable(for field: String) -> String {
        let words = field.split { !$0.isLetter && !$0.isNumber }.drop { $0.lowercased() == "x" }
            .map { $0.contains(where: \.isLowercase) ? String($0) : $0.lowercased() }
        guard let first = words.first, !["authorization", "auth"].contains(words.last?.lowercased()) else { return "token" }
        let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return ([first.prefix(1).lowercased() + first.dropFirst()] + rest).joined()
    }
}

/// The variables of credentials: equal values share a variable.
struct CredentialNames: Hashable, Sendable {
    /// The values by the names of their variables.
    private(set) var values: [String: String] = [:]
    /// The values that are not replaced by variables.
    var left: Set<String> = []
    private var names: [String: String] = [:]
    private var numbers: [String: Int] = [:]

    /// The variable of a value: the one named before, or a new one with a name that is free.
    mutating func variable(for value: String, called name: String, _ isTaken: (String) -> Bool) -> String {
        if let known = names[value] { return known }
        var (free, number) = (name, numbers[name] ?? 2)
        while values[free] != nil || isTaken(free) {
            free = name + String(number)
            number += 1
        }
        numbers[name] = number
        set(free, to: value)
        return free
    }

    /// Stores a value under a name.
    ///
    /// - Parameter isShared: true to use the name for equal values.
    mutating func set(_ name: String, to value: String, isShared: Bool = true) {
        values[name] = value
        if isShared, names[value] == nil { names[value] = name }
    }
}

/// The names of variables that a collection defines or uses, which new variables must not have.
struct CredentialScope: Hashable, Sendable {
    private(set) var names: Set<String> = []
    /// The names that environments, folders, requests or captures define; there, they do not refer to a variable of the collection.
    private(set) var shadowingNames: Set<String> = []

    /// No names.
    init() {}

    /// The names in a collection.
    init(of tree: CollectionTree) {
        for environment in tree.environments {
            shadowingNames.formUnion(environment.draft.variables.map(\.name) + environment.draft.secrets.map(\.name))
            names.formUnion(environment.draft.json.variableNames)
        }
        names.formUnion(tree.root.draft.variables.map(\.name) + tree.secretValues.keys)
        add(tree.root)
        names.formUnion(shadowingNames)
    }

    private mutating func add(_ folder: CollectionTree.Folder) {
        names.formUnion(folder.draft.json.variableNames)
        for item in folder.items {
            switch item {
            case .folder(let child):
                shadowingNames.formUnion(child.draft.variables.map(\.name))
                add(child)
            case .request(let request):
                shadowingNames.formUnion(request.draft.variables.map(\.name) + request.draft.captures.map(\.variable))
                names.formUnion(request.draft.variableNames)
            }
        }
    }

    /// All names of both scopes.
    func union(_ other: CredentialScope) -> CredentialScope {
        var both = self
        both.names.formUnion(other.names)
        both.shadowingNames.formUnion(other.shadowingNames)
        return both
    }
}

/// A row of a table whose value may be a credential.
private protocol NamedText {
    var name: String { get }
    var value: String { get set }
    var isFile: Bool { get }
}

extension Row: NamedText {
    fileprivate var isFile: Bool { false }
}

extension BodyDraft.Part: NamedText {}

/// The settings of a folder or an environment, with secrets instead of typed credentials.
public struct SeparatedSettings<Draft: Hashable & Sendable>: Hashable, Sendable {
    /// The settings, which refer to the secrets.
    public let draft: Draft
    /// The credentials by the names of their secrets.
    public let secrets: [String: String]
    /// The places of the credentials.
    public let places: [SeparatedCredentials.Place]
}
