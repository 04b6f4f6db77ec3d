import Engine
import Foundation
import HTTPTesting
import Interchange
import Synchronization
import TestFixtures
import Testing
import Workspace

@testable import App

/// Imports that fail after some files were written.
@Suite struct PartialImportTests {
    private let temporary = TemporaryFolder()

    @Test func `undoing an import that ended halfway removes the written part`() async throws {
        await #expect(processExitsWith: .success) { [root = temporary.path as String] in
            let (source, workspace) = (root + "/a.json", FileWorkspace(folder: root, environment: [:], trust: .everything))
            // Guards the messages; effects post from any thread.
            let told = Mutex<[TransferMessage]>([])
            let effects = TransferEffects(
                workspace: workspace, makeLoader: { _ in MockLoader() }, clipboard: { nil },
                post: { message in told.withLock { $0.append(message) } })
            func pending(_ items: [String]) async throws -> PendingImport {
                let text = #"{"info": {"name": "Shop"}, "item": ["# + items.joined(separator: ",") + "]}"
                try text.write(toFile: source, atomically: true, encoding: .utf8)
                await effects.run(.read(source, isAsked: false))
                return try #require(told.withLock { $0.compactMap { if case .wasRead(let pending) = $0 { pending } else { nil } }.last })
            }
            func request(_ name: String, docs: String = "") -> String {
                #"{"name": "\#(name)", "request": {"url": "http://h/\#(name)", "description": "\#(docs)"}}"#
            }
            await effects.run(.write(try await pending([request("List")]), collection: nil))
            let big = request("Big", docs: String(repeating: "text ", count: 4_000))
            let update = try await pending([request("List"), request("Small"), big])
            FullDisk.begin(after: 4_096)
            await effects.run(.write(update, collection: nil))
            FullDisk.end()
            guard case .interrupted(_, let edit)? = told.withLock({ $0.last }) else { throw CancellationError() }
            #expect(edit.fileCount == 1 && edit.paths.contains { $0.hasSuffix("small.request.json") })
            #expect(try await workspace.tree().requests.count == 2)
            let access: any WorkspaceAccess = workspace
            try await access.takeBack(edit)
            #expect(try await workspace.tree().requests.count == 1)
        }
    }

    @Test func `an import that writes nothing has nothing to undo`() async throws {
        await #expect(processExitsWith: .success) { [root = temporary.path as String] in
            let workspace = FileWorkspace(folder: root, environment: [:], trust: .everything)
            let told = Mutex<[TransferMessage]>([])
            let effects = TransferEffects(
                workspace: workspace, makeLoader: { _ in MockLoader() }, clipboard: { nil },
                post: { message in told.withLock { $0.append(message) } })
            let docs = String(repeating: "text ", count: 4_000)
            let text = #"{"info": {"name": "Shop"}, "item": [{"name": "A", "request": {"url": "h", "description": "\#(docs)"}}]}"#
            try text.write(toFile: root + "/a.json", atomically: true, encoding: .utf8)
            await effects.run(.read(root + "/a.json", isAsked: false))
            guard case .wasRead(let pending)? = told.withLock({ $0.last }) else { throw CancellationError() }
            FullDisk.begin(after: 4_096)
            await effects.run(.write(pending, collection: nil))
            FullDisk.end()
            guard case .failed? = told.withLock({ $0.last }) else { throw CancellationError() }
        }
    }
}
