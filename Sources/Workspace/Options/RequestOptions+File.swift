public import JSON

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
