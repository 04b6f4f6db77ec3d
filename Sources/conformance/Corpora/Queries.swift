import JSON
import Query

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
