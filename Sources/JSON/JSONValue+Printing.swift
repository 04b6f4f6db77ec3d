extension JSONValue {
    /// The value on one line, without spaces.
    public var compactBytes: [UInt8] {
        var printer = JSONPrinter(isPretty: false)
        printer.write(self)
        return printer.bytes
    }

    /// A line for each element, two spaces for each level, a newline at the end.
    public var prettyBytes: [UInt8] {
        var printer = JSONPrinter(isPretty: true)
        printer.write(self)
        printer.write("\n")
        return printer.bytes
    }

    /// The value on one line, without spaces.
    public var compactText: String { String(decoding: compactBytes, as: UTF8.self) }

    /// A line for each element, two spaces for each level, a newline at the end.
    public var prettyText: String { String(decoding: prettyBytes, as: UTF8.self) }
}
