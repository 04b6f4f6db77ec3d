import Foundation
import HTTP
import Testing
import Workspace

@testable import App

/// Files that another program removes while the workbench has them open.
@Suite struct RemovedFileTests {
    private let folder = NSTemporaryDirectory() + "/apus-removed-\(UUID().uuidString)"
    private static let path = "collections/c/inner/a.request.json"
    private static let environment = "collections/c/environments/live.json"

    private func write(_ text: String, to path: String) throws {
        let url = URL(fileURLWithPath: "\(folder)/\(path)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: url, atomically: true, encoding: .utf8)
    }

    private func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: "\(folder)/\(path)") }

    private func workspace() throws -> any WorkspaceAccess {
        let inherited = #"{ "name": "c", "headers": [{ "name": "X-Inherited", "value": "yes" }] }"#
        try write(inherited, to: "collections/c/collection.json")
        try write(#"{ "name": "A", "method": "DELETE", "url": "http://h/a" }"#, to: Self.path)
        try write(#"{ "name": "live", "protected": true }"#, to: Self.environment)
        return FileWorkspace(folder: folder, environment: [:])
    }

    @Test(arguments: [path, "collections/c/inner", "collections"])
    func `a request is saved again at its place, with nothing changed`(removed: String) async throws {
        let workspace = try workspace()
        let draft = try await workspace.request(at: Self.path)
        try remove(removed)
        #expect(try await workspace.save(draft, at: Self.path, overwrites: false))
        #expect(try await workspace.request(at: Self.path) == draft)
        #expect(await workspace.changedRequests().isEmpty)
    }

    @Test func `a removal is told once, and what comes instead is news that is not saved over`() async throws {
        let workspace = try workspace()
        let draft = try await workspace.request(at: Self.path)
        try remove(Self.path)
        let told = await workspace.changedRequests()
        #expect(told.keys.sorted() == [Self.path])
        #expect(told[Self.path] == .some(nil))
        let again = await workspace.changedRequests()
        #expect(again.isEmpty)
        try write(#"{ "name": "A", "url": "http://h/b" }"#, to: Self.path)
        let changed = await workspace.changedRequests()
        #expect(changed[Self.path]??.url == "http://h/b")
        #expect(try await !workspace.save(draft, at: Self.path, overwrites: false))
    }

    @Test func `what is sent inherits and is protected as before`() async throws {
        let workspace = try workspace()
        let draft = try await workspace.request(at: Self.path)
        try remove(Self.path)
        let send = try await workspace.resolve(SendJob(draft: draft, path: Self.path, environmentPath: Self.environment))
        #expect(send.request.headers["X-Inherited"] == "yes")
        #expect(ProtectedSend(send) != nil)
    }

    @Test func `nothing is sent to an environment whose file was removed`() async throws {
        let workspace = try workspace()
        let draft = try await workspace.request(at: Self.path)
        try remove(Self.environment)
        let refusal = await #expect(throws: SendRefusal.self) {
            try await workspace.resolve(SendJob(draft: draft, path: Self.path, environmentPath: Self.environment))
        }
        guard case .reasons(let reasons)? = refusal else { return }
        #expect(reasons.first?.contains("\(Self.environment), the file of the chosen environment, is not there") == true)
    }
}
