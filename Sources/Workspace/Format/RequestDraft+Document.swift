public import JSON

extension RequestDraft {
    /// The draft as its file holds it, without `$schema`: only what differs from the default.
    public var document: JSONValue { json }

    /// Reads what ``document`` wrote; members that this version does not know are passed over.
    public init(document: JSONValue) throws(FormatError) { try self.init(json: document) }
}
