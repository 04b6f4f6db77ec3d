import JSON

/// The authentication of a request, as edited. The fields of all schemes are kept, so that changing the scheme and back loses nothing.
public struct AuthDraft: Hashable, Sendable {
    /// The authentication kind, which ``AuthKind`` describes. The raw value is the name in files.
    public enum Kind: String, CaseIterable, Sendable {
        /// The authentication of the folder or the collection.
        case inherit
        /// No authentication, even if the folder has one.
        case none
        case basic, bearer, apiKey, digest, oauth2, awsSignature, ntlm, negotiate
    }

    /// The authentication kind.
    public var kind: Kind
    /// The fields by their names in the file format (`username`, `password`, `token`, `key`, `value`, `in` and so on).
    public var fields: [String: String]

    /// An authentication; inherited by default.
    public init(_ kind: Kind = .inherit, fields: [String: String] = [:]) {
        self.kind = kind
        self.fields = fields
    }

    /// Basic with a user name and a password.
    public static func basic(_ user: String, _ password: String) -> AuthDraft {
        AuthDraft(.basic, fields: ["username": user, "password": password])
    }

    /// Digest with a user name and a password.
    public static func digest(_ user: String, _ password: String) -> AuthDraft {
        AuthDraft(.digest, fields: ["username": user, "password": password])
    }

    /// A bearer token.
    public static func bearer(_ token: String) -> AuthDraft { AuthDraft(.bearer, fields: ["token": token]) }

    /// The value of a field; empty if it is not set.
    public subscript(field: String) -> String {
        get { fields[field] ?? "" }
        set { fields[field] = newValue.isEmpty ? nil : newValue }
    }
}

extension Coder where Value == AuthDraft {
    /// The scheme with its own fields; the fields of other schemes are not written, and members that are not strings are preserved.
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
