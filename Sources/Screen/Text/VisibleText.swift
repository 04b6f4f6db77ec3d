/// Text from outside made safe to show anywhere: what a canvas shows, as a string.
public enum VisibleText {
    /// `text` with every control, override and invisible format character replaced by its visible sign.
    ///
    /// For output that does not pass a ``Canvas``: messages on standard error, window titles, plain listings.
    /// - Parameters:
    ///   - text: any text.
    ///   - kept: controls that stay, such as the line ends of a text of several lines.
    public static func escaping(_ text: some StringProtocol, keeping kept: Set<Unicode.Scalar> = []) -> String {
        TextWidth.withBytes(text) { escaping($0, keeping: kept) }
    }

    private static func escaping(_ bytes: UnsafeBufferPointer<UInt8>, keeping kept: Set<Unicode.Scalar>) -> String {
        var result = ""
        var scanner = TextScanner(bytes)
        while let piece = scanner.next() {
            switch piece.kind {
            case .glyph: result += String(decoding: bytes[piece.bytes], as: UTF8.self)
            case .marks: result += "◌" + String(decoding: bytes[piece.bytes], as: UTF8.self)
            case .invalid: result += "\u{FFFD}"
            case .tab, .sign: result += sign(piece.scalar, keeping: kept)
            }
        }
        return result
    }

    private static func sign(_ value: UInt32, keeping kept: Set<Unicode.Scalar>) -> String {
        if let scalar = Unicode.Scalar(value), kept.contains(scalar) { return String(Character(scalar)) }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: ControlSign(value).scalars.compactMap(Unicode.Scalar.init))
        return String(view)
    }
}
