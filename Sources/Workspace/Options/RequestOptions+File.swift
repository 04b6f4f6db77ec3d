public import JSON

extension RequestOptions {
    /// As it stands in a file: only what is said.
    public var fileValue: JSONValue { json }

    /// Reads what stands in a file.
    ///
    /// - Throws: what was expected, with the place in the value.
    public init(fileValue: JSONValue) throws { self = try RequestOptions(json: fileValue, at: JSONPointer()) }
}

extension RequestOption {
    /// What was typed last, as a file would hold it; nil where nothing was.
    public func fileValue(in options: RequestOptions) -> JSONValue? {
        options.unread[name].map(JSONValue.string) ?? access.encode(options)
    }

    /// Takes a value as a file holds it. What no file can hold counts as typed.
    public func keep(fileValue value: JSONValue, in options: inout RequestOptions) {
        do throws(FormatError) {
            try access.decode(value, JSONPointer(), &options)
            options.unread[name] = nil
        } catch {
            keep(value.string ?? value.compactText, in: &options)
        }
    }
}
