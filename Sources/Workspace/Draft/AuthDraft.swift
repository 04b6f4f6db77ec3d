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
