#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The two base64 encodings of RFC 4648.
public enum Base64 {
    /// Encodes with padding, on one line (section 4).
    public static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// Encodes in the alphabet for URLs without padding (section 5), as in OAuth and JSON Web Tokens.
    public static func encodeForURL(_ bytes: [UInt8]) -> String {
        String(
            encode(bytes).compactMap { character -> Character? in
                switch character {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: character
                }
            })
    }

    /// Decodes text in the alphabet of section 4; nil if it is invalid or lacks padding.
    public static func decode(_ text: String) -> [UInt8]? { Data(base64Encoded: text).map { Array($0) } }
}

extension Sequence where Element == UInt8 {
    /// Two lower-case hexadecimal digits for each byte.
    public var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
