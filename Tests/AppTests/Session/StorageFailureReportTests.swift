import Foundation
import HTTP
import Synchronization
import Testing
import Workspace

@testable import App
@testable import Engine

/// Messages if nothing can be stored for the next start.
@Suite struct StorageFailureReportTests {
    private let report = StorageFailureReport()
    private let said = Said()

    /// Guards the messages, which come from any thread.
    private final class Said: Sendable {
        let texts = Mutex<[String?]>([])
    }

    /// Guards the messages of the effects.
    private final class Posted: Sendable {
        let messages = Mutex<[SessionMessage]>([])
    }

    init() {
        report.attach { [said] _, text in said.texts.withLock { $0.append(text) } }
    }

    private var texts: [String?] { said.texts.withLock { $0 } }

    @Test func `a missing folder for cookies and tokens is reported once, with the file and a remedy`() throws {
        let folder = "/dev/null/apus"
        let cookies = report.watching(FileCookieStorage(folder: folder))
        let tokens = report.watching(FileCredentialStore(folder: folder))
        let configuration = OAuthConfiguration(grant: .clientCredentials, clientID: "me")
        for _ in 0..<3 {
            #expect(cookies.save(CookieList(), as: "") != nil)
            #expect(tokens.save(OAuthCredentials(accessToken: "t", refreshToken: nil, expires: nil, scope: nil), for: configuration) != nil)
        }
        #expect(texts.count == 1)
        for part in ["Cookies and logins are not stored", "/dev/null/apus", "Free disk space"] {
            #expect(texts.first??.contains(part) == true, "\(texts)")
        }
    }

    @Test func `failures of the session and of unsaved edits are reported once each`() async {
        let environment = {
            var environment = AppEnvironment(
                workspace: FileWorkspace(folder: "/", environment: [:], trust: .everything),
                openHistory: { OpenedHistory(store: InMemoryHistoryStore()) },
                makeLoader: { LiveChain.loader(recorder: $0, transport: PreviewTransport()) })
            environment.storageFailures = report
            environment.session = StateFile(folder: "/dev/null/apus", name: "s.json")
            environment.drafts = DraftJournal(folder: "/dev/null/apus", workspace: "/w")
            return environment
        }()
        let posted = Posted()
        let effects = AutosaveEffects(environment: environment, post: { message in posted.messages.withLock { $0.append(message) } })
        for index in 0..<2 {
            var session = Session()
            session.open = [String(index)]
            await effects.run(.session(session))
            await effects.run(.drafts(of: [RequestState(RequestDraft(name: String(index)))]))
        }
        #expect(texts.count == 1)
        #expect(texts.first??.contains("/dev/null/apus cannot be created: not a directory.") == true, "\(texts)")
        #expect(posted.messages.withLock(\.self) == [.sessionStored(isFailing: true), .autosaved(isFailing: true)])
        #expect(report.autosaveProblem != nil)
        await effects.run(.drafts(of: []))
        #expect(posted.messages.withLock(\.self).last == .autosaved(isFailing: false), "nothing is left to store")
        _ = report.watching(FileCookieStorage(folder: "/dev/null/apus")).save(CookieList(), as: "")
        #expect(texts.count == 2)
    }

    @Test func `the message goes when all is stored again, and a later failure is reported`() {
        for _ in 0..<2 {
            report.stored(.edits, "Full.")
            report.stored(.session, "Full.")
            report.stored(.edits, "Full.")
            report.stored(.session, nil)
            report.stored(.logins, nil)
            report.stored(.edits, nil)
            report.stored(.edits, nil)
        }
        #expect(texts.map { $0 == nil } == [false, true, false, true])
    }

    @Test func `a stored login does not withdraw the message about cookies`() {
        report.stored(.cookies, "Full.")
        report.stored(.logins, nil)
        #expect(texts.map { $0 == nil } == [false])
        report.stored(.cookies, nil)
        #expect(texts.map { $0 == nil } == [false, true])
    }

    @Test func `solving a failure withdraws its toast and keeps toasts of other folders`() {
        var store = TestStore()
        for folder in ["Edits", "Cookies"] { store.send(.session(.storing(folder, problem: "\(folder) are not stored."))) }
        #expect(store.state.toasts.map(\.stays) == [true, true])
        store.send(.session(.storing("Edits", problem: nil)))
        #expect(store.state.toasts.map(\.text) == ["Cookies are not stored."])
    }
}
