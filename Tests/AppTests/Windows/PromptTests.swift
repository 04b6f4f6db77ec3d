import Foundation
import Document
import HTTP
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Windows with one input line keep the typed text.
@Suite struct PromptTests {
    private func clickBeside(_ store: inout TestStore) {
        let point = Point(x: 1, y: store.state.size.height - 3)
        store.mouse(.press(.left, count: 1), at: point)
        store.mouse(.release(.left), at: point)
    }

    @Test(arguments: [
        Message.tree(.change(.addFolder)), .tree(.change(.rename)), .environments(.add), .request(.file(.rename)),
        .request(.file(.save)),
    ])
    func `a click outside does not discard typed text`(message: Message) {
        var store = TestStore.withTree()
        if case .request = message { store.send(.tabs(.compose(RequestDraft(url: "http://h/a")))) }
        store.send(message)
        store.type("typed here")
        clickBeside(&store)
        #expect(store.canvas.contains("typed here"))
        store.press(Key(.escape))
        #expect(store.state.windows.isEmpty)
        store.send(message)
        clickBeside(&store)
        #expect(store.state.windows.isEmpty)
    }

    @Test(arguments: [Message.tree(.change(.addFolder)), .tree(.change(.rename)), .environments(.add)])
    func `a prompt whose change fails returns with its text and the reason`(message: Message) {
        var store = TestStore.withTree()
        store.send(message)
        store.press(.control("u"))
        store.type("typed here")
        store.press(Key(.enter))
        #expect(store.state.windows.isEmpty)
        store.send(.workspace(.changeFailed("no room")))
        guard let prompt = store.state.windows.last?.content as? Prompt<Message> else { return #expect(Bool(false), "no prompt") }
        #expect(prompt.field.text == "typed here" && prompt.problem == "no room" && store.state.toasts.isEmpty)
        store.press(Key(.enter))
        store.send(.workspace(.settings(.environmentCreated(path: "collections/star-wars/environments/a.json"))))
        store.send(.workspace(.changeFailed("another change")))
        #expect(store.state.windows.isEmpty && store.state.toasts.last?.text == "another change")
    }

    @Test(arguments: [("a.json", "/somewhere/else/a.json"), ("~/a.json", "/home/luke/a.json"), ("/tmp/a.json", "/tmp/a.json")])
    func `a prompt for a new file shows its absolute path`(typed: String, path: String) {
        var store = TestStore.withResponse("{}", type: "application/json")
        store.send(.response(.file(.startSaving)))
        store.press(.control("u"))
        store.type(typed)
        #expect(store.canvas.lines.contains { $0.contains(path) && !$0.contains("..") })
        store.press(Key(.escape))
        store.send(.transfer(.askTarget(ExportOrder(path: "collections/c", format: "har", includesSecrets: false))))
        store.press(.control("u"))
        store.type(typed)
        #expect(store.canvas.contains(path))
    }

    @Test(arguments: [("'/a/b c.json'", "/a/b c.json"), ("file:///a/b.json", "/a/b.json"), ("a\\ b.json", "a b.json")])
    func `a path may be quoted as terminals paste it`(typed: String, path: String) {
        var store = TestStore.opened()
        store.send(.transfer(.askSource))
        store.type(typed)
        #expect(store.press(Key(.enter)).contains(.transfer(.read(path, isAsked: true))))
    }

    @Test(arguments: [("a.json", true), ("", false), ("https://h/a.json", false), ("HTTP://h", false)])
    func `the prompt of an import shows the absolute path of a file`(typed: String, isShown: Bool) {
        var store = TestStore.opened()
        store.send(.transfer(.askSource))
        store.type(typed)
        #expect(store.canvas.contains("/somewhere/else/") == isShown)
    }

    @Test(arguments: ["/tmp/a.json", "~/a.json"])
    func `a typed path is on the screen once, also with a problem`(typed: String) {
        var store = TestStore.opened()
        store.send(.transfer(.askSource))
        store.type(typed)
        #expect(store.canvas.lines.count { $0.contains(typed) } == 1)
        store.press(Key(.enter))
        store.send(.transfer(.refused("\(typed) cannot be read")))
        #expect(store.canvas.lines.count { $0.contains(typed) } == 1 && store.canvas.contains("Cannot be read"))
    }

    @Test func `the empty name of a request has another text in its field than its label`() {
        var store = TestStore.withTree()
        store.send(.tabs(.compose(RequestDraft(url: "http://h/a"))))
        store.send(.request(.file(.save)))
        guard let prompt = store.state.windows.last?.content as? Prompt<Message> else { return #expect(Bool(false), "no prompt") }
        store.press(.control("u"))
        #expect(prompt.folder != nil && store.canvas.lines.count { $0.contains("Name ") && $0.contains("required") } == 1)
    }

    @Test(arguments: [
        ("http://h/login", "login"), ("{{base}}/api/v1/people/:id?a=b", "v1 people id"), ("/people/{{id}}/", "people id"),
        ("http://h", "h"),
    ])
    func `a request without a name is offered the last words of its path`(url: String, name: String) {
        var store = TestStore.withTree()
        store.send(.tabs(.compose(RequestDraft(method: "POST", url: url))))
        store.press(.control("s"))
        let effects = store.press(Key(.enter))
        #expect(store.state.request.newName == name)
        #expect(effects.contains { if case .workspace(.createRequest) = $0 { true } else { false } })
    }

    private func saving(_ path: String) -> (store: TestStore, piece: BodyPiece)? {
        var store = TestStore.withTree()
        let source = ByteSource(Array("[1]".utf8))
        let document = Document(Array("[1]".utf8), mediaType: "application/json")
        store.start("one")
        store.answer("one")
        store.receive(BodyHandle(exchange: "one", owner: 0, revision: 1, document: document, source: source))
        store.press(.character("s"), .control("u"))
        store.type(path)
        guard case .body(.save(let piece, _, overwrites: false))? = store.press(Key(.enter)).last else { return nil }
        return (store, piece)
    }

    @Test func `the prompt for a file shows that writing is in progress`() throws {
        var store = try #require(saving("/no/x")).store
        guard let waiting = store.state.windows.last?.content as? Prompt<Message> else { return #expect(store.state.windows.count == 1) }
        #expect(waiting.isWaiting && waiting.progress?.contains("3 B") == true)
        store.send(.response(.file(.notSaved("/no/x cannot be written"))))
        guard let prompt = store.state.windows.last?.content as? Prompt<Message> else { return #expect(store.state.windows.count == 1) }
        #expect(prompt.progress == nil && prompt.problem != nil)
    }

    @Test func `a path that cannot be written stays as typed, with the reason`() throws {
        var store = try #require(saving("/no/such/dir/x")).store
        #expect(store.press(Key(.enter)).isEmpty)
        store.send(.response(.file(.notSaved("/no/such/dir/x cannot be written: No such file or directory"))))
        #expect(store.canvas.lines.count { $0.contains("/no/such/dir/x") } == 1)
        #expect(store.canvas.contains("Cannot be written: No such"))
        #expect(store.state.toasts.isEmpty)
        store.type("y")
        #expect(!store.canvas.contains("annot be written"))
        #expect(store.press(Key(.enter)).count == 1)
        store.send(.response(.file(.saved(path: "/x", byteCount: 3))))
        #expect(store.state.windows.isEmpty)
    }

    @Test(arguments: [true, false])
    func `an existing file is overwritten after a question, or another name is entered`(overwrites: Bool) throws {
        var (store, piece) = try #require(saving("/tmp/x"))
        store.send(.response(.file(.askToOverwrite(piece, path: "/tmp/x"))))
        let effects = store.press(.character(overwrites ? "o" : "c"))
        if overwrites {
            #expect(effects == [.body(.save(piece, path: "/tmp/x", overwrites: true))])
            store.send(.response(.file(.saved(path: "/tmp/x", byteCount: 3))))
            #expect(store.state.windows.isEmpty)
        } else {
            #expect(store.canvas.contains("lready exists."))
        }
    }

    @Test func `a closed window still receives its result`() throws {
        var store = try #require(saving("/no/x")).store
        store.press(Key(.escape))
        store.send(.response(.file(.notSaved("/no/x cannot be written"))))
        #expect(store.state.toasts.last?.text == "/no/x cannot be written")
    }

    @Test func `the message after saving has the whole path`() throws {
        let document = Document(Array("[1]".utf8), mediaType: "application/json")
        let body = BodyHandle(exchange: "one", owner: 0, revision: 1, document: document, source: ByteSource(Array("[1]".utf8)))
        let name = "apus-\(UUID().uuidString).json"
        let path = try BodyFile.write(BodyPiece(body: body), to: name, overwrites: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(path == FileManager.default.currentDirectoryPath + "/" + name)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "[1]")
    }

    @Test func `saving to the path of a folder reports that it is a folder`() {
        let document = Document(Array("[1]".utf8), mediaType: "application/json")
        let body = BodyHandle(exchange: "one", owner: 0, revision: 1, document: document, source: ByteSource(Array("[1]".utf8)))
        for overwrites in [false, true] {
            #expect {
                try BodyFile.write(BodyPiece(body: body), to: "/tmp", overwrites: overwrites)
            } throws: {
                "\($0)" == "/tmp is a folder: enter the name of a file in it" && ($0 as? BodyFile.WriteError)?.exists == false
            }
        }
    }

    /// A window that asks for a note.
    private func askingForNote(_ text: String = "") -> TestStore {
        var store = TestStore.opened()
        let prompt = Prompt<Message>("Note", "save", "No note", TextFieldState(text: text), note: "Words", isOptional: true) { text, _ in
            .transfer(.failed("“\(text)” saved"))
        }
        store.state.windows.append(.prompt(prompt))
        return store
    }

    @Test func `a prompt has buttons and shows its note`() {
        var store = askingForNote("a")
        #expect(store.canvas.contains("Words"))
        store.click("Cancel")
        #expect(store.state.windows.isEmpty && store.state.toasts.isEmpty)
        store = askingForNote("a")
        store.click("Save")
        #expect(store.state.windows.isEmpty && store.state.toasts.last?.text == "“a” saved")
    }

    @Test func `a prompt accepts an empty text only if it is optional`() {
        var store = askingForNote("a")
        store.press(Key(.backspace), Key(.enter))
        #expect(store.state.windows.isEmpty && store.state.toasts.last?.text == "“” saved")
    }

    @Test func `an export of the history completes its path and keeps it if it cannot be written`() {
        var store = TestStore.opened()
        store.send(.history(.export(.start)))
        store.type("ha")
        store.send(.workspace(.folderListed(FolderListing(folder: "/somewhere/else", names: ["hal.har", "log.txt"]))))
        #expect(store.prompt?.completion.list?.items.map(\.text) == ["hal.har"])
        store.press(Key(.tab), Key(.enter))
        #expect(store.prompt?.isWaiting == true)
        store.send(.history(.export(.refused("hal.har could not be written"))))
        #expect(store.prompt?.field.text == "hal.har" && store.canvas.contains("ould not be written"))
        store.press(Key(.enter))
        store.send(.history(.export(.written(path: "hal.har", count: 1))))
        #expect(store.state.windows.isEmpty)
        store.send(.history(.export(.refused("hal.har could not be written"))))
        #expect(store.state.toasts.last?.text == "hal.har could not be written", "the window was closed")
    }

    @Test func `an export shows its progress, and closing the prompt cancels it`() {
        var store = TestStore.withHistory()
        store.press(.character("X"))
        #expect(!store.press(Key(.escape)).contains(.cancel(.exportHistory)), "nothing has begun")
        store.press(.character(" "), .character(" "), .character("X"), Key(.enter))
        #expect(store.canvas.contains("0 of 2 entries"))
        store.send(.history(.export(.progressed(1, of: 2))))
        #expect(store.canvas.contains("1 of 2 entries"))
        store.send(.history(.export(.refused("it is a folder"))))
        #expect(store.prompt?.progress == nil)
        store.press(Key(.enter))
        #expect(store.press(Key(.escape)).contains(.cancel(.exportHistory)) && store.state.windows.isEmpty)
        store.send(.history(.export(.cancelled)))
        #expect(store.state.toasts.last?.kind == .done)
    }

    @Test func `the question before files are overwritten counts them`() {
        var store = TestStore.opened()
        let order = ExportOrder(ExportOrder(path: "collections/c", format: "bruno", includesSecrets: false), to: "/a")
        store.send(.transfer(.askTarget(order)))
        store.press(Key(.enter))
        store.send(.transfer(.exists(order, paths: ["/a/x.bru", "/a/y.bru", "/a/z.bru"])))
        #expect(store.canvas.contains("/a/x.bru and 2 more of its files already exist."))
        store.press(.character("c"))
        #expect(store.prompt?.isWaiting == false && store.prompt?.problem != nil)
        store.press(Key(.enter))
        store.send(.transfer(.exists(order, paths: ["/a/x.bru"])))
        var again = order
        again.overwrites = true
        #expect(store.press(.character("o")) == [.transfer(.export(again))])
    }

    // MARK: Completion of paths

    /// A prompt for the source of an import with a typed path, whose folder was listed.
    private func completing(_ typed: String, in folder: String, _ names: [String]) -> TestStore {
        var store = TestStore.opened()
        store.send(.transfer(.askSource))
        store.type(typed)
        store.send(.workspace(.folderListed(FolderListing(folder: folder, names: names))))
        return store
    }

    @Test(arguments: [("my", "/somewhere/else"), ("~/d/", "/home/luke/d/"), ("./a", "/somewhere/else"), ("/tmp/a", "/tmp/")])
    func `typing a path lists its folder`(typed: String, folder: String) {
        var store = TestStore.opened()
        store.send(.transfer(.askSource))
        store.type(String(typed.dropLast()))
        #expect(store.press(.character(typed.last ?? " ")) == [.workspace(.listFolder(folder))])
    }

    @Test func `an address lists no folder`() {
        var store = TestStore.opened()
        store.send(.transfer(.askSource))
        store.type("https://h/")
        #expect(store.press(.character("a")).isEmpty)
    }

    @Test func `Tab takes a name, and the content of a folder follows`() {
        var store = completing("~/my", in: "/home/luke/", ["a.json", "my files/", "my letters.json"])
        #expect(store.canvas.contains("~/my files/") && store.canvas.contains("~/my letters.json") && !store.canvas.contains("~/a.json"))
        #expect(store.press(Key(.tab)) == [.workspace(.listFolder("/home/luke/my files/"))])
        #expect(store.prompt?.field.text == "~/my files/")
        store.send(.workspace(.folderListed(FolderListing(folder: "/home/luke/my files/", names: [".git/", "pet store.json"]))))
        #expect(store.prompt?.completion.list?.items.map(\.text) == ["~/my files/pet store.json"])
        store.press(Key(.tab))
        #expect(store.prompt?.field.text == "~/my files/pet store.json" && store.prompt?.completion.list == nil)
    }

    @Test func `Enter takes the listed name of a source, which exists, and then uses it`() {
        var store = completing("~/m", in: "/home/luke/", ["m.json", "n.json"])
        store.press(Key(.enter))
        #expect(store.prompt?.field.text == "~/m.json")
        #expect(
            store.press(Key(.enter)) == [.transfer(.read("~/m.json", isAsked: true, followsReferences: false, separatesSecrets: false))])
        store = completing("~/m", in: "/home/luke/", ["ma.json", "mb.json"])
        store.press(Key(.down), Key(.enter))
        #expect(store.prompt?.field.text == "~/mb.json")
    }

    @Test func `Escape closes the list before the prompt`() {
        var store = completing("~/m", in: "/home/luke/", ["m.json"])
        store.press(Key(.escape))
        #expect(store.prompt?.completion.list == nil && store.prompt?.field.text == "~/m")
        store.press(Key(.escape))
        #expect(store.state.windows.isEmpty)
    }

    @Test func `a click takes a name below the window`() {
        var store = completing("m", in: "/somewhere/else", (0..<8).map { "m\($0).json" })
        store.click("m7.json")
        #expect(store.prompt?.field.text == "m7.json")
    }

    @Test func `names that arrive after Enter do not cover the problem`() {
        var store = TestStore.opened()
        store.send(.transfer(.askSource))
        store.type("/none")
        store.press(Key(.enter))
        store.send(.workspace(.folderListed(FolderListing(folder: "/", names: ["none.json"]))))
        #expect(store.prompt?.isWaiting == true && store.prompt?.completion.list == nil)
    }

    @Test func `an export completes folders only`() {
        var store = TestStore.opened()
        store.send(.transfer(.askTarget(ExportOrder(path: "collections/c", format: "har", includesSecrets: false))))
        store.press(.control("u"))
        store.type("/a")
        store.send(.workspace(.folderListed(FolderListing(folder: "/", names: ["a.txt", "all/"]))))
        #expect(store.prompt?.completion.list?.items.map(\.text) == ["/all/"])
    }

    @Test func `the data file of a run is completed`() {
        var store = TestStore.opened()
        store.send(.run(.chooseOptions(RunJob(name: "c", path: "collections/c"))))
        store.press(Key(.up), Key(.tab), Key(.tab), Key(.tab), Key(.tab))
        store.type("ro")
        store.send(.workspace(.folderListed(FolderListing(folder: "/somewhere/else", names: ["rows.csv"]))))
        store.press(Key(.tab))
        guard let form = store.state.windows.last?.content as? FormState<Message> else { return #expect(Bool(false)) }
        #expect(form.fields.values["data"] == "rows.csv")
    }
}
