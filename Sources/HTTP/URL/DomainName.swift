/// Names of hosts in ASCII (URL Standard section 3.3, UTS 46 without its full tables: case, width and the ignored characters that occur).
enum DomainName {
    /// The name as it is asked for; nil when a label cannot be written so.
    static func ascii(_ name: String) -> String? {
        let mapped = map(name)
        if mapped.utf8.allSatisfy({ $0 < 0x80 }) {
            let labels = mapped.split(separator: ".", omittingEmptySubsequences: false)
            return labels.allSatisfy { !$0.hasPrefix("xn--") || isValidPunycode($0.dropFirst(4)) } ? mapped : nil
        }
        let labels = mapped.split(separator: ".", omittingEmptySubsequences: false).map(asciiLabel)
        return labels.contains(nil) ? nil : labels.compactMap { $0 }.joined(separator: ".")
    }

    private static func asciiLabel(_ label: Substring) -> String? {
        let scalars = Array(label.unicodeScalars)
        if scalars.allSatisfy(\.isASCII) {
            return !label.hasPrefix("xn--") || isValidPunycode(label.dropFirst(4)) ? String(label) : nil
        }
        if let first = scalars.first, first.properties.generalCategory.isMark { return nil }
        guard !label.hasPrefix("xn--"), scalars.allSatisfy(isAllowed) else { return nil }
        return "xn--" + Punycode.encode(scalars)
    }

    /// True for what decodes to a label that has something outside ASCII, that is allowed, and that would be written the same again.
    private static func isValidPunycode(_ text: Substring) -> Bool {
        guard let scalars = Punycode.decode(text), scalars.contains(where: { !$0.isASCII }), scalars.allSatisfy(isAllowed) else {
            return false
        }
        let label = String(String.UnicodeScalarView(scalars))
        return map(label) == label && ASCII.equalIgnoringCase(Punycode.encode(scalars), String(text))
    }

    /// Lower case, full-width and mathematical forms as plain ones, the dots of other scripts as dots, invisible characters removed.
    private static func map(_ name: String) -> String {
        var mapped = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            switch scalar.value {
            case 0xAD, 0x200B, 0x2060, 0xFEFF, 0xFE00...0xFE0F, 0x34F, 0x180B...0x180D: continue
            case 0x3002, 0xFF0E, 0xFF61: mapped.append(".")
            case 0xFF01...0xFF5E: mapped.append(Unicode.Scalar(UInt8(scalar.value - 0xFF01 + 0x21)))
            case 0x1D400...0x1D6A3: mapped.append(letter(scalar.value - 0x1D400))
            case 0x1D7CE...0x1D7FF: mapped.append(Unicode.Scalar(UInt8(0x30 + (scalar.value - 0x1D7CE) % 10)))
            default: mapped.append(scalar)
            }
        }
        return String(mapped).lowercased()
    }

    /// Mathematical alphabets follow one another, A to Z and a to z each.
    private static func letter(_ offset: UInt32) -> Unicode.Scalar {
        let place = UInt8(offset % 52)
        return Unicode.Scalar(place < 26 ? 0x41 + place : 0x61 + place - 26)
    }

    /// Letters and numbers in circles, squares and ligatures: UTS 46 maps them to plain ones, so no name holds them.
    private static let compatibilityForms: [ClosedRange<UInt32>] = [0x2460...0x24EA, 0x3200...0x33FF, 0xFB00...0xFB06, 0xFF01...0xFFEF]

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return true }
        if compatibilityForms.contains(where: { $0.contains(scalar.value) }) { return false }
        switch scalar.properties.generalCategory {
        case .unassigned, .privateUse, .surrogate, .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: return false
        case .format: return scalar.value == 0x200C || scalar.value == 0x200D
        default: return scalar.value != 0xFFFD
        }
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isMark: Bool { self == .nonspacingMark || self == .spacingMark || self == .enclosingMark }
}
