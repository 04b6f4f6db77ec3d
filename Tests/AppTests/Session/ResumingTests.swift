import Foundation
import Synchronization
import TestFixtures
import Testing
import Widgets
import Workspace

@testable import App
@testable import Engine

/// Restoring the last session by effects.
@Suite struct ResumingTests {
    private let temporary = TemporaryFolder()
    private var folder: String { temporary.path }
    private static let path = "collections/c/a.request.json"

    /// The messages of a start in a folder with one request, after a session that stored these edits.
    private func posted(
        _ kept: [AutosavedDraft], windows: [AutosavedWindow] = [], copy: AutosavedDraft? = nil, current: String = Self.path
    ) async throws -> [SessionMessage] {
        try temporary.write(#"{ "name": "A", "url": "http://h/" }"#, to: Self.path)
        var last: DraftJournal? = DraftJournal(folder: "\(folder)/state", workspace: "/w")
        try await last?.store(kept, windows: windows)
        if let copy { try await last?.noteCopy(copy) }
        last = nil
        // Guards the messages; effects post from any thread.
        let messages = Mutex<[SessionMessage]>([])
        var environment = AppEnvironment(
            workspace: FileWorkspace(folder: folder, environment: [:], trust: .everything),
            openHistory: { OpenedHistory(store: InMemoryHistoryStore()) },
            makeLoader: { LiveChain.loader(recorder: $0, transport: PreviewTransport()) })
        environment.drafts = DraftJournal(folder: "\(folder)/state", workspace: "/w")
        await AutosaveEffects(environment: environment, post: { message in messages.withLock { $0.append(message) } })
            .run(.resume([Self.path, "collections/c/gone.request.json"], current: current))
        return messages.withLock(\.self)
    }

    @Test func `requests, edits and windows are restored, and then a message reports it`() async throws {
        let file = RequestDraft(name: "A", url: "http://h/")
        let (edit, scratch) = (
            AutosavedDraft(path: Self.path, draft: RequestDraft(name: "A", method: "PUT", url: "http://h/"), tab: 0),
            AutosavedDraft(path: nil, draft: RequestDraft(url: "http://new/"), tab: 1)
        )
        let window = AutosavedWindow(path: "collections/c", title: "Collection “c”", pages: [])
        #expect(
            try await posted([edit, scratch], windows: [window]) == [
                .opened(path: Self.path, file, isCurrent: true), .restored(edit, saved: file),
                .restored(scratch, saved: nil), .foundWindows([window]), .resumed,
            ])
    }

    @Test func `a saved request with stashed fields is restored if its file is gone`() async throws {
        func stashed(_ path: String) -> AutosavedDraft {
            var kept = AutosavedDraft(path: path, draft: RequestDraft(name: "N", body: BodyDraft(text: "typed")))
            kept.isStashed = true
            return kept
        }
        let (here, gone) = (stashed(Self.path), stashed("collections/c/none.request.json"))
        let messages = try await posted([here, gone])
        #expect(messages.contains(.restored(gone, saved: nil)) && !messages.contains(.restored(here, saved: nil)))
        #expect(messages.contains { if case .foundStashed(let all) = $0 { Set(all) == [here, gone] } else { false } })
    }

    @Test(arguments: [true, false])
    func `only the front request is restored among requests whose files are gone`(isInFront: Bool) async throws {
        let names = ["none", isInFront ? "gone" : "x", "other"]
        let gone = names.map { name in
            var kept = AutosavedDraft(
                path: "collections/c/\(name).request.json", draft: RequestDraft(name: name, body: BodyDraft(text: "typed")))
            kept.isStashed = true
            return kept
        }
        let messages = try await posted(gone, current: "collections/c/gone.request.json")
        let restored = messages.filter { if case .restored = $0 { true } else { false } }
        #expect(restored == (isInFront ? [.restored(gone[1], saved: nil)] : []))
        let waiting = messages.compactMap { if case .foundGone(let drafts) = $0 { Set(drafts) } else { nil } }
        #expect(waiting == [isInFront ? [gone[0], gone[2]] : Set(gone)])
    }

    @Test func `a text changed in the editor before a crash is restored`() async throws {
        let path = try TemporaryCopy.make(for: "old", suffix: ".json")
        defer { TemporaryCopy.remove(path) }
        var kept = AutosavedDraft(path: Self.path, draft: RequestDraft(name: "A", url: "http://h/"))
        kept.copy = AutosavedDraft.Copy(path: path, field: "json")
        #expect(try await !posted([], copy: kept).contains { if case .foundEdited = $0 { true } else { false } })
        try Data("new".utf8).write(to: URL(filePath: path))
        #expect(
            try await posted([], copy: kept).contains(.foundEdited(kept, saved: RequestDraft(name: "A", url: "http://h/"), text: "new")))
    }

    @Test func `stored content is not restored at once`() async throws {
        #expect(try await posted([]).last == .resumed)
    }

    @Test(arguments: [
        (["text", "docs"], ["text", "docs"]), (["none", "tests"], ["auth", "tests"]), (["docs"], ["auth", "params"]),
    ])
    func `a restored request shows its last section, else its first content`(_ stored: [String], _ shown: [String]) {
        var session = Session()
        session.open = ["collections/a.request.json", "collections/b.request.json"]
        (session.front, session.current, session.sections) = (0, session.open[0], stored)
        var store = TestStore(state: AppState(workspaceFolder: "space", themes: [], session: session))
        for path in session.open {
            var draft = RequestDraft(name: path, url: "http://h/")
            if path == session.current { draft.auth = .bearer("t") }
            store.send(.session(.opened(path: path, draft, isCurrent: path == session.current)))
        }
        store.send(.session(.resumed))
        #expect(Session(of: store.state).sections == shown && store.state.tabs.all[0].request.document.text.isEmpty == (shown[0] != "text"))
    }
}
