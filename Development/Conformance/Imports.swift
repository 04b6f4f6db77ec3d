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
        Corpus(name: "bru_lang") { example in try Corpus.facts(of: example.text("bru")) },
        // The same facts for each version, but for the version itself.
        Corpus(name: "postman_versions") { example in
            let versions = try ["v20", "v21"].compactMap { example[$0] }.map { value in
                var facts = try Corpus.facts(of: value.compactText)
                facts["version"] = nil
                return facts
            }
            guard let first = versions.first, versions.allSatisfy({ $0 == first }) else {
                throw Refusal(description: "the versions differ")
            }
            return first
        },
        Corpus(name: "har_request") { example in
            .array(try await SentDrafts(try drafts(of: (example["har_request"] ?? .null).compactText), files: example["files"]).values())
        },
        Corpus(name: "hurl") { example in
            let drafts = try drafts(of: example.text("hurl"))
            let isSent = example["kind"]?.string?.hasPrefix("tests_ok") == true
            return .array(isSent ? (try? await SentDrafts(drafts, files: example["files"]).values()) ?? [] : [])
        },
        // A real file, by its path.
        Corpus(name: "facts") { example in
            let path = try example.text("path")
            return .object(
                try Importer().facts(name: path, bytes: ImportFolder.readFile(path), in: ImportFolder(parentFolder(of: path))))
        },
    ]

    private static func facts(of text: String) throws -> JSONValue {
        .object(try Importer().facts(name: "case", bytes: Array(text.utf8)))
    }

    private static func drafts(of text: String) throws -> [RequestDraft] {
        try Importer().read(name: "case", bytes: Array(text.utf8)).collections.flatMap(\.requests).map(\.request.draft)
    }
}
