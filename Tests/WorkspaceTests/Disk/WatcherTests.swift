import Foundation
import Platform
import Synchronization
import Testing

@testable import Workspace

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Notifications of changes on disk.
struct WatcherTests {
    @Test(.timeLimit(.minutes(5))) func reportsChangesInOldAndNewFolders() async throws {
        let workspace = try TemporaryWorkspace(["collections/c/a.request.json": "{}"])
        var changes = try workspace.store.changes().makeAsyncIterator()
        try workspace.write(#"{"name": "A"}"#, to: "collections/c/a.request.json")
        await #expect(changes.next() != nil)
        let folder = try workspace.store.create(FolderDraft(name: "New"), in: "collections/c")
        await #expect(changes.next() != nil)
        _ = try workspace.store.create(RequestDraft(name: "R"), in: folder)
        await #expect(changes.next() != nil)
    }

    @Test(.timeLimit(.minutes(5))) func `a linked folder of collections is watched`() async throws {
        let workspace = try TemporaryWorkspace(["elsewhere/c/a.request.json": "{}"])
        let root = workspace.url.path
        try FileManager.default.createSymbolicLink(atPath: "\(root)/collections", withDestinationPath: "\(root)/elsewhere")
        var changes = try workspace.store.changes().makeAsyncIterator()
        try workspace.write(#"{"name": "A"}"#, to: "elsewhere/c/a.request.json")
        await #expect(changes.next() != nil)
        try workspace.write("{}", to: "elsewhere/d/b.request.json")
        await #expect(changes.next() != nil)
    }

    @Test(.timeLimit(.minutes(5)), arguments: [false, true])
    func aFolderIsWatchedWhereverItIsMadeLater(isLink: Bool) async throws {
        let workspace = try TemporaryWorkspace()
        let root = workspace.url.path
        let stream = try FolderChanges.stream(of: "\(root)/.config/apus/themes")
        var changes = stream.makeAsyncIterator()
        if isLink {
            try workspace.write("{}", to: "dotfiles/themes/a.json")
            try FileManager.default.createSymbolicLink(atPath: "\(root)/.config", withDestinationPath: "\(root)/dotfiles")
            try FileManager.default.createSymbolicLink(atPath: "\(root)/dotfiles/apus", withDestinationPath: "\(root)/dotfiles")
        } else {
            try workspace.write("{}", to: ".config/apus/themes/a.json")
        }
        await #expect(changes.next() != nil)
        try workspace.write("[]", to: ".config/apus/themes/a.json")
        await #expect(changes.next() != nil)
        try FileManager.default.removeItem(atPath: "\(root)/.config/apus/themes")
        await #expect(changes.next() != nil)
        try workspace.write("{}", to: ".config/apus/themes/b.json")
        await #expect(changes.next() != nil)
    }

    @Test(.timeLimit(.minutes(5)), arguments: [true, false])
    func `a workspace that is replaced by another one is watched again`(isMoved: Bool) async throws {
        let parent = try TemporaryWorkspace(["space/collections/c/a.request.json": "{}"])
        let root = parent.url.path + "/space"
        let files = FileManager.default
        var changes = try WorkspaceStore(opening: root).changes().makeAsyncIterator()
        if isMoved { try files.moveItem(atPath: root, toPath: root + "-old") } else { try files.removeItem(atPath: root) }
        await #expect(changes.next() != nil)
        try parent.write("{}", to: "space/collections/c/b.request.json")
        await #expect(changes.next() != nil)
        // Changes of the new folder arrive until the last one has been seen.
        for name in ["c", "d"] {
            try await Task.sleep(for: .milliseconds(200))
            try parent.write("{}", to: "space/collections/c/\(name).request.json")
            await #expect(changes.next() != nil)
        }
    }

    #if os(Linux)
        @Test(arguments: [(EMFILE, "max_user_instances"), (ENOSPC, "max_user_watches")])
        func `a limit of the system is named, with the way to raise it`(number: Int32, name: String) {
            let reason = DiskError(SystemError(number), operation: "watched", path: "/w").watchReason
            #expect(reason.contains("fs.inotify.\(name)") && reason.contains("sysctl"))
            #expect(!DiskError(SystemError(number), operation: "read", path: "/w").watchReason.contains("inotify"))
        }

        /// A workspace may be the folder of a whole project, in which a package manager creates thousands of folders.
        @Test(.timeLimit(.minutes(5))) func `only the named folders of a root are watched`() async throws {
            let workspace = try TemporaryWorkspace()
            let root = workspace.url.path
            let watched = Mutex<[String]>([])
            let (changes, notified) = AsyncStream.makeStream(of: Void.self)
            let watch = try FolderWatch(
                [root], following: [root: ["collections"]],
                addWatch: { descriptor, path, mask in
                    watched.withLock { $0.append(path) }
                    return inotify_add_watch(descriptor, path, mask)
                }, onChange: { notified.yield() })
            defer { watch.cancel() }
            var iterator = changes.makeAsyncIterator()
            try workspace.write("{}", to: "packages/one/package.json")
            await #expect(iterator.next() != nil)
            try workspace.write("{}", to: "collections/packages/folder.json")
            while watched.withLock({ !$0.contains(root + "/collections/packages") }) { await #expect(iterator.next() != nil) }
            #expect(watched.withLock { Set($0) } == [root, root + "/collections", root + "/collections/packages"])
        }

        /// A folder that is created after the listing of the one around it, and before its watch, has no event.
        @Test(.timeLimit(.minutes(5))) func `a folder that appears before the one around it is watched is watched too`() async throws {
            let workspace = try TemporaryWorkspace(["collections/c/a.request.json": "{}"])
            let root = "\(workspace.url.path)/collections/c"
            let watched = Mutex<[String]>([])
            let (changes, notified) = AsyncStream.makeStream(of: Void.self)
            let watch = try FolderWatch(
                [root],
                addWatch: { descriptor, path, mask in
                    if path == root + "/new" { mkdir(path + "/inner", 0o755) }
                    watched.withLock { $0.append(path) }
                    return inotify_add_watch(descriptor, path, mask)
                }, onChange: { notified.yield() })
            defer { watch.cancel() }
            var iterator = changes.makeAsyncIterator()
            #expect(mkdir(root + "/new", 0o755) == 0)
            await #expect(iterator.next() != nil)
            #expect(watched.withLock { $0 } == [root, root + "/new", root + "/new/inner"])
        }

        /// The system's limit of watched folders is reached, and no longer at the next change.
        @Test(.timeLimit(.minutes(5))) func aFolderThatCouldNotBeWatchedIsTriedAgain() async throws {
            let workspace = try TemporaryWorkspace(["collections/c/a.request.json": "{}"])
            let root = "\(workspace.url.path)/collections/c"
            let isFull = Mutex(true)
            let watched = Mutex<[String]>([])
            let (changes, notified) = AsyncStream.makeStream(of: Void.self)
            let watch = try FolderWatch(
                [root],
                addWatch: { descriptor, path, mask in
                    if path.hasSuffix("/late"), isFull.withLock({ $0 }) { return -1 }
                    watched.withLock { $0.append(path) }
                    return inotify_add_watch(descriptor, path, mask)
                }, onChange: { notified.yield() })
            defer { watch.cancel() }
            var iterator = changes.makeAsyncIterator()
            try workspace.write("{}", to: "collections/c/late/folder.json")
            await #expect(iterator.next() != nil)
            isFull.withLock { $0 = false }
            try workspace.write("{}", to: "collections/c/b.request.json")
            await #expect(iterator.next() != nil)
            #expect(watched.withLock { $0 } == [root, root + "/late"])
        }

        /// The number of descriptors of this process that watch a folder.
        private func watchCount(of folder: String) throws -> Int {
            var status = stat()
            #expect(stat(folder, &status) == 0)
            let inode = String(status.st_ino, radix: 16)
            return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo").count { name in
                let text = try? FileHandle(forReadingAtPath: "/proc/self/fdinfo/\(name)")?.readToEnd()
                return text.map { String(decoding: $0, as: UTF8.self).contains(" ino:\(inode) ") } == true
            }
        }

        @Test(.timeLimit(.minutes(5))) func `a cancelled reader ends its watches`() async throws {
            let workspace = try TemporaryWorkspace()
            let changes = try workspace.store.changes()
            #expect(try watchCount(of: workspace.url.path) > 0)
            let reader = Task { for await _ in changes {} }
            reader.cancel()
            await reader.value
            while try watchCount(of: workspace.url.path) > 0 { await Task.yield() }
        }
    #endif

    @Test func `a folder that keeps changing is read less and less often, and at once after a quiet moment`() {
        var (pace, now, pauses) = (ReadingPace(), ContinuousClock.now, [Duration]())
        for millisecondsToNext in [1, 1, 1, 1, 1, 1, 1, 1, 1000, 1000, 1, 1] {
            pauses.append(pace.pause(at: now))
            pace.noteReading(at: now)
            now += .milliseconds(millisecondsToNext)
        }
        #expect(pauses[0] == .zero && Array(pauses[..<9]) == pauses[..<9].sorted() && Set(pauses[..<9]).count > 4)
        #expect(pauses[9...] == [.zero, .zero, pauses[1]])
    }
}
