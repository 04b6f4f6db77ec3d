import Platform

/// The parts of a `multipart/form-data` body (RFC 7578).
struct MultipartForm: Sendable {
    struct Part: Sendable, Hashable {
        let name: String
        /// Nil for a plain field.
        let fileName: String?
        let contentType: String?
        let content: [UInt8]
    }

    private static let lineEnd = Array("\r\n".utf8)
    private static let headEnd = Array("\r\n\r\n".utf8)

    let parts: [Part]

    /// Nil if the bytes do not begin and end with the boundary, or a part has no name.
    init?(_ bytes: [UInt8], boundary: String) {
        let delimiter = Array("\r\n--\(boundary)".utf8)
        guard !boundary.isEmpty, bytes.starts(with: delimiter.dropFirst(2)) else { return nil }
        var parts: [Part] = []
        var rest = bytes[(delimiter.count - 2)...]
        while !rest.starts(with: [UInt8(ascii: "-"), UInt8(ascii: "-")]) {
            guard let start = rest.range(of: Self.lineEnd)?.upperBound else { return nil }
            // The line end stays: a part without headers has its empty line right there.
            let content = rest[(start - Self.lineEnd.count)...]
            guard let end = content.range(of: delimiter), let part = Self.part(content[..<end.lowerBound]) else { return nil }
            parts.append(part)
            rest = rest[end.upperBound...]
        }
        self.parts = parts
    }

    private static func part(_ bytes: ArraySlice<UInt8>) -> Part? {
        guard let split = bytes.range(of: headEnd) else { return nil }
        let headers = headers(bytes[..<split.lowerBound])
        let disposition = HeaderParameters(headers["Content-Disposition"] ?? "")
        guard let name = disposition["name"] else { return nil }
        return Part(
            name: name, fileName: fileName(disposition), contentType: headers["Content-Type"], content: Array(bytes[split.upperBound...]))
    }

    private static func headers(_ bytes: ArraySlice<UInt8>) -> HeaderList {
        var headers = HeaderList()
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\r\n") {
            if case (let name, let value?) = line.splitOnce(at: ":") { headers.append(name, String(value.drop { $0 == " " })) }
        }
        return headers
    }

    /// `filename*` (RFC 8187) before `filename`.
    private static func fileName(_ disposition: HeaderParameters) -> String? {
        guard let extended = disposition["filename*"] else { return disposition["filename"] }
        let parts = extended.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3 ? parts[2].percentDecoded() : disposition["filename"]
    }
}

extension ArraySlice<UInt8> {
    /// The first occurrence of `pattern`, which must not be empty.
    fileprivate func range(of pattern: [UInt8]) -> Range<Int>? {
        var start = startIndex
        while let candidate = self[start...].firstIndex(of: pattern[0]) {
            if self[candidate...].starts(with: pattern) { return candidate..<candidate + pattern.count }
            start = candidate + 1
        }
        return nil
    }
}
