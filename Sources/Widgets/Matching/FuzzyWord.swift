/// A word to look for, letter by letter.
struct FuzzyWord: Sendable {
    /// Its scalars, in small letters unless case matters.
    let scalars: [UInt32]
    /// Whether it has a capital letter.
    let isCaseSensitive: Bool

    init(_ word: Substring) {
        isCaseSensitive = word.contains(where: \.isUppercase)
        scalars = word.unicodeScalars.map { [isCaseSensitive] in isCaseSensitive ? $0.value : Self.lowercased($0) }
    }

    /// The small letter of a scalar, or its first scalar where that is several.
    static func lowercased(_ scalar: Unicode.Scalar) -> UInt32 {
        if scalar.value < 0x80 { return scalar.value >= 0x41 && scalar.value <= 0x5A ? scalar.value | 0x20 : scalar.value }
        return scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? scalar.value
    }
}
