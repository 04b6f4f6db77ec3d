import Foundation
import Testing
import Workspace

/// The tree of the files of a workspace.
struct TreeTests {
    /// The tree as lines: two spaces for each level, name, kind.
    static func outline(_ nodes: [WorkspaceNode], _ indentation: String = "") -> String {
        nodes.map { node in
            let kind =
                switch node.kind {
                case .collection: "collection"
                case .folder: "folder"
                case .request(let method): method
                case .broken(let problem): "broken \(problem.line ?? 0)"
                }
            return "\(indentation)\(node.name) (\(kind))\n" + outline(node.children, indentation + "  ")
        }.joined()
    }

    static let files = [
        "collections/star-wars/collection.json": #"{"name": "Star Wars", "order": ["second", "errors"]}"#,
        "collections/star-wars/first.request.json": #"{"name": "First", "method": "DELETE"}"#,
        "collections/star-wars/second.request.json": #"{"name": "Second", "body": {"type": "json"}}"#,
        "collections/star-wars/unnamed.request.json": #"{}"#,
        "collections/star-wars/bad.request.json": "{\n!",
        "collections/star-wars/.hidden.request.json": "{}",
        "collections/star-wars/second.examples.json": "[]",
        "collections/star-wars/errors/folder.json": #"{"name": "Errors"}"#,
        "collections/star-wars/errors/e10.request.json": #"{"name": "E10"}"#,
        "collections/star-wars/errors/e9.request.json": #"{"name": "E9"}"#,
        "collections/star-wars/bare/x.request.json": #"{"name": "X"}"#,
        "collections/star-wars/files/photo.png": "",
        "collections/star-wars/environments/local.json": #"{"name": "local"}"#,
        "collections/star-wars/environments/live.json": #"{"name": "Live", "protected": true}"#,
        "collections/star-wars/environments/live.secrets.json": #"{"token": "x"}"#,
        "collections/star-wars/environments/broken.json": #"{"name": "#,
        "collections/a/b.request.json": #"{"name": "B"}"#,
        "collections/readme.txt": "",
    ]

    @Test func aFileInThePlaceOfTheCollectionsIsNamed() throws {
        let workspace = try TemporaryWorkspace(["collections": ""])
        let error = #expect(throws: WorkspaceError.self) { try workspace.store.tree() }
        #expect(error?.message == "collections cannot be read: not a directory.")
    }

    #if os(Linux)
        @Test func `a file whose name is not UTF-8 is broken for that reason`() throws {
            let workspace = try TemporaryWorkspace(["collections/c/\u{FFFD}.request.json": "{}"])
            let folder = Array("\(workspace.url.path)/collections/c/a".utf8CString.dropLast())
            let path: [CChar] = folder + [CChar(bitPattern: 0xE9)] + Array(".request.json".utf8CString)
            let descriptor = open(path, O_CREAT | O_WRONLY, 0o644)
            try #require(descriptor >= 0)
            defer { unlink(path) }
            close(descriptor)
            let nodes = try workspace.store.tree().requestsAndBroken
            #expect(nodes.count == 2)
            let problems = nodes.compactMap { if case .broken(let problem) = $0.kind { problem.message } else { nil } }
            #expect(problems.count == 1 && problems.allSatisfy { $0.contains("UTF-8") }, "\(problems)")
        }
    #endif

    @Test func showsNamesInOrder() throws {
        let workspace = try TemporaryWorkspace(Self.files)
        let tree = try workspace.store.tree()
        #expect(
            Self.outline(tree.nodes) == """
                a (collection)
                  B (GET)
                Star Wars (collection)
                  Second (GET)
                  Errors (folder)
                    E9 (GET)
                    E10 (GET)
                  bad (broken 2)
                  bare (folder)
                    X (GET)
                  First (DELETE)
                  unnamed (GET)

                """)
    }

    @Test func listsEnvironments() throws {
        let workspace = try TemporaryWorkspace(Self.files)
        let environments = try workspace.store.tree().environments["collections/star-wars"] ?? []
        #expect(environments.map(\.name) == ["broken", "Live", "local"])
        #expect(environments.map(\.isProtected) == [false, true, false])
        #expect(environments[0].problem?.line == 1)
        #expect(environments[1].path == "collections/star-wars/environments/live.json")
    }

    @Test func showsTheTopLevelAlone() throws {
        let workspace = try TemporaryWorkspace(Self.files)
        #expect(Self.outline(try workspace.store.topLevel().nodes) == "a (collection)\nStar Wars (collection)\n")
    }

    @Test(arguments: [
        ([], "a (collection)\n  B (GET)\nStar Wars (collection)\n"),
        (["collections/a"], "a (collection)\n  B (GET)\nStar Wars (collection)\n"),
        (
            ["collections/star-wars", "collections/star-wars/bare"],
            """
            a (collection)
            Star Wars (collection)
              Second (GET)
              Errors (folder)
              bad (broken 2)
              bare (folder)
                X (GET)
              First (DELETE)
              unnamed (GET)

            """
        ),
    ])
    func `only expanded folders are read`(unfolded: [String], outline: String) throws {
        let workspace = try TemporaryWorkspace(Self.files)
        let tree = try workspace.store.tree(unfolded: Set(unfolded))
        #expect(Self.outline(tree.nodes) == outline)
        for path in ["collections/a", "collections/star-wars", "collections/star-wars/errors"] {
            if let node = tree.node(at: path) { #expect(node.hasChildren && node.isUnread == node.children.isEmpty) }
        }
        #expect(tree.node(at: "collections/star-wars/files") == nil)
    }

    @Test(arguments: [("folder.json", true), ("x.request.json", true), ("notes.txt", nil)])
    func `a folded folder with settings counts as if it had children`(file: String, isUnread: Bool?) throws {
        let workspace = try TemporaryWorkspace(["collections/a/collection.json": "{}", "collections/a/inner/\(file)": "{}"])
        #expect(try workspace.store.tree(unfolded: ["collections/a"]).node(at: "collections/a/inner")?.isUnread == isUnread)
    }

    @Test func findsNodes() throws {
        let workspace = try TemporaryWorkspace(Self.files)
        let tree = try workspace.store.tree()
        #expect(tree.node(at: "collections/star-wars/errors/e9.request.json")?.name == "E9")
        #expect(tree.node(at: "collections/star")?.name == nil)
    }

    @Test func anEmptyFolderIsAnEmptyWorkspace() throws {
        let workspace = try TemporaryWorkspace()
        #expect(try workspace.store.tree().nodes.isEmpty)
    }

    @Test(arguments: [("missing", WorkspaceError.Code.notFound), ("file.txt", .invalidPath)])
    func saysWhyAWorkspaceCannotBeOpened(name: String, code: WorkspaceError.Code) throws {
        let workspace = try TemporaryWorkspace(["file.txt": ""])
        let error = try #require(throws: WorkspaceError.self) { try WorkspaceStore(opening: workspace.url.path + "/" + name) }
        #expect(error.code == code)
        #expect(error.message.contains(name))
    }

    @Test func aLinkToAFolderIsNotFollowed() throws {
        let workspace = try TemporaryWorkspace(Self.files)
        let link = workspace.url.appending(path: "collections/a/loop")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: workspace.url.appending(path: "collections"))
        #expect(try workspace.store.tree().node(at: "collections/a")?.children.count == 1)
    }
}
