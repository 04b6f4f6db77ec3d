/// A name with a natural sort order: case is ignored, and numbers are compared by value.
struct NaturalOrder: Comparable {
    private let name: String
    /// The name in lower case.
    private let key: String
    /// The bytes of the key; empty if it is not ASCII.
    private let ascii: [UInt8]
    private var isASCII: Bool { !ascii.isEmpty }

    /// Prepares a name for many comparisons.
    init(of name: String) {
        self.name = name
        key = name.lowercased()
        let bytes = Array(key.utf8)
        ascii = bytes.allSatisfy { $0 < 0x80 } ? bytes : []
    }

    /// True if the left name comes first.
    static func < (left: NaturalOrder, right: NaturalOrder) -> Bool {
        if left.key == right.key { return left.name < right.name }
        guard left.isASCII, right.isASCII else { return isCharacterwiseBefore(left.key, right.key) }
        return left.ascii.withUnsafeBufferPointer { first in right.ascii.withUnsafeBufferPointer { isBytewiseBefore(first, $0) } }
    }

    /// Names are equal if they are spelt the same.
    static func == (left: NaturalOrder, right: NaturalOrder) -> Bool { left.name == right.name }

    /// True if the left name comes first.
    static func isBefore(_ left: String, _ right: String) -> Bool { NaturalOrder(of: left) < NaturalOrder(of: right) }

    private static func isBytewiseBefore(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        var (i, j) = (0, 0)
        while i < left.count, j < right.count {
            if isDigit(left[i]), isDigit(right[j]) {
                let (m, n) = (number(left, &i), number(right, &j))
                if m.count != n.count { return m.count < n.count }
                for (a, b) in zip(m, n) where left[a] != right[b] { return left[a] < right[b] }
            } else if left[i] != right[j] {
                return left[i] < right[j]
            } else {
                (i, j) = (i + 1, j + 1)
            }
        }
        if (i == left.count) != (j == right.count) { return i == left.count }
        return left.lexicographicallyPrecedes(right)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    /// The range of the digits that begin at the index, without leading zeros, so that the longer number is larger.
    private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Range<Int> {
        while index < bytes.count, bytes[index] == UInt8(ascii: "0") { index += 1 }
        let start = index
        while index < bytes.count, isDigit(bytes[index]) { index += 1 }
        return start..<index
    }

    private static func isCharacterwiseBefore(_ left: String, _ right: String) -> Bool {
        var (first, second) = (Substring(left), Substring(right))
        while let a = first.first, let b = second.first {
            if a.isWholeNumber, b.isWholeNumber {
                let (m, n) = (consumeNumber(&first), consumeNumber(&second))
                if m != n { return m.count != n.count ? m.count < n.count : m < n }
            } else if a != b {
                return a < b
            } else {
                first.removeFirst()
                second.removeFirst()
            }
        }
        return first.isEmpty == second.isEmpty ? left < right : first.isEmpty
    }

    /// The digits at the beginning, without leading zeros, so that the longer number is larger.
    private static func consumeNumber(_ text: inout Substring) -> Substring {
        let digits = text.prefix(while: \.isWholeNumber)
        text = text.dropFirst(digits.count)
        return digits.drop { $0 == "0" }
    }
}
