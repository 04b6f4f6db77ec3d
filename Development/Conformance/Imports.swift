import Interchange
import JSON
import Platform
import Workspace

extension Corpus {
    /// Formats of other programs: that they are read, and the requests that go out.
    static let imports = [
        Corpus(name: "yaml") { example in
            .array(try YAMLReader.documents(Array(example.text("yaml").utf8)))
        },
        Corpus(name: "bru_lang") { example in try FileFacts(name: "case", bytes: Array(example.text("bru").utf8)).facts() },
        // The same facts for each version.
        Corpus(name: "postman_versions") { example in
            let versions = try ["v20", "v21"].compactMap { example[$0] }.map { value in
                try FileFacts(name: "case", bytes: Array(value.compactText.utf8)).facts()
            }
            guard let first = versions.first, versions.allSatisfy({ $0 == first }) else {
                throw Refusal(description: "the versions differ")
            }
            return first
        },
        Corpus(name: "har_request") { example in
            .array(try await SentDrafts(try drafts(of: (example["har_request"] ?? .null).compactText), files: example["files"]).values())
        },
        Corpus(name: "hurl") { try await HurlCase($0).requests() },
        // A real file, by its path.
        Corpus(name: "facts") { example in
            let path = try example.text("path")
            return try FileFacts(name: path, bytes: ImportFolder.readFile(path), in: ImportFolder(parentFolder(of: path))).facts()
        },
    ]

    fileprivate static func drafts(of text: String, format: ImportFormat? = nil) throws -> [RequestDraft] {
        try Importer(format: format).read(name: "case", bytes: Array(text.utf8)).collections.flatMap(\.requests).map(\.request.draft)
    }
}

/// A file of Hurl with the command line that it is run by.
private struct HurlCase {
    private let text: String
    private let isSent: Bool
    private let words: [String]
    /// The folder that the file is run in.
    private let folder: String

    init(_ example: JSONValue) throws {
        text = try example.text("hurl")
        isSent = example["kind"]?.string?.hasPrefix("tests_ok") == true
        let lines = (example["options"]?.string ?? "").split(separator: "\n")
        words = lines.last { $0.hasPrefix("hurl ") }.flatMap { ShellWords.split(String($0), .bash) } ?? []
        folder = example["id"]?.string?.split(separator: "/").dropLast().joined(separator: "/") ?? ""
    }

    /// The requests of the file; none for a file that is only read.
    func requests() async throws -> JSONValue {
        let drafts = try Corpus.drafts(of: text, format: ImportFormat.all.first { $0.id == "hurl" })
        guard isSent else { return .array([]) }
        var sent = SentDrafts(drafts, files: nil)
        // A value that a response of the server would give stays as it is written.
        let variables = Dictionary(values(of: "--variable").map { Self.pair($0) }) { $1 }
        sent.value = { variables[$0] ?? "\\{{\($0)}}" }
        sent.folder = values(of: "--file-root").last ?? folder
        return .array(try await sent.values())
    }

    private func values(of option: String) -> [String] {
        words.indices.dropLast().filter { words[$0] == option }.map { words[$0 + 1] }
    }

    private static func pair(_ text: String) -> (String, String) {
        let name = text.prefix { $0 != "=" }
        return (String(name), String(text.dropFirst(name.count + 1)))
    }
}
