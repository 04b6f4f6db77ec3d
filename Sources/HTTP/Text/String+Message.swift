extension String {
    /// In quotes, with the pictures of controls in their place and cut to 80 characters, for a message to a person.
    var quotedForMessage: String {
        let shown = unicodeScalars.prefix(80).map(Self.sign).joined()
        return "\"\(shown)\(unicodeScalars.count > 80 ? "…" : "")\""
    }

    /// The sign for a control, as the terminal shows it.
    private static func sign(_ scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value).map { String($0) } ?? ""
        case 0x7F: "\u{2421}"
        case 0x80...0x9F: "<\(String(scalar.value, radix: 16))>"
        default: String(scalar)
        }
    }
}
