import JSON

extension EnvironmentDraft: Formatted {
    static let fields: [Field<EnvironmentDraft>] = [
        Field("name", \.name, .string),
        Field("scheme", \.scheme, .string),
        Field("host", \.host, .string),
        Field("port", \.port, .port),
        Field("pathPrefix", \.pathPrefix, .string),
        Field("headers", \.headers, .rows),
        Field("query", \.query, .rows),
        Field("variables", \.variables, .rows),
        Field("secrets", \.secrets, Coder<SecretEntry>.secret.list),
        Field("protected", \.isProtected, .flag),
        Field("docs", \.docs, .lines),
    ]

    static let blank = Self()
}

extension Coder where Value == String {
    /// A port: a number, or a string that may hold a variable.
    static let port = Coder(
        "a number or a string", { $0.string ?? $0.integer.map(String.init) }, { text in Int(text).map(JSONValue.number) ?? .string(text) })
}

extension Coder where Value == SecretEntry {
    /// A secret's name, and where it comes from.
    static let secret = Coder(
        decode: { value, pointer throws(FormatError) in
            let parts = try SecretParts(json: value, at: pointer)
            return SecretEntry(parts.name, try parts.source(at: pointer))
        },
        encode: { SecretParts($0).json })
}

/// All members that a secret may have.
private struct SecretParts: Formatted {
    enum Kind: String, CaseIterable {
        case environment, command, secretService, prompt, file
    }

    static let fields: [Field<SecretParts>] = [
        Field("name", \.name, .string),
        Field("from", \.kind, Coder<Kind>.choice.optional),
        Field("variable", \.variable, .string),
        Field("command", \.command, Coder<String>.string.list),
        Field("attributes", \.attributes, .rows),
    ]

    static let blank = SecretParts()
    var name = ""
    var kind: Kind?
    var variable = ""
    var command: [String] = []
    var attributes: [Row] = []

    init() {}

    init(_ entry: SecretEntry) {
        name = entry.name
        switch entry.source {
        case .environment(let variable): (kind, self.variable) = (.environment, variable)
        case .command(let command): (kind, self.command) = (.command, command)
        case .secretService(let attributes): (kind, self.attributes) = (.secretService, attributes)
        case .prompt: kind = .prompt
        case .file: kind = .file
        }
    }

    func source(at pointer: JSONPointer) throws(FormatError) -> SecretSource {
        switch kind {
        case .environment: return .environment(variable)
        case .command where command.isEmpty:
            throw FormatError(at: pointer.appending(.member("command")), "Expected a program and its arguments, found nothing.")
        case .command: return .command(command)
        case .secretService: return .secretService(attributes: attributes)
        case .prompt: return .prompt
        case .file: return .file
        case nil: throw FormatError(at: pointer, "Expected “from”, which says where the secret comes from.")
        }
    }
}
