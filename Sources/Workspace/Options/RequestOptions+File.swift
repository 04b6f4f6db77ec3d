public import JSON

extension RequestOptions {
    /// As it stands in a file: only what is said.
    public var fileValue: JSONValue { json }

    /// Reads what stands in a file.
    ///
    /// - Throws: what was expected, with the place in the value.
    public init(fileValue: JSONValue) throws { self = try RequestOptions(json: fileValue, at: JSONPointer()) }
}
