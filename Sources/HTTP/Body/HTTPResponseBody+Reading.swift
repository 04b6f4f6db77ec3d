#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension HTTPResponseBody {
    /// The limit for reading a body as a whole unless another is given: 16 MiB.
    public static let defaultLimit = 16 << 20

    /// The whole body. See ``collect(upTo:)`` for the limit and the errors.
    public func data(upTo limit: Int = defaultLimit) async throws(HTTPError) -> Data {
        try await collect(upTo: limit, into: Data(capacity: capacity(upTo: limit))) { $0.append(contentsOf: $1) }
    }

    /// The whole body as text, in the character set that `Content-Type` names or else UTF-8. Invalid bytes become U+FFFD.
    /// - Throws: ``HTTPError/Code/invalidResponse`` for a character set that is neither Unicode nor Latin 1.
    public func text(upTo limit: Int = defaultLimit) async throws(HTTPError) -> String {
        let bytes = try await collect(upTo: limit)
        let charset = head?.headers[.contentType].flatMap(Self.charset) ?? "utf-8"
        switch charset {
        case "utf-8", "utf8": return Self.text(bytes)
        case "us-ascii", "iso-8859-1", "latin1": return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        case "utf-16", "utf-16le", "utf-16be":
            return Self.wideText(bytes, isBigEndian: charset == "utf-16be" || (charset == "utf-16" && bytes.starts(with: [0xFE, 0xFF])))
        default:
            throw undecodable(bytes, "The text is in the character set \(charset.quotedForMessage): read it by `data()` and convert it.")
        }
    }

    /// The whole body, decoded from JSON.
    /// - Throws: ``HTTPError/Code/invalidResponse`` with the decoder's error and the bytes, or the errors of ``collect(upTo:)``.
    public func decode<Value: Decodable>(
        _ type: Value.Type, upTo limit: Int = defaultLimit, decoder: JSONDecoder = JSONDecoder()
    ) async throws(HTTPError) -> Value {
        let bytes = try await data(upTo: limit)
        do {
            return try decoder.decode(type, from: bytes)
        } catch {
            throw undecodable(Array(bytes), "The body is not JSON of the expected form. \(error)", error)
        }
    }

    /// The whole body, decoded from JSON as the type that is expected here.
    public func json<Value: Decodable>(upTo limit: Int = defaultLimit, decoder: JSONDecoder = JSONDecoder()) async throws(HTTPError)
        -> Value
    {
        try await decode(Value.self, upTo: limit, decoder: decoder)
    }

    /// The `charset` of a media type, in lower case.
    private static func charset(of mediaType: String) -> String? {
        for parameter in mediaType.split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, ASCII.equalIgnoringCase(ASCII.trimmed(parts[0]), "charset") else { continue }
            return ASCII.lowercased(ASCII.trimmed(parts[1]).filter { $0 != "\"" })
        }
        return nil
    }

    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...], as: UTF8.self)
    }

    private static func wideText(_ bytes: [UInt8], isBigEndian: Bool) -> String {
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        return String(decoding: units.first == 0xFEFF ? units[1...] : units[...], as: UTF16.self)
    }

    private func undecodable(_ bytes: [UInt8], _ message: String, _ cause: (any Error)? = nil) -> HTTPError {
        let received = head.map { head in
            HTTPResponse(
                request: request, status: head.status, message: head.message, headers: head.headers,
                body: HTTPResponseBody(bytes, for: request),
                version: head.version)
        }
        return HTTPError(.invalidResponse, request: request, response: received, underlyingError: cause, message: message)
    }
}
