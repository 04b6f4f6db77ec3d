import Hashing
import HTTP
import HTTPConformance
import HTTPCurl
import JSON
import Platform

extension Corpus {
    /// Raw responses, served once to the transport by a scripted server.
    static let httpResponses = [
        Corpus(name: "http_response") { example in
            guard let bytes = Data(base64Encoded: try example.text("raw_b64")) else { throw Refusal(description: "no Base64 at raw_b64") }
            // The verdicts are libcurl's own, which lets pass what breaks RFC 9112.
            return try await receive(Array(bytes), parsing: .lenient)
        },
        Corpus(name: "llhttp_response") { example in
            let isLenient = try example["meta"]?.text("type").contains("lenient") ?? false
            do {
                return try await receive(unescaped(example.text("http")), parsing: isLenient ? .lenient : .strict)
            } catch let error as HTTPError {
                // The cases end where the parser's interest does, often in the middle of a message.
                guard let response = error.response, (error.underlyingError as? LibcurlError)?.isEarlyEnd == true else { throw error }
                return .object([("status", .number(Int(response.status.rawValue)))])
            }
        },
    ]

    private static let loader = CurlLoader()

    private static func receive(_ bytes: [UInt8], parsing: HTTPResponseParsing) async throws -> JSONValue {
        let server = try FaultServer(answering: bytes)
        var request = server.request()
        request.decompression = .none
        request.responseParsing = parsing
        let response = try await loader.load(request)
        let body = try await response.body.collect(upTo: 16_777_216)
        return .object([
            ("status", .number(response.status.rawValue)),
            ("headers", .array(response.headers.map { .array([.string($0.name), .string($0.value)]) })),
            ("body_sha256", .string(HashAlgorithm.sha256.digest(of: body).hexadecimal)),
        ])
    }

    /// The notation of llhttp's test files: a line's end stands for CR LF, and `\n`, `\r`, `\t` for themselves. Line ends at the end
    /// of the text were cut off.
    private static func unescaped(_ text: String) -> [UInt8] {
        let bytes = text.replacing("\n", with: "\r\n").replacing("\\n", with: "\n").replacing("\\r", with: "\r").replacing(
            "\\t", with: "\t")
        return Array("\(bytes)\r\n\r\n".utf8)
    }
}

extension LibcurlError {
    /// `CURLE_PARTIAL_FILE`.
    var isEarlyEnd: Bool { number == 18 }
}
