import Foundation
import Testing
import Workspace

/// The copy of the shipped collections that `apus demo` opens.
struct DemoCopyTests {
    static let shipped = ["collections/demo/collection.json": "{}", "collections/demo/a.request.json": #"{"name": "A"}"#]

    private func prepare(_ shared: TemporaryWorkspace, _ data: String, _ user: TemporaryWorkspace) throws -> DemoCopy {
        try DemoCopy.prepare(shared: shared.url.path, data: data, temporary: user.url.path)
    }

    @Test func `copies the shipped collections`() throws {
        let (shared, user) = (try TemporaryWorkspace(Self.shipped), try TemporaryWorkspace())
        let copy = try prepare(shared, user.url.path, user)
        #expect((copy.folder, copy.warning) == ("\(user.url.path)/demo", nil))
        #expect(user.text("demo/collections/demo/a.request.json") == #"{"name": "A"}"#)
    }

    @Test func `deletions and renames are kept, and new items are added`() throws {
        let (shared, user) = (try TemporaryWorkspace(Self.shipped), try TemporaryWorkspace())
        let folder = try prepare(shared, user.url.path, user).folder
        try FileManager.default.moveItem(
            atPath: "\(folder)/collections/demo/a.request.json", toPath: "\(folder)/collections/demo/mine.request.json")
        try shared.write("{}", to: "collections/demo/b.request.json")
        _ = try prepare(shared, user.url.path, user)
        #expect(
            user.files == [
                "demo/.shipped", "demo/collections/demo/b.request.json", "demo/collections/demo/collection.json",
                "demo/collections/demo/mine.request.json",
            ])
    }

    @Test func `changes by the user are kept`() throws {
        let (shared, user) = (try TemporaryWorkspace(Self.shipped), try TemporaryWorkspace())
        try user.write("{}", to: "demo/collections/demo/a.request.json")
        _ = try prepare(shared, user.url.path, user)
        #expect(user.text("demo/collections/demo/a.request.json") == "{}")
    }

    @Test func `a folder that cannot be written leads to a temporary copy with a reason`() throws {
        let (shared, user) = (try TemporaryWorkspace(Self.shipped), try TemporaryWorkspace(["data": ""]))
        let copy = try prepare(shared, "\(user.url.path)/data/apus", user)
        #expect(copy.folder.hasPrefix("\(user.url.path)/apus."))
        #expect(copy.warning?.hasPrefix("\(user.url.path)/data") == true)
        #expect(FileManager.default.fileExists(atPath: "\(copy.folder)/collections/demo/a.request.json"))
    }

    @Test func `the reason why no copy can be made is a sentence`() throws {
        let (shared, user) = (try TemporaryWorkspace(Self.shipped), try TemporaryWorkspace(["data": ""]))
        let file = "\(user.url.path)/data"
        let problem = #expect(throws: DemoCopy.CopyError.self) {
            try DemoCopy.prepare(shared: shared.url.path, data: file, temporary: file)
        }
        #expect(problem?.description.contains("cannot be created: not a directory") == true, "\(problem?.description ?? "")")
    }

    @Test func `concurrent starts make one complete copy, and each reports it`() async throws {
        let files = Dictionary(uniqueKeysWithValues: (0..<40).map { ("collections/demo/f\($0)/a.request.json", #"{"name": "\($0)"}"#) })
        let (shared, user) = (try TemporaryWorkspace(files), try TemporaryWorkspace())
        for round in 0..<10 {
            let data = "\(user.url.path)/\(round)"
            try await withThrowingTaskGroup(of: DemoCopy.self) { group in
                for _ in 0..<4 {
                    group.addTask { [path = shared.url.path] in try DemoCopy.prepare(shared: path, data: data, temporary: "/nowhere") }
                }
                for try await copy in group { #expect((copy.folder, copy.warning) == ("\(data)/demo", nil)) }
            }
            #expect(user.files.count { $0.hasPrefix("\(round)/demo/collections/") } == files.count)
        }
    }
}
