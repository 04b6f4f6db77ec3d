import Engine
import Foundation
import HTTP
import HTTPTesting
import Interchange
import Synchronization
import TestFixtures
import Screen
import Testing
import Workspace

@testable import App

/// Imports and exports of the workbench.
@Suite struct TransferTests {
    private static let collection = #"""
        {"info": {"name": "Shop"}, "item": [{"name": "List", "request": {"url": "http://h/list", "auth": {"type": "hawk"}}},
          {"name": "Box", "item": [{"name": "In", "request": {"url": "http://h/in", "auth": {"type": "basic", "basic": [
            {"key": "username", "value": "me"}, {"key": "password", "value": "secret-value"}]}}}]}, 7]}
        """#

    private let temporary = TemporaryFolder()
    private var folder: String { temporary.path }

    /// Runs effects in a temporary workspace, and returns their messages.
    private func run(
        clipboard: String? = nil, files: [String: String] = [:], _ effects: (String) -> [TransferEffect]
    ) async throws -> [TransferMessage] {
        for (path, text) in files { try temporary.write(text, to: path) }
        // Guards what effects tell from any thread.
        let told = Mutex<[TransferMessage]>([])
        let run = TransferEffects(
            workspace: FileWorkspace(folder: folder, environment: [:], trust: .everything), makeLoader: { _ in MockLoader() },
            clipboard: { clipboard }, post: { message in told.withLock { $0.append(message) } })
        for effect in effects(folder) { await run.run(effect) }
        return told.withLock(\.self)
    }

    private func pending(_ messages: [TransferMessage]) throws -> PendingImport {
        try #require(messages.compactMap { if case .wasRead(let pending) = $0 { pending } else { nil } }.first)
    }

    private let context = TransferContext(folder: "collections/shop/box", collectionCount: 1, isPromptWaiting: true)

    // MARK: Import

    @Test func `a long name of a file is cut in its middle`() async throws {
        let name = "a" + String(repeating: "b", count: 60) + ".json"
        let messages = try await run(files: [name: Self.collection]) { [.read($0 + "/" + name, isAsked: true)] }
        let steps = TransferReducer.reduce(.wasRead(try pending(messages)), context).steps
        guard let question = steps.last?.window as? Question<TransferMessage> else { return #expect(Bool(false), "no question") }
        #expect(question.title.contains(/Import from ab+…b+\.json$/))
    }

    @Test func `a file is read, shown and only then written`() async throws {
        let messages = try await run(files: ["a.json": Self.collection]) { [.read($0 + "/a.json", isAsked: true)] }
        let read = try pending(messages)
        #expect(!FileManager.default.fileExists(atPath: folder + "/collections"))
        let steps = TransferReducer.reduce(.wasRead(read), context).steps
        guard case .output(.endPrompt(problem: nil)) = steps.first, let question = steps.last?.window as? Question<TransferMessage> else {
            return #expect(Bool(false), "no question")
        }
        #expect(question.items.count == read.result.issues.count + read.credentials.count && question.items[0].hasPrefix("failed: "))
        #expect(question.choices.map(\.key) == ["i", "s", "c"] && question.choices[0].messages == [.write(read)])
        let workspace = FileWorkspace(folder: folder, environment: [:], trust: .everything)
        let effects = TransferEffects(workspace: workspace, makeLoader: { _ in MockLoader() }, clipboard: { nil }, post: { _ in })
        await effects.run(.write(read, collection: nil))
        #expect(try await workspace.request(at: "collections/shop/box/in.request.json").url == "http://h/in")
    }

    @Test func `credentials are kept as secrets when that is chosen, also by the next import`() async throws {
        let file =
            #"{"info": {"name": "Shop"}, "item": [{"name": "In", "request": {"url": "http://h/in", "auth": {"type": "bearer", "#
            + #""bearer": [{"key": "token", "value": "s3cr3t-value"}]}}}]}"#
        let messages = try await run(files: ["a.json": file]) { [.read($0 + "/a.json", isAsked: false)] }
        // Guards what effects tell from any thread.
        let told = Mutex<[TransferMessage]>([])
        let workspace = FileWorkspace(folder: folder, environment: [:], trust: .everything)
        let effects = TransferEffects(
            workspace: workspace, makeLoader: { _ in MockLoader() }, clipboard: { nil },
            post: { message in told.withLock { $0.append(message) } })
        func answer(to messages: [TransferMessage], with key: Character) async throws {
            guard
                let question = TransferReducer.reduce(.wasRead(try pending(messages)), context).steps.last?.window
                    as? Question<TransferMessage>,
                let message = question.choices.first(where: { $0.key == key })?.messages.first,
                case .effect(let effect) = TransferReducer.reduce(message, context).steps.first
            else { throw CocoaError(.coderValueNotFound) }
            told.withLock { $0 = [] }
            await effects.run(effect)
        }
        try await answer(to: messages, with: "s")
        let separated = try pending(told.withLock(\.self))
        #expect(separated.credentials.map(\.replacement) == [.variable("token")])
        try await answer(to: [.wasRead(separated)], with: "i")
        #expect(try await workspace.request(at: "collections/shop/in.request.json").auth["token"] == "{{token}}")
        let secrets = try String(contentsOfFile: folder + "/collections/shop/collection.secrets.json", encoding: .utf8)
        #expect(secrets.contains("s3cr3t-value"))
        told.withLock { $0 = [] }
        await effects.run(.read(folder + "/a.json", isAsked: false))
        let again = try pending(told.withLock(\.self))
        #expect(again.origin.separatesSecrets && again.updates.allSatisfy(\.changes.isEmpty))
    }

    @Test func `an environment without a collection is one of the workspace`() async throws {
        let environment = #"{"name": "Local", "values": [{"key": "a", "value": "b"}]}"#
        let messages = try await run(files: ["e.json": environment]) { [.read($0 + "/e.json", isAsked: false)] }
        let read = try pending(messages)
        guard
            TransferReducer.reduce(.wasRead(read), TransferContext(folder: nil, collectionCount: 0, isPromptWaiting: false))
                .steps.last?.window is Question<TransferMessage>
        else { return #expect(Bool(false), "no question") }
        let workspace = FileWorkspace(folder: folder, environment: [:], trust: .everything)
        await TransferEffects(workspace: workspace, makeLoader: { _ in MockLoader() }, clipboard: { nil }, post: { _ in })
            .run(.write(read, collection: nil))
        #expect(FileManager.default.fileExists(atPath: folder + "/environments/local.json"))
    }

    @Test func `the changes and conflicts of an environment of the same name are shown before anything is written`() async throws {
        let environment = #"{"name": "Local", "values": [{"key": "a", "value": "theirs"}, {"key": "c", "value": "new"}]}"#
        let path = "collections/only/environments/local.json"
        let messages = try await run(
            files: [
                "e.json": environment, "collections/only/collection.json": #"{"name": "Only"}"#,
                path: #"{"name": "Local", "variables": [{"name": "a", "value": "mine"}]}"#,
            ]) { [.read($0 + "/e.json", isAsked: false)] }
        let read = try pending(messages)
        #expect(read.updates.map(\.collection) == [path] && read.updates.flatMap(\.changes).map(\.kind) == [.changed, .conflict])
        guard let question = TransferReducer.reduce(.wasRead(read), context).steps.last?.window as? Question<TransferMessage> else {
            return #expect(Bool(false), "no question")
        }
        #expect(question.items.prefix(2).map { $0.prefix { $0 != ":" } } == ["changed", "conflict"])
        #expect(question.choices.map(\.key) == ["u", "n", "c"])
        let other = try temporary.text(path)
        #expect(other.contains("mine") && !other.contains("new"))
    }

    @Test func `an import that wrote nothing is reported as such`() {
        let steps = TransferReducer.reduce(.written(paths: [], isUpdate: true), context).steps
        guard case .notify(let toast) = steps.last, steps.count == 1 else { return #expect(Bool(false), "\(steps.count)") }
        #expect(toast.kind == .done)
    }

    @Test func `a file whose prompt was closed is not shown`() throws {
        let read = PendingImport(
            origin: ImportOrigin("a"), result: try Importer().read(name: "a", bytes: Array(Self.collection.utf8)), isAsked: true)
        #expect(
            TransferReducer.reduce(.wasRead(read), TransferContext(folder: nil, collectionCount: 0, isPromptWaiting: false)).steps.isEmpty)
    }

    @Test func `a refusal is reported when its prompt is closed`() {
        var store = TestStore.opened()
        store.send(.transfer(.refused("full")))
        #expect(store.state.toasts.map(\.text) == ["full"] && store.state.toasts.last?.kind == .error)
    }

    @Test func `a file that cannot be read keeps its prompt`() async throws {
        let messages = try await run { [.read($0 + "/none.json", isAsked: true), .read($0 + "/none.json", isAsked: false)] }
        guard case .refused = messages.first, case .failed = messages.last else { return #expect(Bool(false), "\(messages)") }
    }

    @Test func `a file that was imported before updates its collection`() async throws {
        let changed = Self.collection.replacing("http://h/list", with: "http://h/all")
        let messages = try await run(files: ["a.json": Self.collection]) { [.read($0 + "/a.json", isAsked: false)] }
        let workspace = FileWorkspace(folder: folder, environment: [:], trust: .everything)
        let told = Mutex<[TransferMessage]>([])
        let effects = TransferEffects(
            workspace: workspace, makeLoader: { _ in MockLoader() }, clipboard: { nil },
            post: { message in told.withLock { $0.append(message) } })
        await effects.run(.write(try pending(messages), collection: nil))
        try Data(changed.utf8).write(to: URL(fileURLWithPath: folder + "/a.json"))
        await effects.run(.read(folder + "/a.json", isAsked: false))
        let read = try pending(told.withLock(\.self))
        guard let question = TransferReducer.reduce(.wasRead(read), context).steps.last?.window as? Question<TransferMessage> else {
            return #expect(Bool(false), "no question")
        }
        #expect(question.items.first == "changed: List: url")
        #expect(question.choices.map(\.key) == ["u", "n", "s", "c"] && question.choices[0].messages == [.write(read)])
        await effects.run(.write(read, collection: nil))
        #expect(try await workspace.request(at: "collections/shop/list.request.json").url == "http://h/all")
        guard case .write(let asNew)? = question.choices[1].messages.first else { return #expect(Bool(false), "no choice") }
        await effects.run(.write(asNew, collection: nil))
        #expect(try await workspace.tree().nodes.map(\.path) == ["collections/shop", "collections/shop-2"])
    }

    @Test func `a document in the workspace stays linked, and its references are fetched when that is chosen`() async throws {
        let document =
            #"{"openapi": "3.1.0", "info": {"title": "Net"}, "paths": {"/a": {"get": {"parameters": [{"$ref": "http://h/p.json"}]}}}}"#
        let messages = try await run(files: ["api.json": document]) { [.read($0 + "/api.json", isAsked: false)] }
        let read = try pending(messages)
        #expect(read.result.collections.first?.root.draft.openAPI == "api.json")
        guard let question = TransferReducer.reduce(.wasRead(read), context).steps.last?.window as? Question<TransferMessage> else {
            return #expect(Bool(false), "no question")
        }
        #expect(
            question.choices.first { $0.key == "f" }?.messages == [
                .perform(.read(folder + "/api.json", isAsked: false, followsReferences: true))
            ])
    }

    @Test func `fetching references keeps the choice for secrets`() async throws {
        let document = """
            {"openapi": "3.1.0", "info": {"title": "Net"}, "paths": {"/a": {"get": {"parameters": [{"$ref": "http://h/p.json"},
            {"name": "X-Api-Key", "in": "header", "example": "key-1-secret"}]}}}}
            """
        let messages = try await run(files: ["api.json": document]) {
            [.read($0 + "/api.json", isAsked: false, followsReferences: false, separatesSecrets: true)]
        }
        let read = try pending(messages)
        #expect(read.origin.separatesSecrets)
        guard let question = TransferReducer.reduce(.wasRead(read), context).steps.last?.window as? Question<TransferMessage> else {
            return #expect(Bool(false), "no question")
        }
        let expected = TransferEffect.read(folder + "/api.json", isAsked: false, followsReferences: true, separatesSecrets: true)
        #expect(question.choices.first { $0.key == "f" }?.messages == [.perform(expected)])
    }

    @Test(arguments: [collection, "curl -d a=1 http://h/x"]) func `the clipboard is imported`(_ text: String) async throws {
        for effect in [TransferEffect.readClipboard, .readPasted(text)] {
            let read = try pending(try await run(clipboard: text, files: ["a": ""]) { _ in [effect] })
            #expect(read.result.requestCount > 0 && !read.isAsked)
        }
    }

    @Test(arguments: [("curl http://h/ -d a=1", true), ("{\"openapi\": \"3.0.0\"}", true), ("a\nb", true), ("/a/b.json", false)])
    func `a command or a file that is pasted into the window for a source is imported`(_ text: String, _ isContent: Bool) {
        var store = TestStore.withTree()
        store.press(.character("I"))
        let effects = store.send(.input(.paste(text)))
        #expect(effects.contains(.transfer(.readPasted(text))) == isContent)
        #expect(store.state.windows.isEmpty == isContent)
    }

    @Test func `a pasted text that nothing reads gets a hint`() async throws {
        let messages = try await run(files: ["a": ""]) { _ in [.readPasted("one\ntwo")] }
        guard case .failed(let hint) = try #require(messages.last) else { throw CancellationError() }
        #expect(hint.contains("paste") && !hint.contains("Expected"))
    }

    @Test(arguments: [
        ("/a/b.json", "/a/b.json"), ("'/a/b c.har'\n", "/a/b c.har"), ("/a/b\\ c.yaml ", "/a/b c.yaml"),
        ("file:///a/b%20c.bru", "/a/b c.bru"),
        ("~/x.http", "~/x.http"), ("/api/users", nil), ("http://h/a.json", nil), ("/a.json\n/b.json", nil), ("", nil),
    ])
    func `a dropped text is recognised as a path`(_ text: String, _ path: String?) { #expect(DroppedPath.path(in: text) == path) }

    // MARK: Export

    private func order(_ folder: String, secrets: Bool = false, overwrites: Bool = false) -> ExportOrder {
        var order = ExportOrder(
            ExportOrder(path: "collections/shop/box", format: "postman", includesSecrets: secrets), to: folder + "/out")
        order.overwrites = overwrites
        return order
    }

    private static let files = [
        "collections/shop/collection.json": #"{"name": "Shop", "headers": [{"name": "X-A", "value": "b"}]}"#,
        "collections/shop/list.request.json": #"{"name": "List", "url": "http://h/list"}"#,
        "collections/shop/box/in.request.json":
            #"{"name": "In", "url": "http://h/in", "auth": {"type": "basic", "username": "me", "password": "secret-value"}}"#,
    ]

    @Test func `a folder is exported within its collection, with masked secrets`() async throws {
        let messages = try await run(files: Self.files) { folder in
            [.export(order(folder)), .export(order(folder)), .export(order(folder, secrets: true, overwrites: true))]
        }
        guard case .exported(_, let files, _)? = messages.first, case .exists(_, let paths) = messages[1], let path = paths.first,
            case .exported = messages[2]
        else { return #expect(Bool(false), "\(messages)") }
        #expect(files.contains(path))
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("secret-value") && text.contains("http://h/in") && !text.contains("http://h/list") && text.contains("X-A"))
        _ = try await run { [.export(order($0, overwrites: true))] }
        let kept = try FileManager.default.subpathsOfDirectory(atPath: folder + "/out")
        for file in kept { #expect(try !temporary.text("out/" + file).contains("secret-value")) }
    }

    @Test func `an export without a file reports the reason`() {
        let why = "collection: Hurl cannot contain a collection without requests"
        let steps = TransferReducer.reduce(.exported(order("/tmp"), files: [], losses: [why]), context).steps
        guard case .output(.endPrompt(problem: nil))? = steps.first, let window = steps.last?.window as? TextWindow<TransferMessage> else {
            return #expect(Bool(false), "\(steps)")
        }
        #expect(window.lines.map(\.text).dropFirst() == [why] && window.title.hasPrefix("Nothing exported"))
        let toasts = steps.compactMap { if case .notify(let toast) = $0 { toast } else { nil } }
        #expect(toasts.map(\.text) == ["Nothing exported"] && toasts.first?.kind == .error)
    }

    @Test func `an export names the requests whose changes are not saved`() throws {
        var store = TestStore.opened()
        store.send(.request(.kind(.setMethod("PUT"))))
        let path = try #require(store.state.request.path)
        let order = ExportOrder(path: WorkspacePath.parent(of: path), format: "http", includesSecrets: false)
        store.send(.transfer(.exported(order, files: ["/t/a.http"], losses: [])))
        #expect(store.canvas.contains("“\(store.state.request.name)” has unsaved changes"))
        let other = ExportOrder(path: order.path + "s", format: "http", includesSecrets: false)
        store.send(.window(.close))
        store.send(.transfer(.exported(other, files: ["/t/a.http"], losses: [])))
        #expect(store.state.windows.isEmpty)
    }

    @Test(arguments: [
        (["/t/out/a.json"], "/t/out/a.json"), (["/t/out/a.json", "/t/out/env/b.json"], "2 files to /t/out"),
        (["/t/out/x/a", "/t/out/y/b", "/t/out/y/c"], "3 files to /t/out"),
    ])
    func `several exported files are named by their folder`(files: [String], place: String) {
        let steps = TransferReducer.reduce(.exported(order("/t"), files: files, losses: []), context).steps
        let toasts = steps.compactMap { if case .notify(let toast) = $0 { toast } else { nil } }
        #expect(toasts.map(\.text) == ["Exported \(place)"])
    }

    @Test func `the report of an export lists files, then losses`() {
        let steps = TransferReducer.reduce(.exported(order("/t"), files: ["/t/a", "/t/b"], losses: ["no option"]), context).steps
        guard let window = steps.last?.window as? TextWindow<TransferMessage> else { return #expect(Bool(false), "\(steps)") }
        #expect(window.lines.map(\.text).filter { $0.hasPrefix("/t") } == ["/t/a", "/t/b"] && window.lines.last?.text == "no option")
        #expect(window.lines.last?.role == .warning && window.title.contains("2") && window.title.contains("1"))
    }

    @Test func `an existing file is asked about`() {
        let steps = TransferReducer.reduce(.exists(order("/tmp"), paths: ["/tmp/a"]), context).steps
        guard let question = steps.last?.window as? Question<TransferMessage> else { return #expect(Bool(false), "no question") }
        #expect(question.choices[1].messages == [.perform(.export(order("/tmp", overwrites: true)))])
    }

    @Test func `each format can be chosen for the folder under the cursor`() {
        guard
            let picker = TransferReducer.reduce(.pickFormat(includesSecrets: false), context).steps.first?.window
                as? Picker<TransferMessage>
        else {
            return #expect(Bool(false), "no list")
        }
        #expect(picker.items.map(\.keywords) == ExportFormat.all.map { [$0.id] })
        #expect(picker.items.allSatisfy { !$0.detail.isEmpty && $0.detail != $0.title })
    }
}
