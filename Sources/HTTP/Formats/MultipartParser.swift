import Hashing
public import Platform

/// A parser for multipart bodies in memory (RFC 2046 section 5.1, RFC 7578).
public struct MultipartParser {
    private let bytes: [UInt8]
    private let delimiter: [UInt8]
    private let maxParts: Int
    private var position = 0

    /// Parses a body.
    /// - Parameters:
    ///   - bytes: the whole body, with all its boundaries.
    ///   - boundary: the boundary of the content type.
    ///   - maxParts: the maximum number of parts.
    /// - Throws: ``MultipartError`` with the position of the problem.
    public static func parse(_ bytes: [UInt8], boundary: String, maxParts: Int = 10_000) throws(MultipartError) -> [ReceivedPart] {
        var parser = MultipartParser(bytes: bytes, delimiter: Array("--\(boundary)".utf8), maxParts: maxParts)
        return try parser.parts()
    }

    private mutating func parts() throws(MultipartError) -> [ReceivedPart] {
        try skipPreamble()
        var parts: [ReceivedPart] = []
        while try !skip("--") {
            skipBlanks()
            _ = try skip("\r\n")
            guard parts.count < maxParts else { throw failure("no more than \(maxParts) parts") }
            parts.append(try part())
        }
        return parts
    }

    /// Skips the text before the first boundary.
    private mutating func skipPreamble() throws(MultipartError) {
        if isDelimiter(at: 0) { return position = delimiter.count }
        guard let start = findDelimiter(from: 0) else { throw failure("the boundary") }
        position = start + 2 + delimiter.count
    }

    private mutating func part() throws(MultipartError) -> ReceivedPart {
        var headers = HTTPHeaders()
        while try !skip("\r\n") { headers.fields.append(try headerField()) }
        // The line break before a boundary belongs to the boundary, also for an empty part.
        guard let end = findDelimiter(from: position - 2) else { throw failure("the boundary") }
        let content = Array(bytes[position..<max(position, end)])
        position = end + 2 + delimiter.count
        return ReceivedPart(headers: headers, bytes: TransferEncoding.decode(content, headers["Content-Transfer-Encoding"]))
    }

    private mutating func headerField() throws(MultipartError) -> HTTPHeaderField {
        let start = position
        while position < bytes.count, ASCII.isTokenByte(bytes[position]) { position += 1 }
        guard position > start, position < bytes.count, bytes[position] == 0x3A else { throw failure("a header name and a colon") }
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        let valueStart = position + 1
        while position < bytes.count, bytes[position] != 0x0D, bytes[position] != 0x0A { position += 1 }
        let value = ASCII.trimmed(String(decoding: bytes[valueStart..<position], as: UTF8.self))
        guard try skip("\r\n") else { throw failure("a line break after the header") }
        return HTTPHeaderField(name: name, value: value)
    }

    /// Skips the text if it is next.
    /// - Throws: at the end of the body.
    private mutating func skip(_ text: String) throws(MultipartError) -> Bool {
        guard position < bytes.count else { throw failure("more, as the last boundary is missing") }
        guard matches(Array(text.utf8), at: position) else { return false }
        position += text.utf8.count
        return true
    }

    private mutating func skipBlanks() {
        while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
    }

    private func matches(_ pattern: [UInt8], at index: Int) -> Bool {
        index >= 0 && index + pattern.count <= bytes.count && bytes[index..<(index + pattern.count)].elementsEqual(pattern)
    }

    /// The next line break that is followed by a delimiter.
    private func findDelimiter(from start: Int) -> Int? {
        var index = start
        while index < bytes.count, let candidate = bytes[index...].firstIndex(of: 0x0D) {
            if matches([0x0D, 0x0A], at: candidate), isDelimiter(at: candidate + 2) { return candidate }
            index = candidate + 1
        }
        return nil
    }

    /// True for the boundary, after the last part with two hyphens, followed by white space and a line break; with anything else after it, the
    /// line is data.
    private func isDelimiter(at index: Int) -> Bool {
        guard matches(delimiter, at: index) else { return false }
        var end = index + delimiter.count
        let isLast = matches([0x2D, 0x2D], at: end)
        if isLast { end += 2 }
        while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
        return matches([0x0D, 0x0A], at: end) || (isLast && (end == bytes.count || bytes[end] == 0x0A))
    }

    private func failure(_ expected: String) -> MultipartError { MultipartError(offset: position, expected: expected) }
}

/// One part of a received multipart body.
public struct ReceivedPart: Hashable, Sendable {
    /// The headers in the order received.
    public let headers: HTTPHeaders
    /// The content, decoded by its `Content-Transfer-Encoding`.
    public let bytes: [UInt8]

    /// The name in `Content-Disposition`.
    public var name: String? { disposition?.parameters["name"] }
    /// The file name in `Content-Disposition`; nil for a field. Not safe as a path: see ``ContentDisposition/safeFileName``.
    public var fileName: String? { disposition?.parameters["filename"] }

    private var disposition: ContentDisposition? {
        headers["Content-Disposition"].map { ContentDisposition($0, options: [.extended, .multipart]) }
    }
}

/// A malformed multipart body.
public struct MultipartError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
    /// The position of the problem in bytes.
    public let offset: Int
    /// The expected content.
    public let expected: String

    /// The position and the expected content, as a sentence.
    public var description: String { "The multipart body is malformed at byte \(offset): expected \(expected)." }
    /// The text for a user.
    public var errorDescription: String? { description }
}

extension HTTPHeaders {
    /// The boundary named in `Content-Type`; nil if the type is not `multipart/…` or names none (RFC 2046 section 5.1.1).
    public var multipartBoundary: String? {
        guard let type = self["Content-Type"], ASCII.lowercased(ASCII.trimmed(type)).hasPrefix("multipart/") else { return nil }
        return HeaderParameters.parse(type).parameters.first { $0.name == "boundary" }?.value
    }
}

/// The encodings of parts (RFC 2045 section 6), deprecated by RFC 7578 and still in use.
enum TransferEncoding {
    /// Decodes base64 and quoted-printable; returns the bytes unchanged for other encodings and for invalid base64.
    static func decode(_ bytes: [UInt8], _ name: String?) -> [UInt8] {
        switch name.map({ ASCII.lowercased($0) }) {
        case "base64":
            let digits = bytes.filter { ![0x0D, 0x0A, 0x20, 0x09].contains($0) }
            return Base64.decode(String(decoding: digits, as: UTF8.self)) ?? bytes
        case "quoted-printable": return quotedPrintable(bytes)
        default: return bytes
        }
    }

    private static func quotedPrintable(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x3D, index + 2 < bytes.count {
                if bytes[index + 1] == 0x0D, bytes[index + 2] == 0x0A {
                    index += 3
                    continue
                }
                if let high = hexadecimalValue(of: bytes[index + 1]), let low = hexadecimalValue(of: bytes[index + 2]) {
                    output.append(high << 4 | low)
                    index += 3
                    continue
                }
            }
            output.append(bytes[index])
            index += 1
        }
        return output
    }
}
