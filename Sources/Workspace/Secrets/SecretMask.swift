import HTTP
import JSON
import Platform

/// Masks secrets in texts and bytes: in plain form, percent-encoded, as a name in a multipart body, escaped for JSON, or in
/// Base64.
public struct SecretMask: Hashable, Sendable {
    /// The text that replaces a secret.
    public static let sign = "••••"
    /// Shorter secrets are not searched for, since they would match everywhere; they are masked only in their own place.
    static let minByteCount = 4
    /// The minimum length of a secret that is also masked inside URL segments.
    static let longByteCount = 8

    /// True if a text contains the replacement of a secret.
    package static func isSeen(in text: String) -> Bool {
        // A fast path: almost no text contains its first byte.
        text.utf8.contains(sign.utf8.first ?? 0) && text.contains(sign)
    }

    /// True if bytes contain the replacement of a secret.
    package static func isSeen(in bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { isFound(Array(sign.utf8), in: $0) } }

    /// The searched byte sequences, longest first, so that a secret within another one does not break it.
    private let patterns: [[UInt8]]
    /// The secrets whose forms are made when a text may contain them.
    private let unlikely: Set<UnlikelySecret>

    /// Creates a mask for these values; none by default.
    public init(_ secrets: Set<String> = []) {
        var patterns: Set<[UInt8]> = []
        for secret in secrets where secret.utf8.count >= Self.minByteCount {
            for form in Self.forms(of: secret) { patterns.insert(Array(form.utf8)) }
        }
        self.init(patterns: patterns)
    }

    /// A copy that also masks these values.
    public func adding(_ secrets: Set<String>) -> SecretMask {
        let more = SecretMask(secrets)
        return more.isEmpty ? self : SecretMask(patterns: Set(patterns + more.patterns), unlikely)
    }

    /// A copy that also masks these values, of which few texts contain any, such as the dozens of cookies that are sent with each request.
    package func adding(unlikely secrets: Set<String>) -> SecretMask {
        let more = secrets.filter { $0.utf8.count >= Self.minByteCount }.map(UnlikelySecret.init)
        return more.isEmpty ? self : SecretMask(patterns: Set(patterns), unlikely.union(more))
    }

    private init(patterns: Set<[UInt8]>, _ unlikely: Set<UnlikelySecret> = []) {
        self.unlikely = unlikely
        self.patterns = patterns.sorted { $0.count != $1.count ? $0.count > $1.count : $0.lexicographicallyPrecedes($1) }
    }

    /// The mask with the forms of all secrets.
    private var whole: SecretMask {
        unlikely.isEmpty ? self : SecretMask(patterns: Set(patterns + SecretMask(Set(unlikely.map(\.value))).patterns))
    }

    /// The sequences that these bytes may contain.
    private func searched(in bytes: [UInt8]) -> [[UInt8]] {
        guard !unlikely.isEmpty else { return patterns }
        let likely = bytes.withUnsafeBytes { bytes in unlikely.filter { $0.mayBe(in: bytes) } }
        return adding(Set(likely.map(\.value))).patterns
    }

    /// The length of the longest sequence.
    var longestByteCount: Int { whole.patterns.first?.count ?? 1 }

    /// True if nothing is masked.
    public var isEmpty: Bool { patterns.isEmpty && unlikely.isEmpty }

    /// The text with secrets masked, also the beginning of one where a message was cut.
    public func masked(_ text: String) -> String {
        guard !isEmpty else { return text }
        let bytes = masked(Array(text.utf8))
        return String(decoding: bytes.count <= Self.longestMessage ? maskingCutSecrets(in: bytes) : bytes, as: UTF8.self)
    }

    /// The length of the longest text that is searched for cut secrets.
    private static let longestMessage = 64 << 10
    /// The minimum length of a beginning that is taken for a secret. Shorter ones are often ordinary words.
    private static let minCutByteCount = 6

