import Foundation
import JSON
import TestFixtures
import Testing
import Workspace

@Suite struct DraftJournalTests {
    private let temporary = TemporaryFolder()
    private var folder: String { temporary.path("state") }
    private let drafts = [
        AutosavedDraft(path: "collections/a/b.request.json", draft: RequestDraft(name: "B", url: "http://h/"), tab: 2),
        AutosavedDraft(path: nil, draft: RequestDraft(method: "PUT"), text: "GET h\nno header"),
    ]

    private func names() -> [String] { temporary.names(in: "state") }

    @Test func findsDraftsOfAnEarlierProcess() async throws {
        var first: DraftJournal? = DraftJournal(folder: folder, workspace: "/w")
        try await first?.store(drafts)
        let mode = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(names().first { $0.hasSuffix(".json") } ?? "")")
        #expect((mode[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        // The lock ends with its owner, as after a crash.
        first = nil
        let second = DraftJournal(folder: folder, workspace: "/w")
        #expect(try await second.takeOver().drafts == drafts)
        #expect(try await DraftJournal(folder: folder, workspace: "/other").takeOver() == AbandonedDrafts())
    }

    @Test func `a text that is open in an editor is found until it is closed or among the edits`() async throws {
        var (open, closed) = (drafts[0], drafts[1])
        open.copy = AutosavedDraft.Copy(path: "/tmp/apus.1/body.json", field: "json")
        closed.copy = AutosavedDraft.Copy(path: "/tmp/apus.2/body.http", field: "document")
        var first: DraftJournal? = DraftJournal(folder: folder, workspace: "/w")
        try await first?.noteCopy(open)
        try await first?.noteCopy(closed)
        // An autosave while the editor is open.
        try await first?.store([drafts[1]])
        try await first?.closeCopy("/tmp/apus.2/body.http")
        first = nil
        var second: DraftJournal? = DraftJournal(folder: folder, workspace: "/w")
        #expect(try await second?.takeOver().copies == [open])
        // It ends before it has stored the text.
        second = nil
        let third = DraftJournal(folder: folder, workspace: "/w")
        #expect(try await third.takeOver().copies == [open])
        try await third.store([drafts[0]])
        try await third.store([])
        #expect(names().isEmpty)
    }

    @Test(arguments: [true, false])
    func `edits are stored again, with a lock, after their folder was removed`(isChanged: Bool) async throws {
        var all = drafts + [AutosavedDraft(path: nil, draft: RequestDraft(body: BodyDraft(kind: .text, text: Self.long)))]
        var first: DraftJournal? = DraftJournal(folder: folder, workspace: "/w")
        try await first?.store(all)
        try temporary.remove("state")
        if isChanged { all[0].draft.name = "changed" }
        try await first?.store(all)
        #expect(temporary.mode(of: "state") == 0o700 && names().contains { $0.hasSuffix(".lock") })
        let second = DraftJournal(folder: folder, workspace: "/w")
        #expect(try await second.takeOver() == AbandonedDrafts(), "the first one lives")
        first = nil
        #expect(try await second.takeOver().drafts == all)
    }

    @Test func `edits whose folder was removed are stored once there is room again`() async throws {
        let journal = DraftJournal(folder: folder, workspace: "/w")
        try await journal.store(drafts)
        try temporary.remove("state")
        try temporary.write("a file in place of the folder", to: "state")
        for _ in 0..<2 { await #expect(throws: WorkspaceError.self) { try await journal.store(drafts) } }
        try temporary.remove("state")
        try await journal.store(drafts)
        #expect(names().contains { $0.hasSuffix(".json") } && names().contains { $0.hasSuffix(".lock") })
        try await journal.store([])
    }

    @Test func `a journal whose lock was removed locks again`() async throws {
        let first = DraftJournal(folder: folder, workspace: "/w")
        try await first.store(drafts)
        for name in names() where name.hasSuffix(".lock") { try temporary.remove("state/\(name)") }
        try await first.store(drafts)
        #expect(try await DraftJournal(folder: folder, workspace: "/w").takeOver() == AbandonedDrafts())
        try await first.store([])
    }

    @Test func `large edits are found again`() async throws {
        let text = String(repeating: "a", count: 65 << 20)
        var first: DraftJournal? = DraftJournal(folder: folder, workspace: "/w")
        try await first?.store([AutosavedDraft(path: nil, draft: RequestDraft(body: BodyDraft(kind: .text, text: text)))])
        first = nil
        let found = try await DraftJournal(folder: folder, workspace: "/w").takeOver()
        #expect(found.drafts.first?.draft.body.text.utf8.count == 65 << 20 && found.damaged.isEmpty)
    }

    private static let long = String(repeating: "a line of a long body\n", count: 10_000)

    /// An edit of a saved request with a long body, under a name.
    private static func longEdit(_ name: String, _ text: String = long) -> AutosavedDraft {
        var kept = AutosavedDraft(path: "a.request.json", draft: RequestDraft(name: name, body: BodyDraft(kind: .json, json: text)))
        kept.file = RequestDraft(body: BodyDraft(kind: .json, json: long))
        kept.draft.body.xml = text + "<a/>"
        kept.textBase = kept.draft
        kept.text = "GET h\n\n" + text
        return kept
    }

    private func number(ofFile name: String) throws -> NSNumber? {
        try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.systemFileNumber] as? NSNumber
    }

