import Engine
import Foundation
import TestFixtures
import Testing
import Workspace

@testable import App

/// A request with a valid head in an invalid file.
@Suite struct BrokenRequestTests {
    private let temporary = TemporaryFolder()
    private var folder: String { temporary.path }
    private static let path = "collections/c/weird.request.json"

    private func write(_ text: String, to path: String) throws { try temporary.write(text, to: path) }

    @Test func `a broken request is marked in the tree until it is fixed`() async throws {
        try write(#"{ "type": "collection", "name": "c" }"#, to: "collections/c/collection.json")
        try write(#"{ "type": "request", "name": "Weird", "headers": 7 }"#, to: Self.path)
        let workspace = FileWorkspace(folder: folder, environment: [:], trust: .everything)
        #expect(try await workspace.tree().node(at: Self.path)?.method == "GET")
        await #expect(throws: WorkspaceError.self) { try await workspace.request(at: Self.path) }
        guard case .broken(let problem)? = try await workspace.tree().node(at: Self.path)?.kind else {
            return #expect(Bool(false), "not marked")
        }
        #expect(problem.file == Self.path)
        #expect(problem.line == 1)
        try write(#"{ "type": "request", "name": "Weird" }"#, to: Self.path)
        #expect(try await workspace.tree().node(at: Self.path)?.method == "GET")
    }

    @Test(arguments: [#""headers": 7"#, #""body": { "type": "yaml" }"#, #""options": { "limits": { "sentBytesPerSecond": "2M" } }"#])
    func `a broken request is marked in the tree without being opened`(member: String) async throws {
        try write(#"{ "type": "collection", "name": "c" }"#, to: "collections/c/collection.json")
        try write(#"{ "type": "request", "name": "Weird", \#(member) }"#, to: Self.path)
        try write(#"{ "name": "Good", "url": "http://h/" }"#, to: "collections/c/good.request.json")
        let workspace = FileWorkspace(folder: folder, environment: [:], trust: .everything)
        let tree = try await workspace.tree()
        #expect(await workspace.findUnreadable(in: tree))
        let marked = try await workspace.tree()
        guard case .broken? = marked.node(at: Self.path)?.kind else { return #expect(Bool(false), "not marked") }
        #expect(marked.node(at: "collections/c/good.request.json")?.method == "GET")
        #expect(await !workspace.findUnreadable(in: marked), "it is known by now")
        try write(#"{ "name": "Weird" }"#, to: Self.path)
        let mended = try await workspace.tree()
        #expect(mended.node(at: Self.path)?.method == "GET")
        #expect(await !workspace.findUnreadable(in: mended))
        try write(#"{ "name": "Weird", \#(member) }"#, to: Self.path)
        #expect(await workspace.findUnreadable(in: mended), "a file that was changed is looked at again")
    }

    @Test func `broken folders and environments are marked, and a folder keeps its content`() async throws {
        let environment = "collections/c/environments/local.json"
        try write(#"{ "name": "c", "headers": 7 }"#, to: "collections/c/collection.json")
        try write(#"{ "name": "local", "variables": "x" }"#, to: environment)
        try write(#"{ "name": "Good" }"#, to: "collections/c/good.request.json")
        let workspace = FileWorkspace(folder: folder, environment: [:], trust: .everything)
        let tree = try await workspace.tree()
        #expect(tree.environments["collections/c"]?.first?.problem == nil)
        #expect(await workspace.findUnreadable(in: tree))
        let marked = try await workspace.tree()
        guard case .broken(let problem)? = marked.node(at: "collections/c")?.kind else { return #expect(Bool(false), "not marked") }
        #expect(problem.file == "collections/c/collection.json" && problem.line == 1)
        #expect(marked.environments["collections/c"]?.first?.problem?.file == environment)
        #expect(marked.node(at: "collections/c/good.request.json")?.method == "GET")
        try write(#"{ "name": "c" }"#, to: "collections/c/collection.json")
        try write(#"{ "name": "local" }"#, to: environment)
        let mended = try await workspace.tree()
        #expect(mended.node(at: "collections/c")?.kind == .collection)
        #expect(mended.environments["collections/c"]?.first?.problem == nil)
    }
}
