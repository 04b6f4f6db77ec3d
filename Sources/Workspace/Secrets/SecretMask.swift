import HTTP
import JSON
import Platform

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
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

    private static let chunkByteCount = 1 << 20

    /// Whether one of the secrets is in a file, which is read to its end; true where it cannot be read, since nobody knows then.
    func isFound(inFileAt path: String) -> Bool {
        guard !isEmpty else { return false }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(byteCount: Self.chunkByteCount + mostByteCount, alignment: 16) { buffer in
            var kept = 0
            while true {
                let count = read(descriptor, buffer.baseAddress.map { $0 + kept }, buffer.count - kept)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count < 0 }
                let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<(kept + count)])
                if isFound(in: bytes) { return true }
                // A secret may go over the end of what was read.
                kept = min(bytes.count, mostByteCount - 1)
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.suffix(kept)))
            }
        }
    }

    /// The secret as it may turn up in what is sent, shown or kept.
    static func forms(of secret: String) -> Set<String> {
        let bytes = Data(secret.utf8)
        let json = JSONValue.string(secret).compactText.dropFirst().dropLast()
        return urlForms(of: secret).union([secret, String(json), bytes.base64EncodedString()])
    }

    /// As it is written into a path, a query and a form, by the HTTP core and out of rows.
    private static func urlForms(of secret: String) -> Set<String> {
        var request = HTTPRequest(url: "http://host/\(secret)")
        let written = String(request.percentEncodedPath.dropFirst())
        request.path = secret
        let path = request.percentEncodedPath
        request.queryItems = [URLQueryItem(name: "", value: secret)]
        let query = String(request.percentEncodedQuery?.dropFirst() ?? "")
        let form = (try? FormBody([URLQueryItem(name: "", value: secret)]).encode()) ?? []
        // What variables bring into a query, and what stands typed out in one.
        let typed = QueryText.item(ResolvedText(), ResolvedText(secret))
        let forms: Set<String> = [
            written, path, query, PathParameters.encoded(secret), String(typed.dropFirst()),
            String(decoding: form.dropFirst(), as: UTF8.self),
        ]
        return forms.filter { $0.utf8.count >= leastByteCount }
    }
}
