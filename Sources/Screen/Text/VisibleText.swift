/// Makes untrusted text safe to print: the text as a canvas would show it, as a string.
public enum VisibleText {
    /// Returns `text` with control, override and invisible format characters replaced by visible signs.
    ///
    /// Use it for output that does not go through a ``Canvas``: messages on standard error, window titles, plain listings.
    /// - Parameters:
    ///   - text: any text.
    ///   - kept: control characters to keep, such as the line ends of a text of several lines.
    public static func escaping(_ text: some StringProtocol, keeping kept: Set<Unicode.Scalar> = []) -> String {
        TextWidth.withBytes(text) { escaping($0, keeping: kept) }
    }

    private static func escaping(_ bytes: UnsafeBufferPointer<UInt8>, keeping kept: Set<Unicode.Scalar>) -> String {
        var result = ""
        var scanner = TextScanner(bytes: bytes)
        // The end of the copied part: unchanged pieces are copied together.
        var end = 0
        while let piece = scanner.next() {
            if isShown(piece, keeping: kept) { continue }
            result += String(decoding: bytes[end..<piece.bytes.lowerBound], as: UTF8.self)
            end = piece.bytes.upperBound
            switch piece.kind {
            case .marks: result += "◌" + String(decoding: bytes[piece.bytes], as: UTF8.self)
            case .invalid: result += "\u{FFFD}"
            case .glyph, .tab, .sign: result += sign(piece.scalar)
            }
        }
        return result + String(decoding: bytes[end...], as: UTF8.self)
    }

    /// True if a piece stays unchanged.
    private static func isShown(_ piece: TextPiece, keeping kept: Set<Unicode.Scalar>) -> Bool {
        switch piece.kind {
        case .glyph: true
        case .marks, .invalid: false
        case .tab, .sign: Unicode.Scalar(piece.scalar).map(kept.contains) ?? false
        }
    }

    private static func sign(_ value: UInt32) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: ControlSign(value).scalars.compactMap(Unicode.Scalar.init))
        return String(view)
    }
}

/// The visible sign for a scalar that would be a terminal command or invisible.
///
/// An ASCII control character becomes its control picture (`␛`, `␡`), any other scalar its hexadecimal value in angle brackets (`<9b>`,
/// `<202e>`).
struct ControlSign {
    private let scalar: UInt32

    /// Creates the sign of a scalar that has no glyph.
    init(_ scalar: UInt32) { self.scalar = scalar }

    /// The width of the sign in columns.
    var columns: Int { picture == nil ? digitCount + 2 : 1 }

    /// The scalars of the sign, each one column wide.
    var scalars: [UInt32] {
        if let picture { return [picture] }
        let digits = (0..<digitCount).reversed().map { Self.digit(scalar >> (4 * $0) & 0xF) }
        return [0x3C] + digits + [0x3E]
    }

    private var picture: UInt32? {
        switch scalar {
        case 0..<0x20: 0x2400 + scalar
        case 0x7F: 0x2421
        default: nil
        }
    }

    private var digitCount: Int { max(2, (32 - scalar.leadingZeroBitCount + 3) / 4) }

    private static func digit(_ value: UInt32) -> UInt32 { value < 10 ? 0x30 + value : 0x57 + value }
}
