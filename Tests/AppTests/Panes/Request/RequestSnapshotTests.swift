import JSON
import Screen
import ScreenTesting
import Testing
import Workspace

@testable import App

/// The request pane in its tabs and windows, at three sizes.
@Suite struct RequestSnapshotTests {
    private static let sizes = [Size(width: 80, height: 24), Size(width: 40, height: 12), Size(width: 200, height: 60)]

    private func opened(_ size: Size, _ change: (inout RequestDraft) -> Void = { _ in }) -> TestStore {
        var store = TestStore.withTree(size: size)
        var draft = Sample.draft
        change(&draft)
        store.send(.workspace(.requestRead(path: Sample.draftPath, draft)))
        store.send(
            .workspace(.variablesKnown([KnownVariable(name: "token", value: nil, origin: "secret of environment local")])))
        return store
    }

    private func name(_ what: String, _ size: Size) -> String { "\(what)-\(size.width)x\(size.height)" }

    @Test(arguments: RequestTab.allCases, sizes)
    func tab(tab: RequestTab, size: Size) throws {
        var store = opened(size) { draft in
            draft.auth = AuthDraft(.oauth2, fields: ["clientID": "me", "clientSecret": "hush", "scope": "a b"])
            draft.options.timeout = 30
            draft.captures = [Capture(variable: "id", query: ".id")]
            draft.assertions = [Assertion(subject: "status", value: .number(201)), Assertion(subject: "wether", value: .null)]
            draft.scripts.before = "request.headers.set(\"X-Time\", now())"
            draft.docs = "# A pilot\n\nText."
        }
        store.send(.request(.selectTab(tab)))
        try expectSnapshot(store.canvas, named: name("tab-\(tab.rawValue)", size))
    }

    @Test(arguments: BodyDraft.Kind.allCases, sizes)
    func body(kind: BodyDraft.Kind, size: Size) throws {
        var store = opened(size) { draft in
            draft.body = BodyDraft(
                kind: kind, text: "Käse {{token}}", contentType: kind == .text ? "text/x" : "", json: "{\n  \"a\": [1, true]\n}",
                xml: "<a b=\"1\">x</a>", graphql: .init(query: "query { a }", variables: "{}", operation: "A"),
                form: [Row("name", "Lea"), Row("off", "1", isEnabled: false)],
                parts: [.init("note", "hi"), .init("pic", "a.png", isFile: true, contentType: "image/png")], file: "body.bin")
        }
        store.send(.request(.selectTab(.body)))
        try expectSnapshot(store.canvas, named: name("body-\(kind.rawValue)", size))
    }

    @Test(arguments: sizes)
    func completion(size: Size) throws {
        var store = opened(size)
        store.send(.request(.selectTab(.headers)))
        store.press(.character("a"))
        store.type("Cont")
        try expectSnapshot(store.canvas, named: name("completion", size))
    }

    @Test(arguments: sizes)
    func asking(size: Size) throws {
        var store = opened(size)
        let job = SendJob(draft: Sample.draft, path: nil, environmentPath: nil)
        let values = [AskedValue("pin", note: "header X-Pin", isSecret: true), AskedValue("prompt:team", note: "URL", isSecret: false)]
        store.send(.exchange(.asked(job, .send, values)))
        store.type("12")
        try expectSnapshot(store.canvas, named: name("asking", size))
    }

    @Test(arguments: sizes)
    func preview(size: Size) throws {
        var store = opened(size)
        let lines: [ReportState.Line] = [
            .init("POST http://h/x", kind: .heading), .init("X-Pin: ••••", note: "secret of environment local"),
            .init("Careful.", kind: .warning),
        ]
        store.send(.request(.previewed(SendPreview(lines: lines, curl: "curl http://h/x"))))
        try expectSnapshot(store.canvas, named: name("preview", size))
    }

    @Test(arguments: sizes)
    func menu(size: Size) throws {
        var store = opened(size)
        store.send(.request(.selectTab(.headers)))
        guard let point = store.canvas.position(of: "application/json") else { return }
        store.send(.input(.mouse(MouseEvent(.press(.right, count: 1), at: point))))
        try expectSnapshot(store.canvas, named: name("menu", size))
    }
}
