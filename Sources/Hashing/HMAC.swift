/// Keyed digests (RFC 2104).
public enum HMAC {
    /// The code of a message under a key of any length; as long as the algorithm's digest.
    public static func code(for message: [UInt8], key: [UInt8], using algorithm: HashAlgorithm) -> [UInt8] {
        var block = key.count > algorithm.blockSize ? algorithm.digest(of: key) : key
        block += Array(repeating: 0, count: algorithm.blockSize - block.count)
        let inner = algorithm.digest(of: block.map { $0 ^ 0x36 } + message)
        return algorithm.digest(of: block.map { $0 ^ 0x5C } + inner)
    }
}
