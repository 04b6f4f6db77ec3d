/// Sizes as people write them.
enum ByteSize {
    private static let factors: [String: Int] = [
        "": 1, "k": 1000, "m": 1_000_000, "g": 1_000_000_000, "ki": 1 << 10, "mi": 1 << 20, "gi": 1 << 30,
    ]

    /// The number of bytes, whose unit may end with a `b`; `nil` for what is no size or too big for a number.
    static func parse(_ text: String) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let suffix = text.dropFirst(digits.count).lowercased()
        let unit = suffix.hasSuffix("b") ? String(suffix.dropLast()) : suffix
        guard let number = Int(digits), let factor = factors[unit] else { return nil }
        let (product, overflow) = number.multipliedReportingOverflow(by: factor)
        return overflow ? nil : product
    }
}
