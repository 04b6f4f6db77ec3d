import Engine
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// How a request is sent, as rows of a form.
struct OptionRowsTests {
    @Test(arguments: [(30, "30"), (0.5, "0.5"), (1e22, "1e+22"), (-0.0, "0"), (.infinity, "")])
    func showsEverySecondsValue(seconds: Double, text: String) {
        var options = RequestOptions()
        options.timeout = seconds
        #expect(OptionFields.rows(of: options)[0][1] == text)
    }

    @Test(arguments: ["inf", "nan", "-1", "1e7", "soon"]) func refusesUnusableSeconds(text: String) {
        var rows = OptionFields.rows(of: RequestOptions())
        rows[0][1] = text
        #expect(OptionFields.validated(rows)[0].problem != nil)
        var options = RequestOptions()
        OptionFields.store(rows, in: &options)
        #expect(options.timeout == nil)
    }

    @Test(arguments: [("0", false), ("1", true), ("1000", true), ("1001", false)])
    func countsAttemptsFromOne(text: String, isTaken: Bool) throws {
        var rows = OptionFields.rows(of: RequestOptions())
        let row = try #require(rows.firstIndex { $0[0] == "Attempts" })
        rows[row][1] = text
        #expect(OptionFields.validated(rows)[row].problem == (isTaken ? nil : "a number from 1 to 1000"))
        var options = RequestOptions()
        OptionFields.store(rows, in: &options)
        #expect(options.retry.attempts == (isTaken ? Int(text) : nil))
    }

    // MARK: What an empty one means

    private static func folder(_ change: (inout RequestOptions) -> Void) -> FolderDraft {
        var folder = FolderDraft(name: "Star Wars")
        change(&folder.options)
        return folder
    }

    private static func store(_ layers: [InheritedLayer] = [], _ draft: RequestDraft = RequestDraft(name: "r", url: "http://h/"))
        -> TestStore
    {
        var store = TestStore.opened(draft)
        store.send(.workspace(.optionsKnown(InheritedOptions(layers))))
        store.send(.request(.selectTab(.options)))
        return store
    }

    private static let layer = InheritedLayer(
        path: "collections/star-wars",
        settings: folder {
            $0.timeout = 7
            $0.redirects.follow = false
            $0.tls.passphrase = "hunter2"
            $0.environment = "swapi"
        })

    @Test func emptyFieldsShowTheInheritedValueAndItsOrigin() {
        let store = Self.store([Self.layer])
        let lines = store.canvas.lines
        let shows = { (label: String, text: String) in lines.contains { $0.contains(label) && $0.contains(text) } }
        #expect(shows("Timeout (s) ", "collection “Star Wars”: 7"))
        #expect(shows("Connect timeout", "default: 30"))
        #expect(shows("Follow redirects", "collection “Star Wars”: no  "))
        #expect(!store.canvas.contains("hunter2"))
        #expect(store.state.request.draft.options == RequestOptions())
        #expect(!store.state.request.hasUnsavedChanges)
    }

    @Test func typedValuesReplaceInheritedOnes() {
        var store = Self.store([Self.layer])
        store.press(.character("e"))
        #expect(store.canvas.contains("collection “Star Wars”: 7"))
        store.type("3")
        store.press(Key(.escape))
        #expect(!store.canvas.contains("collection “Star Wars”: 7"))
        #expect(store.state.request.draft.options.timeout == 3)
        store.press(.character("u"))
        #expect(store.state.request.draft.options == RequestOptions())
    }

    @Test func explainsAFieldAndItsDefault() throws {
        var store = Self.store([Self.layer])
        store.press(Key(.down), .character("K"))
        let text = try #require(store.state.toasts.last?.text)
        #expect(text == "Connect timeout (s): Seconds until the connection is established, including TLS. Left empty, default: 30.")
        store.press(Key(.escape), .character("?"))
        #expect(store.canvas.contains("Seconds until the connection is established"))
    }

    @Test func theEnvironmentIsChosenAmongThoseThatExistOrTyped() throws {
        var store = Self.store()
        store.press(.character("G"))
        for _ in 0..<RequestOption.all.count {
            if store.state.request.section == .options { break }
            store.press(Key(.up))
        }
        let last = RequestOption.all.count - 1
        for _ in 0..<last - (RequestOption.all.firstIndex { $0.name == "environment" } ?? last) { store.press(Key(.up)) }
        #expect(store.canvas.contains("default: the chosen one  "))
        store.press(.character(" "))
        #expect(store.canvas.contains("local"))
        store.press(Key(.down), Key(.down), Key(.enter))
        #expect(store.state.request.draft.options.environment == "swapi")
        #expect(store.state.environment?.name == "swapi")
        store.press(.character("e"), .control("u"))
        store.type("later")
        store.press(Key(.escape))
        #expect(store.state.request.draft.options.environment == "later")
    }

    @Test func editsTheInheritedEnvironment() {
        var store = Self.store([Self.layer])
        #expect(store.state.environment?.name == "swapi")
        #expect(store.canvas.contains("▲ swapi"))
        store.send(.workspace(.pickEnvironment(Sample.tree.environments["collections/star-wars"]?[0])))
        #expect(store.canvas.contains("▲ swapi"))
        #expect(store.state.toasts.last?.text == "This request still uses “swapi”: the settings of its folders name it")
        #expect(
            store.send(.environments(.edit)) == [
                .workspace(.settings(.readEnvironment(path: "collections/star-wars/environments/swapi.json")))
            ])
    }

    @Test func readsVariablesForANewRequest() {
        var store = Self.store([Self.layer])
        let effects = store.press(.control("n"))
        let environment = "collections/star-wars/environments/swapi.json"
        #expect(
            effects.contains(
                .workspace(.readVariables(environmentPath: environment, requestPath: "collections/star-wars/people/new.request.json"))))
    }

    @Test func namesAMissingEnvironment() {
        var layer = FolderDraft(name: "Star Wars")
        layer.options.environment = "gone"
        let store = Self.store([InheritedLayer(path: "collections/star-wars", settings: layer)])
        #expect(store.canvas.contains("gone (not found)"))
    }

    @Test func folderWindowHasTheSameOptions() throws {
        var store = TestStore.withTree()
        let path = "collections/star-wars/people"
        store.send(.workspace(.settings(.folderRead(path: path, FolderDraft(name: "People"), [Self.layer]))))
        for _ in 0..<3 { store.press(.character("]")) }
        #expect(store.canvas.role(of: "Options  API") == .paneTitleFocused)
        #expect(store.canvas.contains("collection “Star Wars”: 7"))
        #expect(store.canvas.contains("Seconds until the last byte of the response"))
        store.press(.character("e"))
        store.type("soon")
        store.press(Key(.escape), .control("s"))
        #expect(store.canvas.contains("Timeout (s): expected a number of seconds."))
        store.press(.character("e"), .control("u"))
        store.type("12")
        store.press(Key(.escape))
        var expected = FolderDraft(name: "People")
        expected.options.timeout = 12
        #expect(store.press(.control("s")) == [.workspace(.settings(.saveFolder(path: path, expected)))])
    }

    @Test func inheritanceNamesTheOptionsOfFolders() {
        var store = TestStore.withTree()
        store.send(.workspace(.settings(.inheritanceRead(path: "collections/star-wars/people", [Self.layer]))))
        #expect(store.canvas.contains("option Timeout (s): 7"))
        #expect(store.canvas.contains("option Key passphrase: ••••"))
    }
}