    /// Masks the beginnings of secrets that stand before an ellipsis.
    private func maskingCutSecrets(in bytes: [UInt8]) -> [UInt8] {
        let ellipsis = Array("…".utf8)
        var (result, rest) = ([UInt8](), bytes[...])
        guard rest.firstRange(of: ellipsis) != nil else { return bytes }
        let whole = whole
        while let end = rest.firstRange(of: ellipsis) {
            let shown = rest[..<end.lowerBound]
            let count = whole.byteCountOfCutSecret(in: shown, atLeast: Self.minCutByteCount)
            result += shown.dropLast(count) + (count == 0 ? [] : Array(Self.sign.utf8)) + ellipsis
            rest = rest[end.upperBound...]
        }
        return result + rest
    }

    /// The URL with secrets masked. A short secret is often an ordinary word, so it is masked only as a whole segment or value: with `auth`
    /// as a password, `/digest-auth/auth` becomes `/digest-auth/••••`.
    func masked(url: String) -> String {
        guard !isEmpty else { return url }
        let plain = Array(url.utf8)
        let bytes = searched(in: plain).reduce(plain) { bytes, pattern in
            guard pattern.count < Self.longByteCount else { return Self.replace(pattern, in: bytes) }
            return Self.replace(pattern, in: bytes) { !Self.isOfWord($0) && !Self.isOfWord($1) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// True for the characters of segments and values; `/`, `?`, `=`, `&`, `%` and others are separators.
    static func isOfWord(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return Unicode.Scalar(byte).properties.isAlphabetic || ("0"..."9").contains(Unicode.Scalar(byte)) || "-._~".utf8.contains(byte)
    }

    /// The bytes with secrets masked (in UTF-8).
    public func masked(_ bytes: [UInt8]) -> [UInt8] { searched(in: bytes).reduce(bytes) { Self.replace($1, in: $0) } }

    /// The bytes of a body that was cut off, with secrets masked, including a secret that is cut off at the end.
    package func masked(cut bytes: [UInt8]) -> [UInt8] {
        let count = whole.byteCountOfCutSecret(in: bytes)
        return masked(Array(bytes.dropLast(count))) + (count == 0 ? [] : Array(Self.sign.utf8))
    }

    /// The number of bytes at the end that are the beginning of a secret; 0 if there are none.
    private func byteCountOfCutSecret(in bytes: some BidirectionalCollection<UInt8>, atLeast least: Int = minByteCount) -> Int {
        patterns.reduce(0) { longest, pattern in
            let counts = stride(from: min(pattern.count - 1, bytes.count), through: max(longest + 1, least), by: -1)
            return counts.first { bytes.suffix($0).elementsEqual(pattern.prefix($0)) } ?? longest
        }
    }

    fileprivate static func isFound(_ pattern: [UInt8], in bytes: UnsafeRawBufferPointer) -> Bool {
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

    /// Replaces a pattern by the sign if its neighbours allow it.
    private static func replace(
        _ pattern: [UInt8], in bytes: [UInt8], where isSecret: (_ before: UInt8?, _ after: UInt8?) -> Bool = { _, _ in true }
    ) -> [UInt8] {
        var result: [UInt8] = []
        var copied = 0
        var position = 0
        bytes.withUnsafeBufferPointer { buffer in
            while position + pattern.count <= buffer.count {
                let end = position + pattern.count
                guard buffer[position] == pattern[0], buffer[position..<end].elementsEqual(pattern),
                    isSecret(position > 0 ? buffer[position - 1] : nil, end < buffer.count ? buffer[end] : nil)
                else {
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

    /// True if the file contains one of the secrets, or cannot be read.
    /// - Parameter isCut: whether its end may be the beginning of a secret.
    func isFound(inFileAt path: String, isCut: Bool) -> Bool {
        guard !isEmpty else { return false }
        guard unlikely.isEmpty else { return whole.isFound(inFileAt: path, isCut: isCut) }
        guard let file = try? Descriptor(opening: path, O_RDONLY) else { return true }
        return withUnsafeTemporaryAllocation(byteCount: Self.chunkByteCount + longestByteCount, alignment: 16) { buffer in
            var kept = 0
            while true {
                guard let count = try? file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[kept...])) else { return true }
                guard count > 0 else { return isCut && byteCountOfCutSecret(in: buffer[..<kept]) > 0 }
                let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<(kept + count)])
                if patterns.contains(where: { Self.isFound($0, in: bytes) }) { return true }
                // A secret may continue in the next chunk.
                kept = min(bytes.count, longestByteCount - 1)
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.suffix(kept)))
            }
        }
    }

    /// The forms in which a secret can occur in sent, shown or stored data.
    static func forms(of secret: String) -> Set<String> {
        let partName = MultipartPart.escape(secret)
        let base64 = Data(secret.utf8).base64EncodedString()
        let urls = urlForms(of: secret)
        let plain = urls.union([secret, partName, base64])
        // A fast path: most secrets have no characters to escape.
        if secret.utf8.allSatisfy({ $0 < 0x80 && isOfWord($0) }) { return plain }
        // A path keeps quotes and backslashes, which a server then escapes in JSON.
        let escaped = [secret, partName] + urls.filter { $0.contains("\"") || $0.contains("\\") }
        return plain.union(urls.map(withLowerDigits)).union(escaped.flatMap(jsonForms)).union(markupForms(of: secret))
    }

    /// A URL's form with lower-case digits of percent codes, as some servers write it.
    private static func withLowerDigits(_ url: String) -> String {
        url.contains("%") ? url.replacing(/%[0-9A-F]{2}/) { $0.output.lowercased() } : url
    }

    /// The forms in JSON: with the escapes that JSON requires, and with those that writers of JSON add.
    private static func jsonForms(of text: String) -> [String] {
        let plain = JSONValue.string(text).compactText.dropFirst().dropLast()
        // All writers but .NET escape quotes and backslashes in the same way.
        let added: [(signs: String, isASCII: Bool)] = [
            ("", false), ("", true),  // Python
            ("/", false), ("/", true),  // PHP
            ("<>&", false), ("<>&", true),  // Go, Ruby
            ("<>&='", false), ("<>&='", true),  // Gson
            ("<>&'+`", true),  // .NET
        ]
        let scalars = Set(plain.unicodeScalars)
        let hasOther = scalars.contains { !$0.isASCII }
        let forms = added.flatMap { signs, isASCII -> [String] in
            // Most texts have few of the signs by which the writers differ.
            let (used, replacesQuotes) = (scalars.intersection(signs.unicodeScalars), signs.contains("`") && scalars.contains("\""))
            guard !used.isEmpty || replacesQuotes || isASCII && hasOther else { return [] }
            return [false, true].map { isUpper in
                let form = plain.unicodeScalars.map { scalar in
                    if scalar == "/", signs == "/" { return "\\/" }
                    return used.contains(scalar) || isASCII && !scalar.isASCII ? unicodeEscape(scalar, isUpper: isUpper) : String(scalar)
                }.joined()
                return replacesQuotes ? form.replacing("\\\"", with: "\\u0022") : form
            }
        }
        return [String(plain)] + forms
    }

    private static func unicodeEscape(_ scalar: Unicode.Scalar, isUpper: Bool) -> String {
        UTF16.encode(scalar).map { units in
            units.map { unit in
                let digits = String(unit, radix: 16, uppercase: isUpper)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        } ?? ""
    }

    /// The forms in HTML and XML, with the entities that the usual writers use.
    private static func markupForms(of text: String) -> [String] {
        let angles = ["&": "&amp;", "<": "&lt;", ">": "&gt;"]
        let added: [[String: String]] = [
            [:], ["\"": "&quot;"],
            ["\"": "&quot;", "'": "&#39;"], ["\"": "&quot;", "'": "&#039;"], ["\"": "&quot;", "'": "&#x27;"],
            ["\"": "&quot;", "'": "&apos;"],
            ["\"": "&#34;", "'": "&#39;"], ["\"": "&#34;", "'": "&#39;", "+": "&#43;"], ["\"": "&quot;", "'": "&#x27;", "+": "&#x2B;"],
            ["\"": "&quot;", "'": "&#x27;", "/": "&#x2F;"], ["\"": "&quot;", "'": "&#39;", "/": "&#x2F;", "`": "&#x60;", "=": "&#x3D;"],
        ]
        let scalars = Set(text.unicodeScalars.map(String.init))
        return Set(added.map { $0.filter { scalars.contains($0.key) } }).map { entities in
            text.unicodeScalars.map { entities[String($0)] ?? angles[String($0)] ?? String($0) }.joined()
        }
    }

    /// The forms in URL paths, queries and form bodies, as the HTTP library and the rows encode them.
    private static func urlForms(of secret: String) -> Set<String> {
        var request = HTTPRequest(url: "http://host/\(secret)")
        let written = String(request.percentEncodedPath.dropFirst())
        request.path = secret
        let path = request.percentEncodedPath
        request.queryItems = [URLQueryItem(name: "", value: secret)]
        let query = String(request.percentEncodedQuery?.dropFirst() ?? "")
        let form = (try? FormBody([URLQueryItem(name: "", value: secret)]).encode()) ?? []
        // The forms from variables and from typed text.
        let typed = QueryText.item(ResolvedText(), ResolvedText(secret))
        let forms: Set<String> = [
            written, path, query, secret.percentEncoded(keeping: .unreserved), String(typed.dropFirst()),
            String(decoding: form.dropFirst(), as: UTF8.self),
        ]
        return forms.filter { $0.utf8.count >= minByteCount }
    }
}

extension SecretMask {
    /// Finds the few of many secrets that a text contains. The time does not grow with the number of secrets.
    struct Finder {
        private let patterns: Set<[UInt8]>
        /// The lengths of the patterns that begin with the same bytes.
        private var lengths: [UInt32: Set<Int>] = [:]
        /// True for the first two bytes of a pattern.
        private var isStart = [Bool](repeating: false, count: 1 << 16)

        /// Prepares the search for the secrets of a mask.
        init(_ mask: SecretMask) {
            patterns = Set(mask.whole.patterns)
            for pattern in patterns {
                let key = Self.key(pattern[..<SecretMask.minByteCount])
                lengths[key, default: []].insert(pattern.count)
                isStart[Int(key >> 16)] = true
            }
        }

        private static func key(_ bytes: some Sequence<UInt8>) -> UInt32 { bytes.reduce(0) { ($0 << 8) | UInt32($1) } }

        /// A mask for the secrets that the bytes contain.
        func mask(of bytes: [UInt8]) -> SecretMask {
            var forms: Set<[UInt8]> = []
            bytes.withUnsafeBufferPointer { bytes in
                for start in bytes.indices.dropLast(SecretMask.minByteCount - 1)
                where isStart[Int(bytes[start]) << 8 | Int(bytes[start + 1])] {
                    let key = Self.key(bytes[start..<start + SecretMask.minByteCount])
                    for length in lengths[key] ?? [] where start + length <= bytes.count {
                        let text = Array(bytes[start..<start + length])
                        if patterns.contains(text) { forms.insert(text) }
                    }
                }
            }
            return SecretMask(patterns: forms)
        }
    }
}

/// A secret with what a text contains that contains one of its forms: to find that takes a hundredth of the time of making them.
private struct UnlikelySecret: Hashable {
    let value: String
    /// The longest run of letters and digits, which all forms but Base64 keep; nil if it is short, or a form may end before it.
    private let run: [UInt8]?
    private let base64: [UInt8]

    init(_ value: String) {
        self.value = value
        base64 = Array(Data(value.utf8).base64EncodedString().utf8)
        run = Self.longestRun(of: value)
    }

    private static func longestRun(of value: String) -> [UInt8]? {
        var (run, longest, codeByteCount) = ([UInt8](), [UInt8](), 0)
        for byte in value.utf8 {
            // The path of a URL ends there.
            if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { return nil }
            // The digits of a percent code may be of the other case.
            codeByteCount = byte == UInt8(ascii: "%") ? 3 : max(0, codeByteCount - 1)
            if codeByteCount == 0, (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) {
                run.append(byte)
                if run.count > longest.count { longest = run }
            } else {
                run = []
            }
        }
        return longest.count < SecretMask.minByteCount ? nil : longest
    }

    /// False if no form of the secret is in the bytes.
    func mayBe(in bytes: UnsafeRawBufferPointer) -> Bool {
        guard let run else { return true }
        return SecretMask.isFound(run, in: bytes) || SecretMask.isFound(base64, in: bytes)
    }
}
