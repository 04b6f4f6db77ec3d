internal import JSON

/// A number of any size and precision, compared exactly.
struct DecimalNumber: Hashable {
    /// The digits without zeros at either end; empty for zero.
    private var digits: [UInt8]
    /// The power of ten that the digits, as a whole number, are multiplied by.
    private var exponent: Int
    private var isNegative: Bool

    /// The largest exponent; larger ones are reduced to it.
    private static let exponentLimit = 1 << 40

    init(_ number: JSONNumber) {
        (digits, exponent) = ([], 0)
        isNegative = number.text.hasPrefix("-")
        var isFraction = false
        scan: for (offset, byte) in number.text.utf8.enumerated() {
            switch byte {
            case 0x30...0x39:
                digits.append(byte - 0x30)
                if isFraction { exponent -= 1 }
            case 0x2E: isFraction = true
            case 0x65, 0x45:
                exponent += Self.exponent(number.text.utf8.dropFirst(offset + 1))
                break scan
            default: continue
            }
        }
        normalize()
    }

    private static func exponent(_ text: Substring.UTF8View) -> Int {
        let isNegative = text.first == 0x2D
        var value = 0
        for byte in text where (0x30...0x39).contains(byte) { value = min(exponentLimit, value * 10 + Int(byte - 0x30)) }
        return isNegative ? -value : value
    }

    private mutating func normalize() {
        let end = (digits.lastIndex { $0 != 0 } ?? -1) + 1
        exponent += digits.count - end
        digits = Array(digits[..<end].drop { $0 == 0 })
        if digits.isEmpty { (exponent, isNegative) = (0, false) }
    }

    /// True if the number is whole.
    var isInteger: Bool { exponent >= 0 }

    /// A text that is the same for equal numbers.
    var text: String { (isNegative ? "-" : "") + digits.map(String.init).joined() + "e\(exponent)" }

    /// The number in decimal notation, or with an exponent if that is long.
    var plainText: String {
        let text = digits.map(String.init).joined()
        let sign = isNegative ? "-" : ""
        let point = digits.count + exponent
        if digits.isEmpty { return "0" }
        if exponent >= 0, point <= 20 { return sign + text + String(repeating: "0", count: exponent) }
        if exponent < 0, point > 0 { return sign + text.prefix(point) + "." + text.dropFirst(point) }
        if exponent < 0, point > -6 { return sign + "0." + String(repeating: "0", count: -point) + text }
        return sign + text + (exponent == 0 ? "" : "e\(exponent)")
    }

    /// True if this is a whole multiple of the other.
    func isMultiple(of divisor: DecimalNumber) -> Bool {
        if digits.isEmpty { return true }
        let zeros = exponent - divisor.exponent
        guard zeros >= 0, !divisor.digits.isEmpty else { return false }
        guard divisor.digits.count <= 18 else { return isMultiple(ofLong: divisor.digits, zeros: zeros) }
        let modulus = divisor.digits.reduce(UInt64(0)) { $0 * 10 + UInt64($1) }
        let rest = digits.reduce(UInt64(0)) { Self.product($0, 10, modulus) &+ UInt64($1) } % modulus
        return Self.product(rest, Self.powerOfTen(zeros, modulus), modulus) == 0
    }

    private static func product(_ left: UInt64, _ right: UInt64, _ modulus: UInt64) -> UInt64 {
        let (high, low) = (left % modulus).multipliedFullWidth(by: right % modulus)
        return modulus.dividingFullWidth((high, low)).remainder
    }

    private static func powerOfTen(_ exponent: Int, _ modulus: UInt64) -> UInt64 {
        var (result, base, rest) = (1 % modulus, 10 % modulus, exponent)
        while rest > 0 {
            if rest & 1 == 1 { result = product(result, base, modulus) }
            base = product(base, base, modulus)
            rest >>= 1
        }
        return result
    }

    /// True if the number is a multiple of a long divisor, by long division. Only a limited number of zeros is brought down: beyond it, the
    /// divisor does not count as a factor.
    private func isMultiple(ofLong divisor: [UInt8], zeros: Int) -> Bool {
        var rest: [UInt8] = []
        for digit in digits + [UInt8](repeating: 0, count: min(zeros, 4096)) {
            if !(rest.isEmpty && digit == 0) { rest.append(digit) }
            while Self.isOrdered(divisor, rest) { Self.subtract(divisor, from: &rest) }
        }
        return rest.isEmpty
    }

    /// True if the first whole number is at most the second.
    private static func isOrdered(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count != right.count ? left.count < right.count : !right.lexicographicallyPrecedes(left)
    }

    private static func subtract(_ left: [UInt8], from right: inout [UInt8]) {
        var borrow: Int8 = 0
        for index in 0..<right.count {
            let place = right.count - 1 - index
            let digit = Int8(right[place]) - borrow - (index < left.count ? Int8(left[left.count - 1 - index]) : 0)
            borrow = digit < 0 ? 1 : 0
            right[place] = UInt8(digit < 0 ? digit + 10 : digit)
        }
        right = Array(right.drop { $0 == 0 })
    }
}

extension DecimalNumber: Comparable {
    static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative ? right.isSmaller(than: left) : left.isSmaller(than: right)
    }

    /// Compares the absolute values.
    private func isSmaller(than other: DecimalNumber) -> Bool {
        if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
        let (place, otherPlace) = (digits.count + exponent, other.digits.count + other.exponent)
        return place == otherPlace ? digits.lexicographicallyPrecedes(other.digits) : place < otherPlace
    }
}

extension JSONValue {
    /// Bytes that are equal for values that JSON Schema treats as equal: `1` and `1.0`, members in any order.
    var comparisonKey: [UInt8] {
        var key: [UInt8] = []
        appendComparisonKey(to: &key)
        return key
    }

    private func appendComparisonKey(to key: inout [UInt8]) {
        switch self {
        case .null: key.append(UInt8(ascii: "z"))
        case .bool(let value): key.append(UInt8(ascii: value ? "t" : "f"))
        case .number(let number): key += "n\(DecimalNumber(number).text);".utf8
        case .string(let text): Self.append(text, to: &key)
        case .array(let elements):
            key.append(UInt8(ascii: "["))
            for element in elements { element.appendComparisonKey(to: &key) }
            key.append(UInt8(ascii: "]"))
        case .object(let object):
            key.append(UInt8(ascii: "{"))
            let members = Dictionary(object.map { ($0.name, $0.value) }) { $1 }
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                Self.append(name, to: &key)
                value.appendComparisonKey(to: &key)
            }
            key.append(UInt8(ascii: "}"))
        }
    }

    private static func append(_ text: String, to key: inout [UInt8]) {
        key += "s\(text.utf8.count):".utf8
        key += text.utf8
    }
}
