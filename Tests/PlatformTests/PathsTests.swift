import Platform
import TestFixtures
import Testing

@Suite struct PathsTests {
    @Test(arguments: [
        ("~", "/home/a"), ("~/b", "/home/a/b"), ("~b", "/work/~b"), ("/b", "/b"), ("b/~", "/work/b/~"), ("", "/work/"), (".", "/work"),
        ("./", "/work"),
        ("./b", "/work/b"), (".b", "/work/.b"), ("../b", "/work/../b"),
    ])
    func `a typed path becomes absolute`(path: String, expected: String) {
        #expect(absolutePath(path, home: "/home/a", relativeTo: "/work") == expected)
    }

    @Test(arguments: [("/home/a", "~"), ("/home/a/b", "~/b"), ("/home/ab", "/home/ab"), ("/b", "/b")])
    func `a path in the home folder is shown with a tilde`(path: String, expected: String) {
        #expect(shownPath(path, home: "/home/a") == expected)
        #expect(shownPath(path, home: nil) == path && shownPath(path, home: "/") == path)
    }

    @Test func `the tilde is a plain name without a home folder`() {
        #expect(absolutePath("~/b", home: nil, relativeTo: "/work") == "/work/~/b")
    }

    @Test(arguments: [("/a/b", "/a"), ("/a", "/"), ("a", "."), ("a/b", "a")])
    func `an entry has a folder`(path: String, folder: String) { #expect(parentFolder(of: path) == folder) }

    @Test func `the real path resolves links`() throws {
        let folder = TemporaryFolder()
        let root = try #require(resolvedPath(folder.path))
        try folder.write("", to: "a")
        symlink("a", folder.path("link"))
        #expect(resolvedPath(folder.path("link")) == "\(root)/a")
        #expect(resolvedPath(folder.path("missing")) == nil)
    }

    @Test func `the current folder exists`() throws { #expect(FileStatus.isFolder(try #require(currentFolder()))) }

    @Test func `the entries of a folder have kinds, and links are not folders`() throws {
        let folder = TemporaryFolder()
        try folder.write("", to: "b")
        try folder.write("", to: ".a")
        mkdir(folder.path("c"), 0o700)
        symlink("c", folder.path("link"))
        #expect(namesInFolder(folder.path).sorted() == [".a", "b", "c", "link"])
        #expect(namesInFolder(folder.path("missing")) == [])
        var folders: [String] = []
        var count = 0
        try visitEntries(of: folder.path) { entry in
            if entry.isFolder { folders.append(entry.name) }
            count += 1
            return true
        }
        #expect(folders == ["c"] && count == 4)
        #expect(throws: SystemError(ENOENT)) { try visitEntries(of: folder.path("missing")) { _ in true } }
    }
}
