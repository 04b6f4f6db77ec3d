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
    package static func isSeen(in bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { position(of: Array(sign.utf8), in: $0) != nil } }

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

    /// The sequences to replace in these bytes: those in them, and any that a sign beside them may complete.
    private func searched(in bytes: [UInt8]) -> [[UInt8]] {
        bytes.withUnsafeBytes { bytes in
            let patterns = unlikely.isEmpty ? self.patterns : adding(UnlikelySecret.values(of: unlikely, in: bytes)).patterns
            let found = Finder.found(patterns, in: bytes)
            guard !found.isEmpty else { return [] }
            let signs = Set(Self.sign.utf8)
            return patterns.indices.filter { found.contains($0) || patterns[$0].contains(where: signs.contains) }.map { patterns[$0] }
        }
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

    /// The first position of a pattern, from another position on; nil if there is none.
    private static func position(of pattern: [UInt8], in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        var position = start
        while position + pattern.count <= bytes.count,
            let found = memchr(base + position, Int32(pattern[0]), bytes.count - pattern.count - position + 1)
        {
            position = UnsafeRawPointer(found) - base
            if memcmp(found, pattern, pattern.count) == 0 { return position }
            position += 1
        }
        return nil
    }

    /// Replaces a pattern by the sign if its neighbours allow it.
    private static func replace(
        _ pattern: [UInt8], in bytes: [UInt8], where isSecret: (_ before: UInt8?, _ after: UInt8?) -> Bool = { _, _ in true }
    ) -> [UInt8] {
        var (result, copied, next) = ([UInt8](), 0, 0)
        bytes.withUnsafeBytes { buffer in
            while let start = position(of: pattern, in: buffer, from: next) {
                let end = start + pattern.count
                guard isSecret(start > 0 ? buffer[start - 1] : nil, end < buffer.count ? buffer[end] : nil) else {
                    next = start + 1
                    continue
                }
                result += buffer[copied..<start]
                result += Array(sign.utf8)
                (copied, next) = (end, end)
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
                if !Finder.found(patterns, in: bytes).isEmpty { return true }
                // A secret may continue in the next chunk.
                kept = min(bytes.count, longestByteCount - 1)
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.suffix(kept)))
            }
        }
    }

    /// The bytes that every form but Base64 keeps.
    private static let keptBytes = ASCIISet.alphanumeric.union(ASCIISet("-._"))

    /// The forms in which a secret can occur in sent, shown or stored data.
    static func forms(of secret: String) -> Set<String> {
        let base64 = Data(secret.utf8).base64EncodedString()
        if secret.utf8.allSatisfy(keptBytes.contains) { return [secret, base64] }
        let partName = MultipartPart.escape(secret)
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
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) }
        var (bytes, position) = (Array(url.utf8), 0)
        while position + 2 < bytes.count {
            guard bytes[position] == UInt8(ascii: "%"), isDigit(bytes[position + 1]), isDigit(bytes[position + 2]) else {
                position += 1
                continue
            }
            // Decimal digits have the bit already.
            for digit in position + 1...position + 2 { bytes[digit] |= 0x20 }
            position += 3
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The printable signs that a writer of JSON may escape.
    private static let jsonSigns = ASCIISet("\"\\/<>&='+`")

    /// The forms in JSON: with the escapes that JSON requires, and with those that writers of JSON add.
    private static func jsonForms(of text: String) -> [String] {
        // A fast path: no writer escapes any of these.
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && !jsonSigns.contains($0) }) { return [text] }
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
            // The form before has the same signs, and is equal.
            if isASCII, !hasOther, !signs.contains("`") { return [] }
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

    /// The signs for which entities stand.
    private static let markupSigns = ASCIISet("&<>\"'+/=`")

    /// The forms in HTML and XML, with the entities that the usual writers use.
    private static func markupForms(of text: String) -> [String] {
        // A fast path: no entity stands for any of these.
        if !text.utf8.contains(where: markupSigns.contains) { return [text] }
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
        private let patterns: [[UInt8]]
        /// The numbers of the patterns that begin with the same bytes.
        private var numbers: [UInt32: [Int]] = [:]
        /// A bit for some of the first bytes, so that few others are looked up.
        private var starts = [UInt64](repeating: 0, count: 1 << 10)

        /// Prepares the search for the secrets of a mask.
        init(_ mask: SecretMask) { self.init(mask.whole.patterns) }

        private init(_ patterns: [[UInt8]]) {
            self.patterns = patterns
            for (number, pattern) in patterns.enumerated() {
                let key = pattern[..<SecretMask.minByteCount].reduce(UInt32(0)) { ($0 << 8) | UInt32($1) }
                numbers[key, default: []].append(number)
                starts[Self.bit(of: key) >> 6] |= 1 << UInt64(Self.bit(of: key) & 63)
            }
        }

        private static func bit(of key: UInt32) -> Int { Int((key &* 0x9E37_79B1) >> 16) }

        private func found(in bytes: UnsafeRawBufferPointer) -> Set<Int> {
            var (found, key) = (Set<Int>(), UInt32(0))
            for end in bytes.indices {
                key = (key << 8) | UInt32(bytes[end])
                let (bit, start) = (Self.bit(of: key), end - SecretMask.minByteCount + 1)
                guard starts[bit >> 6] >> UInt64(bit & 63) & 1 == 1, start >= 0, let base = bytes.baseAddress else { continue }
                for number in numbers[key] ?? [] where !found.contains(number) && start + patterns[number].count <= bytes.count {
                    if memcmp(base + start, patterns[number], patterns[number].count) == 0 { found.insert(number) }
                }
            }
            return found
        }

        /// The numbers of the sequences that the bytes contain.
        fileprivate static func found(_ patterns: [[UInt8]], in bytes: UnsafeRawBufferPointer) -> Set<Int> {
            if patterns.count > 3, bytes.count > 500 { return Finder(patterns).found(in: bytes) }
            // Preparing the search would take longer.
            return Set(patterns.indices.filter { SecretMask.position(of: patterns[$0], in: bytes) != nil })
        }

        /// A mask for the secrets that the bytes contain.
        func mask(of bytes: [UInt8]) -> SecretMask {
            SecretMask(patterns: Set(bytes.withUnsafeBytes { found(in: $0) }.map { patterns[$0] }))
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

    /// The values of the secrets of which the bytes may contain a form.
    static func values(of secrets: Set<UnlikelySecret>, in bytes: UnsafeRawBufferPointer) -> Set<String> {
        let parts = secrets.flatMap { secret in secret.run.map { [$0, secret.base64] } ?? [] }
        let found = Set(SecretMask.Finder.found(parts, in: bytes).map { parts[$0] })
        return Set(secrets.filter { secret in secret.run.map { found.contains($0) || found.contains(secret.base64) } ?? true }.map(\.value))
    }
}
