extension JSONValue {
    /// The value as UTF-8 text, without a newline at the end.
    public func bytes(_ layout: JSONLayout) -> [UInt8] {
        var printer = JSONPrinter(layout)
        printer.write(self)
        return printer.bytes
    }

    /// The value on one line, without spaces.
    public var compactBytes: [UInt8] { bytes(.compact) }

    /// A line for each element, two spaces for each level, a newline at the end.
    public var prettyBytes: [UInt8] { bytes(.pretty) + [UInt8(ascii: "\n")] }

    /// The value on one line, without spaces.
    public var compactText: String { String(decoding: compactBytes, as: UTF8.self) }

    /// A line for each element, two spaces for each level, a newline at the end.
    public var prettyText: String { String(decoding: prettyBytes, as: UTF8.self) }
}
