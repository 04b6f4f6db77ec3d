import Platform
import TestFixtures
import Testing

@Suite struct PrivateFilesTests {
    private let folder = TemporaryFolder()

    private func permissions(_ name: String) -> mode_t? { FileStatus(of: folder.path(name))?.permissions }

    @Test func `making a private folder creates missing parents`() throws {
        for _ in 0..<2 { try makePrivateFolder(folder.path("a/b/c")) }
        for name in ["a", "a/b", "a/b/c"] { #expect(permissions(name) == 0o700) }
    }

    @Test func `an error says why a folder cannot be created`() throws {
        try folder.write("", to: "file")
        #expect(throws: SystemError(ENOTDIR, path: folder.path("file/a"))) { try makePrivateFolder(folder.path("file/a")) }
        #expect(throws: SystemError(EEXIST, path: folder.path("file"))) { try makePrivateFolder(folder.path("file")) }
    }

    @Test func `a private file is made, or made private`() throws {
        try makePrivateFile(folder.path("new"))
        #expect(permissions("new") == 0o600)
        try folder.write("text", to: "old")
        chmod(folder.path("old"), 0o644)
        try makePrivateFile(folder.path("old"))
        #expect(permissions("old") == 0o600)
        #expect(try folder.text("old") == "text")
        #expect(folder.names == ["new", "old"])
    }

    @Test func `a link is not a private file`() throws {
        try folder.write("", to: "target")
        chmod(folder.path("target"), 0o644)
        symlink("target", folder.path("link"))
        #expect(throws: SystemError(ELOOP, path: folder.path("link"))) { try makePrivateFile(folder.path("link")) }
        #expect(permissions("target") == 0o644)
    }

    @Test func `a temporary folder is the user's own`() throws {
        let path = try makeTemporaryFolder(in: folder.path)
        #expect(path.hasPrefix(folder.path + "/apus."))
        #expect(FileStatus(of: path)?.permissions == 0o700)
        let other = try makeTemporaryFolder(in: folder.path)
        #expect(other != path)
        #expect(throws: SystemError(ENOENT, path: folder.path("no"))) { try makeTemporaryFolder(in: folder.path("no")) }
    }

    /// Two programs could hold the lock otherwise: one on the removed file, one on the new one.
    @Test func `a lock whose file was removed by its holder is one on the new file`() async throws {
        let path = folder.path("lock")
        let held = try FileLock(file: path, within: .zero)
        let number = try #require(FileStatus(of: path)).fileNumber
        let thread = Task.detached {
            let lock = try FileLock(file: path, within: .seconds(300))
            let other = try Descriptor(opening: path, O_RDWR)
            #expect(flock(other.number, LOCK_EX | LOCK_NB) == -1)
            _ = consume lock
        }
        #expect(throws: SystemError(EWOULDBLOCK, path: path)) { _ = try FileLock(file: path, within: .zero) }
        // A new file of another number.
        try AtomicFile(replacing: path).commit()
        #expect(FileStatus(of: path)?.fileNumber != number)
        _ = consume held
        try await thread.value
    }

    /// A change is made without a lock only where there can be none.
    @Test(arguments: [(ENOLCK, true), (EOPNOTSUPP, true), (EBADF, true), (EWOULDBLOCK, false), (EACCES, false), (EMFILE, false)])
    func `a file system without locks is known by the error`(number: Int32, hasNone: Bool) {
        #expect(SystemError(number).meansNoLocks == hasNone)
    }

    @Test func `a lock lasts as long as the value`() throws {
        let path = folder.path("lock")
        do {
            let lock = try FileLock(file: path, within: .zero)
            let other = try Descriptor(opening: path, O_RDWR)
            #expect(flock(other.number, LOCK_EX | LOCK_NB) == -1)
            #expect(throws: SystemError(EWOULDBLOCK, path: folder.path)) {
                let held = try FileLock(folder: folder.path, within: .zero)
                _ = try FileLock(folder: folder.path, within: .milliseconds(1))
                _ = consume held
            }
            _ = consume lock
            #expect(flock(other.number, LOCK_EX) == 0)
        }
        _ = try FileLock(file: path, within: .seconds(60))
        _ = try FileLock(folder: folder.path, within: .seconds(60))
        #expect(throws: SystemError(ENOTDIR, path: path)) { _ = try FileLock(folder: path, within: .zero) }
        symlink("lock", folder.path("link"))
        #expect(throws: SystemError(ELOOP, path: folder.path("link"))) { _ = try FileLock(file: folder.path("link"), within: .zero) }
    }
}
