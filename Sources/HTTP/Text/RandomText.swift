import Hashing

/// Text that nobody can guess, from the system's generator.
public enum RandomText {
    /// So many random bytes, in the URL alphabet of base64.
    public static func make(byteCount: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return Base64.encodeForURL((0..<byteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }
}
