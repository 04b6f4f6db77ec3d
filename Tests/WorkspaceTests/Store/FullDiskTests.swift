import Foundation
import JSON
import TestFixtures
import Testing
import Workspace

/// A failed write leaves the old file unchanged, reports the reason, and succeeds when there is room.
@Suite struct FullDiskTests {
    private static let request = "collections/demo/get.request.json"
    private static let environment = "collections/demo/environments/local.json"
    private static let long = String(repeating: "a line of text\n", count: 2_000)

    @Test func requestKeepsItsOldFileOnAFullDisk() async throws {
        let workspace = try TemporaryWorkspace([Self.request: #"{ "name": "old" }"#])
        await #expect(processExitsWith: .success) { [root = workspace.url.path as String] in
            let store = try WorkspaceStore(opening: root)
            let old = try store.request(at: Self.request)
            var draft = old.draft
            draft.docs = Self.long
            FullDisk.begin(after: 4_096)
            let error = #expect(throws: WorkspaceError.self) { try store.save(draft, over: old) }
            #expect(error?.code == .unwritable)
            for part in [Self.request, "file too large"] { #expect(error?.message.contains(part) == true, "\(error?.message ?? "")") }
            #expect(try store.request(at: Self.request).draft == old.draft)
            FullDisk.end()
            _ = try store.save(draft, over: old)
            #expect(try store.request(at: Self.request).draft.docs == Self.long)
        }
        #expect(workspace.files == [Self.request])
    }

    @Test func secretsKeepTheirOldFileOnAFullDisk() async throws {
        let workspace = try TemporaryWorkspace([Self.environment: "{}"])
        try workspace.store.setSecret("token", to: "old", ofEnvironmentAt: Self.environment)
        let files = workspace.files
        await #expect(processExitsWith: .success) { [root = workspace.url.path as String] in
            let store = try WorkspaceStore(opening: root)
            FullDisk.begin(after: 4_096)
            let error = #expect(throws: WorkspaceError.self) {
                try store.setSecret("token", to: Self.long, ofEnvironmentAt: Self.environment)
            }
            #expect(error?.message.contains("file too large") == true, "\(error?.message ?? "")")
            #expect(error?.message.contains("a line of text") == false)
        }
        #expect(workspace.text("collections/demo/environments/local.secrets.json")?.contains(#""token": "old""#) == true)
        #expect(workspace.files == files)
    }

    /// The undo of a deletion that finds no room is undone as a whole, so that it can be tried again.
    @Test func aDeletedFolderCanBeRestoredOnceThereIsRoom() async throws {
        let workspace = try TemporaryWorkspace([
            "collections/demo/collection.json": "{}", "collections/demo/f/folder.json": "{}", "collections/demo/f/a.request.json": "{}",
            "collections/demo/f/big.request.json": #"{"docs": "\#(Self.long.replacing("\n", with: " "))"}"#,
        ])
        let files = workspace.files
        await #expect(processExitsWith: .success) { [root = workspace.url.path as String] in
            let store = try WorkspaceStore(opening: root)
            let item = try store.delete("collections/demo/f")
            FullDisk.begin(after: 4_096)
            let error = #expect(throws: WorkspaceError.self) { try store.restore(item) }
            #expect(error?.message.contains("file too large") == true, "\(error?.message ?? "")")
            FullDisk.end()
            try store.restore(item)
        }
        #expect(workspace.files == files)
    }

    /// Requires root, which can become a user who may remove some files of a folder and not others.
    @Test(.enabled(if: geteuid() == 0)) func aFolderThatCannotBeRemovedWholeStaysWhole() async throws {
        let workspace = try TemporaryWorkspace([
            "collections/demo/collection.json": "{}", "collections/demo/f/folder.json": "{}", "collections/demo/f/a.request.json": "{}",
            "collections/demo/f/locked/z.request.json": "{}",
        ])
        let files = workspace.files
        for folder in ["", "/collections", "/collections/demo", "/collections/demo/f"] { chmod(workspace.url.path + folder, 0o777) }
        await #expect(processExitsWith: .success) { [root = workspace.url.path as String] in
            #expect(seteuid(65534) == 0)
            let error = #expect(throws: WorkspaceError.self) { try WorkspaceStore(opening: root).delete("collections/demo/f") }
            #expect(error?.message.contains("permission denied") == true, "\(error?.message ?? "")")
        }
        #expect(workspace.files == files)
    }

    @Test(.enabled(if: geteuid() == 0)) func `a deletion that fails and cannot be put back names both reasons`() async throws {
        let workspace = try TemporaryWorkspace([
            "collections/demo/collection.json": "{}", "collections/demo/f/folder.json": "{}",
            "collections/demo/f/a.request.json": #"{"docs": "\#(Self.long.replacing("\n", with: " "))"}"#,
        ])
        // Links are removed after all files.
        let locked = workspace.url.path + "/collections/demo/f/locked"
        try FileManager.default.createDirectory(atPath: locked, withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: "\(locked)/z.request.json", withDestinationPath: "nowhere")
        for folder in ["", "/collections", "/collections/demo", "/collections/demo/f"] { chmod(workspace.url.path + folder, 0o777) }
        await #expect(processExitsWith: .success) { [root = workspace.url.path as String] in
            #expect(seteuid(65534) == 0)
            FullDisk.begin(after: 4_096)
            let error = #expect(throws: WorkspaceError.self) { try WorkspaceStore(opening: root).delete("collections/demo/f") }
            for part in ["permission denied", "a.request.json", "file too large"] {
                #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
            }
        }
    }

    @Test func draftsKeepTheirOldFileOnAFullDisk() async throws {
        let workspace = try TemporaryWorkspace()
        await #expect(processExitsWith: .success) { [folder = workspace.url.path as String] in
            let journal = DraftJournal(folder: folder, workspace: "/w")
            try await journal.store([AutosavedDraft(path: nil, draft: RequestDraft(name: "old"))])
            FullDisk.begin(after: 4_096)
            let error = await #expect(throws: WorkspaceError.self) {
                try await journal.store([AutosavedDraft(path: nil, draft: RequestDraft(name: "new", docs: Self.long))])
            }
            for part in ["Unsaved edits could not be autosaved", "file too large"] {
                #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
            }
        }
        let found = try await DraftJournal(folder: workspace.url.path, workspace: "/w").takeOver()
        #expect(found.drafts.map(\.draft.name) == ["old"])
        #expect(found.damaged == [])
    }

    /// The old file of the session stays, and the reason is returned.
    @Test func sessionKeepsItsOldFileOnAFullDisk() async throws {
        let workspace = try TemporaryWorkspace()
        await #expect(processExitsWith: .success) { [folder = workspace.url.path as String] in
            let file = StateFile(folder: folder, name: "s.json")
            await file.write("old")
            FullDisk.begin(after: 4_096)
            let problem = await file.write(.string(Self.long))
            #expect(problem?.hasSuffix("s.json cannot be written: file too large.") == true, "\(problem ?? "")")
        }
        #expect(StateFile.read(folder: workspace.url.path, name: "s.json") == "old")
        #expect(workspace.files == ["s.json"])
    }
}
