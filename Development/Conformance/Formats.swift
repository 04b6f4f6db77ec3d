import HTTP
import JSON
import Platform
import Query

extension Corpus {
    static let formats = [
        Corpus(name: "json_parse") { example in
            _ = try JSONValue(parsing: bytes(example["input_b64"]?.string), limits: JSONLimits(depth: 2000))
            return true
        },
        Corpus(name: "sse") { example in
            var parser = ServerSentEventParser()
            let events = try (example["chunks_b64"]?.array ?? []).flatMap { parser.parse(try bytes($0.string)) }
            let list = events.map { event -> JSONValue in
                .object([("event", .string(event.event)), ("data", .string(event.data)), ("id", .string(event.id))])
            }
            return .object([("events", .array(list)), ("retry", parser.retryMilliseconds.map { .number($0) } ?? .null)])
        },
        Corpus(name: "multipart") { example in
            let parts = try MultipartParser.parse(bytes(example["body_b64"]?.string), boundary: example.text("boundary"))
            return .array(
                parts.map { part in
                    .object([
                        ("name", .optional(part.name)), ("filename", .optional(part.fileName)),
                        ("data_b64", .string(Data(part.bytes).base64EncodedString())),
                    ])
                })
        },
        Corpus(name: "content_disposition") { example in
            let switches = example["options"]?[0]
            var options: ContentDisposition.Options = switches?["extended"]?.bool == false ? [] : .extended
            if switches?["multipart"]?.bool == true { options.insert(.multipart) }
            let disposition = ContentDisposition(try example.text("header"), options: options)
            let parameters = disposition.parameters.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.string($0.value)) }
            return .object([("type", .string(disposition.type)), ("parameters", .object(parameters))])
        },
    ]

    private static func bytes(_ base64: String?) throws -> [UInt8] {
        guard let base64, let data = Data(base64Encoded: base64) else { throw Refusal(description: "no base64") }
        return Array(data)
    }
}

extension Corpus {
    static let queries = [
        Corpus(name: "jsonpath") { example in
            let path = try JSONPath(example.text("selector"))
            return .array(try path.values(in: Array((example["document"] ?? .null).compactText.utf8)))
        },
        // jq reads a text, of which a byte order mark is a part.
        Corpus(name: "jq") { example in
            let query = try Query(.jq, example.text("program"))
            return .array(try await QueryWorker().values(of: query, in: .bytes(Array(example.text("input").utf8))))
        },
    ]
}
