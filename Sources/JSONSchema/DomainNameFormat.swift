internal import HTTP

/// Host names: letters, digits and hyphens (RFC 1123 section 2.1), and international ones (RFC 5890 to 5893).
enum DomainNameFormat {
    /// - Parameter readsEncodedLabels: true to decode labels that begin with `xn--` and check their content.
    static func isHostname(_ text: String, readsEncodedLabels: Bool) -> Bool {
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard text.utf8.count <= 253 else { return false }
        return labels.allSatisfy { label in
            guard isPlain(label) else { return false }
            return !readsEncodedLabels || isEncodedOrPlain(String(decoding: Array(label), as: UTF8.self))
        }
    }

    static func isInternationalHostname(_ text: String) -> Bool {
        let dots: Set<Unicode.Scalar> = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]
        let labels = text.unicodeScalars.split(omittingEmptySubsequences: false) { dots.contains($0) }
        var length = labels.count - 1
        for label in labels {
            guard let encoded = encoded(Array(label)) else { return false }
            length += encoded
        }
        guard length <= 253 else { return false }
        // One right-to-left label makes the rules for directions apply to all (RFC 5893 section 1.4).
        let decoded = labels.map { label in decodedLabel(String(label)) ?? Array(label) }
        guard decoded.joined().contains(where: { Direction(of: $0).isRightToLeft }) else { return true }
        return decoded.allSatisfy(Direction.isConsistent)
    }

    /// The length of a label in its encoded form; nil if it is not a label.
    private static func encoded(_ label: [Unicode.Scalar]) -> Int? {
        let text = String(String.UnicodeScalarView(label))
        if label.allSatisfy(\.isASCII) {
            return isPlain(text.utf8[...]) && isEncodedOrPlain(text) ? label.count : nil
        }
        let length = 4 + Punycode.encode(label).utf8.count
        return length <= 63 && InternationalLabel(scalars: label).isValid ? length : nil
    }

    private static func isPlain(_ label: Substring.UTF8View) -> Bool {
        guard (1...63).contains(label.count), label.first != UInt8(ascii: "-"), label.last != UInt8(ascii: "-") else { return false }
        return label.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
    }

    /// False for a label that claims to be encoded but is not, and for one with hyphens that only encoded labels have.
    private static func isEncodedOrPlain(_ label: String) -> Bool {
        guard label.utf8.count >= 4, label.dropFirst(2).hasPrefix("--") else { return true }
        guard let decoded = decodedLabel(label), decoded.contains(where: { !$0.isASCII }) else { return false }
        let again = Punycode.encode(decoded)
        return again.lowercased() == label.dropFirst(4).lowercased() && InternationalLabel(scalars: decoded).isValid
            && (!decoded.contains { Direction(of: $0).isRightToLeft } || Direction.isConsistent(decoded))
    }

    private static func decodedLabel(_ label: String) -> [Unicode.Scalar]? {
        label.lowercased().hasPrefix("xn--") ? Punycode.decode(label.dropFirst(4)) : nil
    }
}

/// A label with characters of other scripts (RFC 5892).
private struct InternationalLabel {
    let scalars: [Unicode.Scalar]

    var isValid: Bool {
        guard let first = scalars.first, let last = scalars.last, first != "-", last != "-" else { return false }
        if scalars.count >= 4, scalars[2] == "-", scalars[3] == "-" { return false }
        switch first.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return false
        default: break
        }
        let hasArabicDigits = scalars.contains { (0x660...0x669).contains($0.value) }
        let hasExtendedDigits = scalars.contains { (0x6F0...0x6F9).contains($0.value) }
        return !(hasArabicDigits && hasExtendedDigits) && scalars.indices.allSatisfy(isAllowed)
    }

    /// True if a character is allowed by its derived property (RFC 5892 section 3) and the rules of appendix A.
    private func isAllowed(at index: Int) -> Bool {
        let scalar = scalars[index]
        let before = index > 0 ? scalars[index - 1] : nil
        let after = index + 1 < scalars.count ? scalars[index + 1] : nil
        switch scalar.value {
        case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return true
        case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
        case 0xB7: return before == "l" && after == "l"
        case 0x375: return after.map { Script.greek.contains($0) } ?? false
        case 0x5F3, 0x5F4: return before.map { Script.hebrew.contains($0) } ?? false
        case 0x30FB: return scalars.contains { Script.japanese.contains($0) && $0.value != 0x30FB }
        case 0x200D: return before?.properties.canonicalCombiningClass == .virama
        case 0x200C: return before?.properties.canonicalCombiningClass == .virama || joins(around: index)
        default: break
        }
        if scalar.isASCII { return scalar == "-" || ("0"..."9").contains(scalar) || ("a"..."z").contains(scalar) }
        let properties = scalar.properties
        guard !properties.changesWhenNFKCCaseFolded, !properties.isDefaultIgnorableCodePoint, !Script.oldHangul.contains(scalar) else {
            return false
        }
        switch properties.generalCategory {
        case .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber: return true
        default: return false
        }
    }

    /// True if letters on both sides join to each other (appendix A.1).
    private func joins(around index: Int) -> Bool {
        func letter(_ indices: some Sequence<Int>) -> Unicode.Scalar? {
            indices.lazy.map { scalars[$0] }.first { $0.properties.generalCategory != .nonspacingMark }
        }
        guard let before = letter((0..<index).reversed()), let after = letter((index + 1)..<scalars.count) else { return false }
        return Script.joining.contains(before) && !Script.joinsBackOnly(before) && Script.joining.contains(after)
    }
}

