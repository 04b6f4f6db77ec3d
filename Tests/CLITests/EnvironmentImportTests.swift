import Foundation
import JSON
import Testing

/// `apus import` of environments without a collection.
@Suite struct EnvironmentImportTests {
    @Test func `an imported environment is merged into the environment of the same name`() async throws {
        let program = try Program()
        let local = program.folder.appending(path: "environments/local.json")
        func changes(_ values: String, _ words: [String] = []) async throws -> [String] {
            let source = #"{"name": "Local", "_postman_variable_scope": "environment", "values": [\#(values)]}"#
            let words = ["import", "-", "--json", "--into", program.folder.path] + words
            let outcome = try await program.run(words, input: source)
            #expect(outcome.code == 0, "\(outcome.error)")
            let updates = try JSONValue(parsing: outcome.output)["updates"]?.array ?? []
            return updates.flatMap { $0["changes"]?.array ?? [] }.map { change in
                "\(change["kind"]?.string ?? ""): \((change["details"]?.array ?? []).compactMap(\.string).joined(separator: ", "))"
            }
        }
        func text() throws -> String { try String(contentsOf: local, encoding: .utf8) }
        func names() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: local.deletingLastPathComponent().path).filter {
                $0.hasSuffix(".json") && $0 != ".import.json"
            }
            .sorted()
        }
        let token = #"{"key": "token", "value": "tok-12345"}"#
        let values = #"{"key": "host", "value": "h"}, \#(token)"#
        #expect(try await changes(values) == [])
        #expect(try text().contains("tok-12345"))
        #expect(try await changes(values, ["--separate-secrets", "--dry-run"]) == ["changed: secret “token”"])
        #expect(try text().contains("tok-12345"))
        #expect(try await changes(values, ["--separate-secrets"]) == ["changed: secret “token”"])
        #expect(try !text().contains("tok-12345") && names() == ["local.json", "local.secrets.json"])
        // The choice stays, also for an import without the option.
        for words in [["--separate-secrets"], []] { #expect(try await changes(values, words) == []) }
        let other =
            #"{"key": "host", "value": "other"}, {"key": "page", "value": "1"}, \#(token.replacing("tok-12345", with: "tok-67890"))"#
        let found = try await changes(other, ["--separate-secrets"])
        #expect(found == ["changed: variable “host”, variable “page”", "conflict: secret “token”"])
        #expect(try text().contains(#""other""#) && text().contains(#""page""#) && !text().contains("tok-"))
        #expect(try await changes(other, ["--separate-secrets", "--new"]) == [])
        #expect(try names().filter { !$0.hasSuffix(".secrets.json") } == ["local-2.json", "local.json"])
    }
}
