import Foundation
import Platform
import TestFixtures
import Testing

@Suite struct AtomicFileTests {
    private let folder = TemporaryFolder()

    private func permissions(_ name: String) -> mode_t? { FileStatus(of: folder.path(name), followsLinks: false)?.permissions }

    @Test func `a file is private unless asked otherwise`() throws {
        try AtomicFile.write(Array("new".utf8), to: folder.path("a"))
        #expect(try folder.text("a") == "new")
        #expect(permissions("a") == 0o600)
        #expect(folder.names == ["a"])
    }

    @Test func `permissions are as requested`() throws {
        let mask = umask(0)
        umask(mask)
        try AtomicFile.write([], to: folder.path("masked"), permissions: .masked(0o666))
        #expect(permissions("masked") == 0o666 & ~mask)
        try folder.write("old", to: "kept")
        chmod(folder.path("kept"), 0o640)
        try AtomicFile.write([], to: folder.path("kept"), permissions: .preserved)
        #expect(permissions("kept") == 0o640)
        try AtomicFile.write([], to: folder.path("new"), permissions: .preserved)
        #expect(permissions("new") == 0o666 & ~mask)
    }

    @Test func `files that killed processes have left are removed after an hour, and nothing else is`() throws {
        let names = [".apus-1z2y3x.tmp", ".apus-4.tmp", ".apus-no-number.tmp", "apus-5.tmp", ".apus-6.txt", ".apus-.tmp", "own.har"]
        for name in names { try folder.write("old", to: name) }
        try folder.makeFolder(".apus-7.tmp")
        try FileManager.default.createSymbolicLink(atPath: folder.path(".apus-8.tmp"), withDestinationPath: folder.path("own.har"))
        for name in names + [".apus-7.tmp"] where name != ".apus-4.tmp" {
            let old = Date(timeIntervalSinceNow: -3_700)
            try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: folder.path(name))
        }
        let file = try AtomicFile(replacing: folder.path("a"))
        file.removeAbandoned()
        try file.write(Array("new".utf8))
        try file.commit()
        let kept = names.dropFirst() + ["a", ".apus-7.tmp", ".apus-8.tmp"]
        #expect(folder.names == kept.sorted())
        #expect(try folder.text("a") == "new")
    }

    @Test func `a file that is not committed leaves the old one and no temporary file`() throws {
        try folder.write("old", to: "a")
        do {
            let file = try AtomicFile(replacing: folder.path("a"))
            try file.write(Array("new".utf8))
            #expect(folder.names.count == 2)
        }
        #expect(folder.names == ["a"])
        #expect(try folder.text("a") == "old")
    }

    @Test func `a link is replaced, never followed`() throws {
        try folder.write("target", to: "target")
        symlink("target", folder.path("link"))
        try AtomicFile.write(Array("new".utf8), to: folder.path("link"))
        #expect(try folder.text("target") == "target")
        #expect(FileStatus(of: folder.path("link"), followsLinks: false)?.kind == .file)
    }

    @Test(arguments: [true, false])
    func `an existing name is kept if asked`(isDangling: Bool) throws {
        if isDangling { symlink("nowhere", folder.path("a")) } else { try folder.write("old", to: "a") }
        #expect(throws: SystemError(EEXIST, path: folder.path("a"))) {
            let file = try AtomicFile(replacing: folder.path("a"))
            try file.commit(overwrites: false)
        }
        #expect(folder.names == ["a"])
        if !isDangling { #expect(try folder.text("a") == "old") }
    }

    @Test func `a new name is chosen instead of overwriting`() throws {
        let file = try AtomicFile(replacing: folder.path("a"))
        try file.write(Array("x".utf8))
        try file.commit(overwrites: false)
        #expect(try folder.text("a") == "x")
        #expect(folder.names == ["a"])
    }

    @Test func `a pipe named by the user is written to, and never replaced`() throws {
        let path = folder.path("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let reader = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK)
        #expect(throws: SystemError(EOPNOTSUPP, path: path)) { try AtomicFile.write(Array("x".utf8), to: path) }
        let file = try AtomicFile(replacing: path, writesDevices: true)
        try file.write(Array("x".utf8))
        try file.commit()
        #expect(try reader.read(8) == Array("x".utf8))
        #expect(FileStatus(of: path)?.kind == .other)
        #expect(folder.names == ["pipe"])
    }

    @Test(.timeLimit(.minutes(5))) func `a pipe that nobody reads is an error at once`() {
        let path = folder.path("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        #expect(throws: SystemError(ENXIO, path: path)) { _ = try AtomicFile(replacing: path, writesDevices: true) }
    }

    /// As for `/dev/stdout` with `> log`: the path is a link to a file.
    @Test func `an open file is written to at its position, and never replaced`() throws {
        let log = try Descriptor(opening: folder.path("log"), O_WRONLY | O_CREAT)
        try log.write(Array("a".utf8))
        let file = try AtomicFile(replacing: "/dev/fd/\(log.number)", writesDevices: true)
        try file.write(Array("b".utf8))
        try file.replaceBeginning(Array("x".utf8))
        try file.commit()
        #expect(try folder.text("log") == "ab")
    }

    @Test func `the beginning of a file is replaced before it gets its name`() throws {
        let file = try AtomicFile(replacing: folder.path("a"))
        try file.write(Array("0 of n".utf8))
        try file.replaceBeginning(Array("7".utf8))
        try file.commit()
        #expect(try folder.text("a") == "7 of n")
    }

    @Test func `errors name the wanted path`() {
        let path = folder.path("missing/a")
        #expect(throws: SystemError(ENOENT, path: path)) { try AtomicFile.write([], to: path) }
        mkdir(folder.path("taken"), 0o700)
        #expect(throws: SystemError(EISDIR, path: folder.path("taken"))) { try AtomicFile.write([], to: folder.path("taken")) }
        #expect(folder.names == ["taken"])
    }

    @Test func `a file moves to another folder`() throws {
        try folder.write("a", to: "a")
        mkdir(folder.path("b"), 0o700)
        try moveFile(folder.path("a"), to: folder.path("b/c"))
        #expect(try folder.text("b/c") == "a")
        #expect(folder.names == ["b"])
        #expect(throws: SystemError(ENOENT, path: folder.path("a"))) { try moveFile(folder.path("a"), to: folder.path("d")) }
    }
}
