/// Domain names in ASCII (URL Standard section 3.3; UTS 46 without its full tables: case, width and the common ignored characters).
enum DomainName {
    /// The ASCII form of a name; nil if a label has none.
    static func ascii(_ name: String) -> String? {
        let mapped = map(name)
        if mapped.utf8.allSatisfy({ $0 < 0x80 }) {
            let labels = mapped.split(separator: ".", omittingEmptySubsequences: false)
            return labels.allSatisfy { !$0.hasPrefix("xn--") || isValidPunycode($0.dropFirst(4)) } ? mapped : nil
        }
        let labels = mapped.split(separator: ".", omittingEmptySubsequences: false).map(asciiLabel)
        return labels.contains(nil) ? nil : labels.compactMap { $0 }.joined(separator: ".")
    }

    /// The longest label that is encoded or decoded, which takes time in proportion to the square of its length. A domain name has at most
    /// 253 characters.
    private static let longestLabel = 1_000

    private static func asciiLabel(_ label: Substring) -> String? {
        let scalars = Array(label.unicodeScalars)
        if scalars.allSatisfy(\.isASCII) {
            return !label.hasPrefix("xn--") || isValidPunycode(label.dropFirst(4)) ? String(label) : nil
        }
        if let first = scalars.first, first.properties.generalCategory.isMark { return nil }
        guard !label.hasPrefix("xn--"), scalars.count <= longestLabel, scalars.allSatisfy(isAllowed) else { return nil }
        return "xn--" + Punycode.encode(scalars)
    }

    /// True if the text decodes to a label that is not ASCII only, is allowed, and encodes to the same text.
    private static func isValidPunycode(_ text: Substring) -> Bool {
        guard text.utf8.count <= longestLabel, let scalars = Punycode.decode(text), scalars.contains(where: { !$0.isASCII }),
            scalars.allSatisfy(isAllowed)
        else {
            return false
        }
        let label = String(String.UnicodeScalarView(scalars))
        return map(label) == label && ASCII.equalIgnoringCase(Punycode.encode(scalars), String(text))
    }

    /// The name in lower case, with full-width and mathematical letters replaced by plain ones, dots of other scripts by dots, and without
    /// invisible characters.
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

    /// The mathematical alphabets follow one another, each from A to Z and a to z.
    private static func letter(_ offset: UInt32) -> Unicode.Scalar {
        let place = UInt8(offset % 52)
        return Unicode.Scalar(place < 26 ? 0x41 + place : 0x61 + place - 26)
    }

    /// Letters and numbers in circles and squares, and ligatures: UTS 46 maps them to plain ones, so no name contains them.
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

/// The encoding of Unicode in labels (RFC 3492).
package enum Punycode {
    private static let base = 36
    private static let tMin = 1
    private static let tMax = 26

    /// The encoded form of a label, without its prefix.
    package static func encode(_ input: [Unicode.Scalar]) -> String {
        var output = input.filter(\.isASCII).map { UInt8($0.value) }
        let basicCount = output.count
        if basicCount > 0 { output.append(0x2D) }
        var (n, delta, bias, handled) = (128, 0, 72, basicCount)
        while handled < input.count {
            // There is an unhandled scalar, so there is a minimum.
            let next = Int(input.lazy.map(\.value).filter { $0 >= UInt32(n) }.min()!)
            delta += (next - n) * (handled + 1)
            n = next
            for scalar in input {
                if scalar.value < UInt32(n) { delta += 1 }
                guard scalar.value == UInt32(n) else { continue }
                appendVariableLength(delta, bias: bias, to: &output)
                bias = adapt(delta, count: handled + 1, isFirst: handled == basicCount)
                delta = 0
                handled += 1
            }
            delta += 1
            n += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The label of an encoded form without its prefix; nil if it is none.
    package static func decode(_ text: Substring) -> [Unicode.Scalar]? {
        let bytes = Array(text.utf8)
        let split = bytes.lastIndex(of: 0x2D)
        var output = bytes[..<(split ?? 0)].map { UInt32($0) }
        var (n, index, bias) = (128, 0, 72)
        var rest = bytes[(split.map { $0 + 1 } ?? 0)...]
        while !rest.isEmpty {
            guard let delta = readVariableLength(&rest, bias: bias) else { return nil }
            bias = adapt(delta, count: output.count + 1, isFirst: index == 0)
            index += delta
            n += index / (output.count + 1)
            index %= output.count + 1
            guard n <= 0x10FFFF else { return nil }
            output.insert(UInt32(n), at: index)
            index += 1
        }
        let scalars = output.compactMap(Unicode.Scalar.init)
        return scalars.count == output.count ? scalars : nil
    }

    private static func threshold(_ k: Int, _ bias: Int) -> Int { min(max(k - bias, tMin), tMax) }

    private static func appendVariableLength(_ value: Int, bias: Int, to output: inout [UInt8]) {
        var rest = value
        var k = base
        while true {
            let t = threshold(k, bias)
            guard rest >= t else { return output.append(digit(rest)) }
            output.append(digit(t + (rest - t) % (base - t)))
            rest = (rest - t) / (base - t)
            k += base
        }
    }

    private static func readVariableLength(_ rest: inout ArraySlice<UInt8>, bias: Int) -> Int? {
        var (value, weight, k) = (0, 1, base)
        while let byte = rest.popFirst() {
            guard let digit = Self.value(of: byte) else { return nil }
            let (product, overflows) = digit.multipliedReportingOverflow(by: weight)
            value += product
            guard !overflows, value < 1 << 40 else { return nil }
            let t = threshold(k, bias)
            if digit < t { return value }
            weight *= base - t
            guard weight < 1 << 40 else { return nil }
            k += base
        }
        return nil
    }

    private static func adapt(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var k = 0
        while delta > (base - tMin) * tMax / 2 {
            delta /= base - tMin
            k += base
        }
        return k + (base - tMin + 1) * delta / (delta + 38)
    }

    private static func digit(_ value: Int) -> UInt8 { UInt8(value < 26 ? 0x61 + value : 0x30 + value - 26) }

    private static func value(of byte: UInt8) -> Int? {
        if ASCII.isLetter(byte) { return Int(ASCII.lowercased(byte)) - 0x61 }
        return ASCII.isDigit(byte) ? Int(byte) - 0x30 + 26 : nil
    }
}
