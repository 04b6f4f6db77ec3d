/// A word to look for, letter by letter.
struct FuzzyWord: Sendable {
    /// Its scalars, in small letters unless case matters.
    let scalars: [UInt32]
    /// Whether it has a capital letter.
    let isCaseSensitive: Bool
    /// Whether it has no letter beyond ASCII.
    let isASCII: Bool

    init(_ word: Substring) {
        isCaseSensitive = word.contains(where: \.isUppercase)
        isASCII = word.utf8.allSatisfy { $0 < 0x80 }
        scalars = word.unicodeScalars.map { [isCaseSensitive] in isCaseSensitive ? $0.value : Self.lowercased($0) }
    }

    /// The small letter of a scalar, or its first scalar where that is several.
    static func lowercased(_ scalar: Unicode.Scalar) -> UInt32 {
        if scalar.value < 0x80 { return scalar.value >= 0x41 && scalar.value <= 0x5A ? scalar.value | 0x20 : scalar.value }
        return scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? scalar.value
    }

    /// Whether all letters of an ASCII word are bytes of `text`, in their order; true as well where a letter beyond ASCII could be one.
    func mayBe(in text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { bytes in
            var index = 0
            for byte in bytes {
                // K (U+212A) has the small letter k.
                if byte >= 0x80, !isCaseSensitive { return true }
                let isCapital = !isCaseSensitive && byte >= 0x41 && byte <= 0x5A
                guard UInt32(isCapital ? byte | 0x20 : byte) == scalars[index] else { continue }
                index += 1
                if index == scalars.count { return true }
            }
            return false
        } ?? true
    }
}
