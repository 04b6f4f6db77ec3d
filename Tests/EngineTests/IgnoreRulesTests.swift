import Comparison
import Engine
import Foundation
import TestFixtures
import Testing
import Workspace

/// Ignore rules that are saved with a request.
@Suite struct IgnoreRulesTests {
    private static let path = "collections/c/a.request.json"
    private let temporary = TemporaryFolder()
    private let workspace: FileWorkspace

    init() throws {
        workspace = FileWorkspace(folder: temporary.path, environment: [:], trust: .everything)
        try write(#"{"name": "A", "url": "http://h/a"}"#)
    }

    private func write(_ text: String) throws { try temporary.write(text, to: Self.path) }

    @Test func `ignore rules are read back, and the rest of the request stays unchanged`() async throws {
        let rules = IgnoreRules(paths: ["/a"], order: true)
        #expect(await workspace.ignoreRules(of: Self.path) == IgnoreRules())
        try await workspace.saveIgnoreRules(rules, of: Self.path)
        #expect(await workspace.ignoreRules(of: Self.path) == rules)
        #expect(try await workspace.request(at: Self.path) == RequestDraft(name: "A", url: "http://h/a", comparison: rules))
    }

    @Test func `an open request is saved over them, but not over a change by another program`() async throws {
        var draft = try await workspace.request(at: Self.path)
        try await workspace.saveIgnoreRules(IgnoreRules(ids: true), of: Self.path)
        (draft.url, draft.comparison) = ("http://h/b", IgnoreRules(ids: true))
        #expect(try await workspace.save(draft, at: Self.path, overwrites: false) != nil)
        try write(#"{"name": "A", "url": "http://h/other"}"#)
        try await workspace.saveIgnoreRules(IgnoreRules(times: true), of: Self.path)
        #expect(try await workspace.save(draft, at: Self.path, overwrites: false) == nil)
    }

    @Test func `ignore rules of a deleted request are empty and cannot be saved`() async throws {
        #expect(await workspace.ignoreRules(of: "collections/c/b.request.json") == IgnoreRules())
        await #expect(throws: (any Error).self) {
            try await workspace.saveIgnoreRules(IgnoreRules(ids: true), of: "collections/c/b.request.json")
        }
    }
}