/// Ranges of characters that the rules for labels refer to.
private struct Script {
    let ranges: [ClosedRange<UInt32>]

    func contains(_ scalar: Unicode.Scalar) -> Bool { ranges.contains { $0.contains(scalar.value) } }

    static let greek = Script(ranges: [0x370...0x3FF, 0x1F00...0x1FFF])
    static let hebrew = Script(ranges: [0x591...0x5F4, 0xFB1D...0xFB4F])
    /// Hiragana, Katakana and Han.
    static let japanese = Script(ranges: [
        0x2E80...0x2FD5, 0x3005...0x3005, 0x3007...0x3007, 0x3021...0x3029, 0x3038...0x303B, 0x3041...0x309F, 0x30A1...0x30FF,
        0x31F0...0x31FF,
        0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9D, 0x1B000...0x1B16F, 0x20000...0x323AF,
    ])
    static let oldHangul = Script(ranges: [0x1100...0x11FF, 0xA960...0xA97C, 0xD7B0...0xD7FB])
    /// Letters of the scripts whose letters join (Arabic, Syriac, N’Ko, Mandaic, Mongolian).
    static let joining = Script(ranges: [
        0x620...0x63F, 0x641...0x64A, 0x66E...0x673, 0x675...0x6D3, 0x6D5...0x6D5, 0x6EE...0x6EF, 0x6FA...0x6FC, 0x6FF...0x6FF,
        0x710...0x72F, 0x74D...0x77F, 0x7CA...0x7EA, 0x840...0x858, 0x1820...0x1878, 0x8A0...0x8C7,
    ])

    /// True for letters that join to the one before them only (Joining_Type R).
    static func joinsBackOnly(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x622...0x625, 0x627, 0x629, 0x62F...0x632, 0x648, 0x671...0x673, 0x675...0x677, 0x688...0x699, 0x6C0, 0x6C3...0x6CB, 0x6CD,
            0x6CF, 0x6D2, 0x6D3, 0x6D5, 0x6EE, 0x6EF, 0x710, 0x715...0x719, 0x71E, 0x728, 0x72A, 0x72C, 0x72F, 0x74D:
            true
        default: false
        }
    }
}

/// The direction of a character in a label (RFC 5893 section 2; classes of UAX 9).
private enum Direction {
    case left, right, arabic, arabicNumber, europeanNumber, mark, neutral

    init(of scalar: Unicode.Scalar) {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: self = .mark
        default:
            switch scalar.value {
            case 0x30...0x39, 0x6F0...0x6F9: self = .europeanNumber
            case 0x660...0x669, 0x66B, 0x66C, 0x6DD: self = .arabicNumber
            case 0x590...0x5FF, 0x7C0...0x85F, 0xFB1D...0xFB4F, 0x10800...0x10CFF, 0x1E800...0x1EC6F: self = .right
            case 0x600...0x7BF, 0x860...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF, 0x10D00...0x10FFF, 0x1EC70...0x1EFFF: self = .arabic
            case 0x2D, 0xB7, 0x375, 0x30FB, 0x200C, 0x200D: self = .neutral
            default: self = .left
            }
        }
    }

    var isRightToLeft: Bool { self == .right || self == .arabic || self == .arabicNumber }

    /// The six conditions of the Bidi rule.
    static func isConsistent(_ label: [Unicode.Scalar]) -> Bool {
        let all = label.map(Direction.init)
        guard let first = all.first, let last = all.last(where: { $0 != .mark }) else { return false }
        switch first {
        case .right, .arabic:
            let hasBothNumbers = all.contains(.europeanNumber) && all.contains(.arabicNumber)
            return !all.contains(.left) && !hasBothNumbers && (last.isRightToLeft || last == .europeanNumber)
        case .left: return !all.contains { $0.isRightToLeft } && (last == .left || last == .europeanNumber)
        default: return false
        }
    }
}
