import JSON
import Platform
import Query

/// Runs cases of neutral corpora, so that a scorer can compare the results.
///
/// `conformance CORPUS` reads one case a line from standard input, as JSON, and writes `{"id": …, "output": …}` or
/// `{"id": …, "error": "…"}` for each.
@main enum Conformance {
    static func main() async {
        if CommandLine.arguments.dropFirst().first == Worker.argument { Worker.run(Worker.tasks) }
        let names = Corpus.all.map(\.name)
        guard CommandLine.arguments.count == 2, let corpus = Corpus.all.first(where: { $0.name == CommandLine.arguments[1] }) else {
            let usage = "usage: conformance CORPUS\nCORPUS is one of \(names.joined(separator: ", ")).\n"
            _ = usage.withCString { write(STDERR_FILENO, $0, strlen($0)) }
            exit(2)
        }
        while let line = readLine() {
            if !line.isEmpty { print(await answer(line, corpus).compactText) }
        }
    }

    private static func answer(_ line: String, _ corpus: Corpus) async -> JSONValue {
        let id = (try? JSONValue(parsing: line))?["id"] ?? .null
        do {
            let output = try await corpus.respond(JSONValue(parsing: line))
            return .object([("id", id), ("output", output)])
        } catch {
            return .object([("id", id), ("error", .string("\(error)"))])
        }
    }
}

/// A kind of case, with the function that runs it.
struct Corpus: Sendable {
    let name: String
    let respond: @Sendable (JSONValue) async throws -> JSONValue

    static let all = urls + formats + authentication + cookies + httpResponses + queries + curl + imports + documents + schemas
}

/// The error for an incomplete case, or for input that the code under test refused by returning nil.
struct Refusal: Error, CustomStringConvertible {
    let description: String
}

extension JSONValue {
    /// The text at a name; a case without it is refused.
    func text(_ name: String) throws -> String {
        guard let text = self[name]?.string else { throw Refusal(description: "no text at \(name)") }
        return text
    }

    static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}