    @Test func `a long text is in a file of its own, which other changes do not write again`() async throws {
        var first: DraftJournal? = DraftJournal(folder: folder, workspace: "/w")
        try await first?.store([Self.longEdit("one")])
        let texts = names().filter { $0.hasSuffix(".text") }.sorted()
        #expect(texts.count == 3, "the body in the draft and in the file is one text")
        let numbers = try texts.map(number)
        try await first?.store([Self.longEdit("two")])
        #expect(names().filter { $0.hasSuffix(".text") }.sorted() == texts)
        #expect(try texts.map(number) == numbers)
        let journal = try #require(names().first { $0.hasSuffix(".json") })
        #expect(try Data(contentsOf: URL(filePath: "\(folder)/\(journal)")).count < 10_000)
        try await first?.store([Self.longEdit("two", Self.long + "more")])
        #expect(names().filter { $0.hasSuffix(".text") }.count == 4 && !names().contains(texts[1]))
        first = nil
        var second: DraftJournal? = DraftJournal(folder: folder, workspace: "/w")
        #expect(try await second?.takeOver().drafts == [Self.longEdit("two", Self.long + "more")])
        #expect(names().filter { $0.hasSuffix(".text") }.count == 4 && names().count == 6)
        try await second?.store([])
        #expect(names().isEmpty)
        second = nil
    }

    @Test func `an edit without its long text is not found but reported, and texts without a journal are removed`() async throws {
        var first: DraftJournal? = DraftJournal(folder: folder, workspace: "/w")
        try await first?.store([Self.longEdit("one")] + drafts)
        let text = try #require(names().first { $0.hasSuffix(".text") })
        let kept = try Data(contentsOf: URL(filePath: "\(folder)/\(text)"))
        try FileManager.default.removeItem(atPath: "\(folder)/\(text)")
        first = nil
        let lost = DraftJournal.name(of: "/w") + "-x-1.text"
        try kept.write(to: URL(filePath: "\(folder)/\(lost)"))
        let found = try await DraftJournal(folder: folder, workspace: "/w").takeOver()
        #expect(found.drafts == drafts && found.damaged.count == 1)
        #expect(!names().contains(lost) && names().contains { $0.hasSuffix(".text") })
    }

    @Test func `an earlier build finds no edit without its long text`() async throws {
        let first = DraftJournal(folder: folder, workspace: "/w")
        try await first.store([Self.longEdit("one")] + drafts)
        let journal = try #require(names().first { $0.hasSuffix(".json") })
        let value = try JSONValue(parsing: Array(Data(contentsOf: URL(filePath: "\(folder)/\(journal)"))))
        #expect(value["version"]?.integer == 2)
        // It reads the member `draft` of each edit.
        #expect(value["drafts"]?.array?.map { $0["draft"] != nil } == [false, true, true])
    }

