#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Puts signs in the place of secrets, wherever they turn up: as they are, percent-encoded, escaped for JSON, or in Base64.
public struct SecretMask: Hashable, Sendable {
    /// What stands in the place of a secret.
    public static let sign = "••••"
    /// Shorter secrets are not looked for, since they would turn up in everything. They are masked where they were put in only.
    static let leastByteCount = 3

    /// What is looked for, longest first, so that a secret within another does not break it.
    private let patterns: [[UInt8]]

    /// Masks these values; nothing unless given.
    public init(_ secrets: some Sequence<String> = []) {
        let forms = Set(secrets.filter { $0.utf8.count >= Self.leastByteCount }.flatMap(Self.forms))
        self.init(patterns: Set(forms.map { Array($0.utf8) }))
    }

    /// Masks these values as well.
    public func adding(_ secrets: some Sequence<String>) -> SecretMask {
        let more = SecretMask(secrets)
        return more.isEmpty ? self : SecretMask(patterns: Set(patterns + more.patterns))
    }

    private init(patterns: Set<[UInt8]>) {
        self.patterns = patterns.sorted { $0.count != $1.count ? $0.count > $1.count : $0.lexicographicallyPrecedes($1) }
    }

    /// The bytes of the longest form of a secret.
    var mostByteCount: Int { patterns.first?.count ?? 1 }

    /// Whether there is nothing to mask.
    public var isEmpty: Bool { patterns.isEmpty }

    /// The text with signs in the place of secrets.
    public func masked(_ text: String) -> String {
        isEmpty ? text : String(decoding: masked(Array(text.utf8)), as: UTF8.self)
    }

    /// The bytes with signs, in UTF-8, in the place of secrets.
    public func masked(_ bytes: [UInt8]) -> [UInt8] {
        patterns.reduce(bytes) { Self.replace($1, in: $0) }
    }

    /// Whether one of the secrets is in these bytes.
    func isFound(in bytes: UnsafeRawBufferPointer) -> Bool {
        patterns.contains { Self.isFound($0, in: bytes) }
    }

    private static func isFound(_ pattern: [UInt8], in bytes: UnsafeRawBufferPointer) -> Bool {
        guard let base = bytes.baseAddress else { return false }
        var position = 0
        while position + pattern.count <= bytes.count,
            let found = memchr(base + position, Int32(pattern[0]), bytes.count - pattern.count - position + 1)
        {
            if memcmp(found, pattern, pattern.count) == 0 { return true }
            position = UnsafeRawPointer(found) - base + 1
        }
        return false
    }

    private static func replace(_ pattern: [UInt8], in bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var copied = 0
        var position = 0
        bytes.withUnsafeBufferPointer { buffer in
            while position + pattern.count <= buffer.count {
                guard buffer[position] == pattern[0], buffer[position..<(position + pattern.count)].elementsEqual(pattern) else {
                    position += 1
                    continue
                }
                result += buffer[copied..<position]
                result += Array(sign.utf8)
                position += pattern.count
                copied = position
            }
        }
        return copied == 0 ? bytes : result + bytes[copied...]
    }
}
