import JSON

/// How a request proves who sends it, as a user writes it. The fields of every kind are kept beside each other, so that changing the
/// kind and back loses nothing.
public struct AuthDraft: Hashable, Sendable {
    /// Which scheme.
    public enum Kind: String, CaseIterable, Sendable {
        /// What the folder or the collection says.
        case inherit
        /// Nothing, whatever the folder says.
        case none
        case basic, bearer, apiKey, digest, oauth2, awsSignature, ntlm, negotiate
    }

    /// Which scheme.
    public var kind: Kind
    /// The scheme's fields by the names of the file format (`username`, `password`, `token`, `key`, `value`, `in`, …).
    public var fields: [String: String]

    /// A scheme with its fields; inherited unless said otherwise.
    public init(_ kind: Kind = .inherit, fields: [String: String] = [:]) {
        self.kind = kind
        self.fields = fields
    }

    /// A field's value; empty when it is not set.
    public subscript(field: String) -> String {
        get { fields[field] ?? "" }
        set { fields[field] = newValue.isEmpty ? nil : newValue }
    }
}

extension AuthDraft.Kind {
    /// The names of the kind's fields, in the order that they are asked for and written in.
    public var fieldNames: [String] {
        switch self {
        case .inherit, .none, .negotiate: []
        case .basic, .digest: ["username", "password"]
        case .ntlm: ["username", "password", "domain"]
        case .bearer: ["token", "prefix"]
        case .apiKey: ["key", "value", "in"]
        case .awsSignature: ["accessKey", "secretKey", "sessionToken", "region", "service"]
        case .oauth2:
            [
                "grant", "issuer", "authorizationURL", "tokenURL", "deviceURL", "clientID", "clientSecret", "clientAuthentication", "scope",
                "audience",
                "redirectURL", "username", "password",
            ]
        }
    }

    /// Which of the fields hold what nobody else may see.
    public var secretFieldNames: Set<String> {
        switch self {
        case .inherit, .none, .negotiate: []
        case .basic, .digest, .ntlm: ["password"]
        case .bearer: ["token"]
        case .apiKey: ["value"]
        case .awsSignature: ["secretKey", "sessionToken"]
        case .oauth2: ["clientSecret", "password"]
        }
    }
}

extension Coder where Value == AuthDraft {
    /// The kind with that kind's own fields; what other kinds hold is not written. Members that are no strings are left alone.
    static let auth = Coder(
        decode: { value, pointer throws(FormatError) in
            guard let object = value.object else { throw .expected("an object", found: value, at: pointer) }
            let type = object["type"] ?? .string(AuthDraft.Kind.inherit.rawValue)
            var auth = AuthDraft(try Coder<AuthDraft.Kind>.choice.decode(type, pointer.appending(.member("type"))))
            for name in auth.kind.fieldNames {
                guard let member = object[name] else { continue }
                auth[name] = try Coder<String>.string.decode(member, pointer.appending(.member(name)))
            }
            return auth
        },
        encode: { auth in
            let fields = auth.kind.fieldNames.filter { !auth[$0].isEmpty }.map { JSONMember($0, .string(auth[$0])) }
            return .object(JSONObject([JSONMember("type", .string(auth.kind.rawValue))] + fields))
        })
}