    @Test func `an edit with its long texts among its members is read`() async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let stem = "\(folder)/\(DraftJournal.name(of: "/w"))-x"
        let edit = #"{ "draft": { "method": "PUT", "body": { "type": "json" } }, "texts": { "draft.json": 3 } }"#
        try #"{ "version": 2, "drafts": [\#(edit)] }"#.write(toFile: stem + ".json", atomically: true, encoding: .utf8)
        try "[1]".write(toFile: stem + "-3.text", atomically: true, encoding: .utf8)
        let found = try await DraftJournal(folder: folder, workspace: "/w").takeOver()
        #expect(found.drafts.map(\.draft) == [RequestDraft(method: "PUT", body: BodyDraft(kind: .json, json: "[1]"))])
    }

    @Test func `an autosave that fails leaves no texts, and the edits stored before`() async throws {
        await #expect(processExitsWith: .success) { [folder = folder as String] in
            let journal = DraftJournal(folder: folder, workspace: "/w")
            try await journal.store([Self.longEdit("one")])
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            // Room for the first of the new texts alone.
            let more = {
                var kept = Self.longEdit("two", Self.long + "more")
                kept.text = Self.long + Self.long
                return kept
            }()
            FullDisk.begin(after: Self.long.utf8.count + 1_000)
            for _ in 1...2 { await #expect(throws: WorkspaceError.self) { try await journal.store([more]) } }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == names)
            FullDisk.end()
            try await journal.store([more])
        }
        let found = try await DraftJournal(folder: folder, workspace: "/w").takeOver()
        #expect(found.drafts.map(\.draft.name) == ["two"] && found.damaged.isEmpty)
    }

    @Test func `temporary files of killed processes are removed after an hour`() async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let (old, new) = ("\(folder)/.apus-old1.tmp", "\(folder)/.apus-new1.tmp")
        for path in [old, new] { try "a password".write(toFile: path, atomically: false, encoding: .utf8) }
        try FileManager.default.setAttributes([.modificationDate: Date.now.addingTimeInterval(-7_200)], ofItemAtPath: old)
        try await DraftJournal(folder: folder, workspace: "/w").store(drafts)
        #expect(!FileManager.default.fileExists(atPath: old) && FileManager.default.fileExists(atPath: new))
    }

    @Test func `a different Unicode composition is written`() async throws {
        var first: DraftJournal? = DraftJournal(folder: folder, workspace: "/w")
        for name in ["\u{E9}", "e\u{301}"] { try await first?.store([AutosavedDraft(path: nil, draft: RequestDraft(name: name))]) }
        first = nil
        let found = try await DraftJournal(folder: folder, workspace: "/w").takeOver()
        #expect(found.drafts.first?.draft.name.unicodeScalars.count == 2)
    }

    @Test func ignoresDraftsOfARunningProcess() async throws {
        let living = DraftJournal(folder: folder, workspace: "/w")
        try await living.store(drafts)
        #expect(try await DraftJournal(folder: folder, workspace: "/w").takeOver() == AbandonedDrafts())
        try await living.store([])
        #expect(names().isEmpty)
    }

    @Test func `edits of ended processes are taken over, also of processes that end later`() async throws {
        var (first, second, third): (DraftJournal?, DraftJournal?, DraftJournal?) = (nil, nil, nil)
        first = DraftJournal(folder: folder, workspace: "/w")
        second = DraftJournal(folder: folder, workspace: "/w")
        try await first?.store([drafts[0]])
        try await second?.store([drafts[1]])
        first = nil
        third = DraftJournal(folder: folder, workspace: "/w")
        #expect(try await third?.takeOver().drafts == [drafts[0]])
        second = nil
        third = nil
        let last = try await DraftJournal(folder: folder, workspace: "/w").takeOver().drafts
        #expect(Set(last) == Set(drafts) && last.count == 2)
    }

    /// A draft with content that a request file omits.
    private static var unfiled: RequestDraft {
        var draft = RequestDraft(
            auth: AuthDraft(.bearer, fields: ["token": "t", "username": "u", "password": "p"]),
            body: BodyDraft(
                kind: .xml, text: "t", contentType: "text/x", json: "{}", xml: "<a/>",
                graphql: .init(query: "{a}", variables: "{", operation: "o"), form: [Row("f", "1", isEnabled: false)],
                parts: [.init("p", "/f", isFile: true)], file: "a.bin", fileContentType: "a/b"),
            captures: [Capture(variable: "a"), Capture(variable: "b")])
        draft.options.timeout = 1
        draft.options.unread = ["timeout": "abc", "proxy": "a b"]
        draft.captures[1].unreadSecrecy = "may be"
        return draft
    }

    @Test func keepsDraftsSavedBeforeTakingOverOthers() async throws {
        var first: DraftJournal? = DraftJournal(folder: folder, workspace: "/w")
        try await first?.store([drafts[0]])
        first = nil
        var second: DraftJournal? = DraftJournal(folder: folder, workspace: "/w")
        try await second?.store([drafts[1]])
        #expect(try await second?.takeOver().drafts == [drafts[0]])
        second = nil
        let third = try await DraftJournal(folder: folder, workspace: "/w").takeOver()
        #expect(third.drafts == [drafts[1], drafts[0]])
    }

    @Test func keepsDraftsWithoutAFile() async throws {
        let kept = [AutosavedDraft(path: nil, draft: Self.unfiled, text: "x", textBase: Self.unfiled)]
        var first: DraftJournal? = DraftJournal(folder: folder, workspace: "/w")
        try await first?.store(kept)
        first = nil
        #expect(try await DraftJournal(folder: folder, workspace: "/w").takeOver().drafts == kept)
    }

    @Test func unusedFieldsFillOnlyEmptyOnes() {
        var mine = RequestDraft(auth: AuthDraft(.basic, fields: ["username": "u", "token": "t"]))
        mine.body = BodyDraft(kind: .json, text: "t", json: "[2]", xml: "<mine/>")
        var saved = mine
        saved.body.json = "[1]"
        var file = RequestDraft(auth: AuthDraft(.apiKey, fields: ["key": "k"]), body: BodyDraft(kind: .text, text: "file"))
        file.body.xml = "<file/>"
        let edited = file.applyingStashedFields(of: mine, over: saved)
        #expect(edited.body == BodyDraft(kind: .text, text: "file", json: "[2]", xml: "<file/>"), "an edit is in no file")
        #expect(edited.auth.fields == ["key": "k", "token": "t"], "the file had the user's name")
        #expect(file.applyingStashedFields(of: mine, over: mine).body.json.isEmpty)
    }

    @Test(arguments: [
        "7", "[]", #"{ "options": 7, "secrecies": [], "bodies": {}, "auth": "x" }"#,
        #"{ "options": { "timeout": 7, "frob": "x" }, "secrecies": { "9": "x", "a": "y" }, "bodies": [7, { "type": "frob" }] }"#,
    ])
    func ignoresInvalidUnusedFields(unfiled: String) async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try #"{ "version": 1, "drafts": [{ "draft": { "type": "request", "method": "PUT" }, "unfiled": \#(unfiled) }] }"#.write(
            toFile: "\(folder)/\(DraftJournal.name(of: "/w"))-x.json", atomically: true, encoding: .utf8)
        let found = try await DraftJournal(folder: folder, workspace: "/w").takeOver()
        #expect(found.drafts.map(\.draft) == [RequestDraft(method: "PUT")])
        #expect(found.damaged == [])
    }

    @Test(arguments: [
        ("{ broken", []), (#"{ "version": 1 }"#, []), (#"{ "version": 3, "drafts": [] }"#, []),
        (#"{ "version": 1, "drafts": [{ "draft": { "type": "request", "method": "PUT" } }, { "draft": 7 }] }"#, ["PUT"]),
    ])
    func setsAsideADamagedFileAndReportsIt(content: String, methods: [String]) async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let stem = DraftJournal.name(of: "/w") + "-x"
        try content.write(toFile: "\(folder)/\(stem).json", atomically: true, encoding: .utf8)
        let found = try await DraftJournal(folder: folder, workspace: "/w").takeOver()
        #expect(found.drafts.map(\.draft.method) == methods)
        #expect(found.damaged == ["\(folder)/\(stem).damaged"])
        #expect(try String(contentsOfFile: "\(folder)/\(stem).damaged", encoding: .utf8) == content)
        #expect(try await DraftJournal(folder: folder, workspace: "/w").takeOver().damaged == [])
    }

    @Test func keepsTheContentOfWindows() async throws {
        let rows = AutosavedWindow.Content(rows: [AutosavedWindow.Row(["a", "1"]), AutosavedWindow.Row(["b"], isEnabled: false)])
        let text = AutosavedWindow.Page(4, typed: AutosavedWindow.Content(text: "x"), base: AutosavedWindow.Content(text: ""))
        let window = AutosavedWindow(
            path: "collections/a", title: "Folder “a”", pages: [AutosavedWindow.Page(1, typed: rows, base: nil), text])
        var first: DraftJournal? = DraftJournal(folder: folder, workspace: "/w")
        try await first?.store([], windows: [window])
        try await first?.add(drafts)
        first = nil
        let second = DraftJournal(folder: folder, workspace: "/w")
        let found = try await second.takeOver()
        #expect((found.drafts, found.windows) == (drafts, [window]))
        try await second.store([])
        #expect(names().isEmpty)
    }

    @Test func keepsTheFileContentWithTheEdit() async throws {
        let file = RequestDraft(name: "B", url: "http://file/", query: [Row("q", "1")])
        var kept = AutosavedDraft(path: "collections/a/b.request.json", draft: RequestDraft(url: "http://typed/"))
        (kept.file, kept.folder, kept.isClosed) = (file, "collections/a", true)
        var first: DraftJournal? = DraftJournal(folder: folder, workspace: "/w")
        try await first?.store([kept])
        first = nil
        let found = try await DraftJournal(folder: folder, workspace: "/w").takeOver().drafts
        #expect(found == [kept])
        #expect(found.first?.isOver(file) == true && found.first?.isOver(RequestDraft(url: "http://other/")) == false)
    }
}
