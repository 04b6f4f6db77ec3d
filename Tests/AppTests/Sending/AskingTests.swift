import Screen
import Testing
import Workspace

@testable import App

/// Values that only a person knows.
@Suite struct AskingTests {
    private let job = SendJob(draft: RequestDraft(name: "Ask", url: "http://h/"), path: nil, environmentPath: nil)

    @Test func `all values are asked for in one form, and sent with the request`() {
        var store = TestStore.withTree()
        store.send(
            .exchange(
                .asked(job, .send, [AskedValue("pin", note: "header X", isSecret: true), AskedValue("prompt:team", isSecret: false)])))
        #expect(store.canvas.contains("Values to send with"))
        store.type("1234")
        #expect(!store.canvas.contains("1234"))
        store.press(Key(.enter))
        store.type("red")
        #expect(store.canvas.contains("red"))
        #expect(store.press(Key(.enter)) == [.send(job.answering(["pin": "1234", "prompt:team": "red"]))])
        #expect(store.state.overlays.isEmpty)
    }

    @Test(arguments: [SendPurpose.preview, .copy(withSecrets: false), .copy(withSecrets: true)])
    func `what is only shown is not sent after asking`(_ purpose: SendPurpose) {
        var store = TestStore.withTree()
        store.send(.exchange(.asked(job, purpose, [AskedValue("pin", isSecret: true)])))
        store.type("1")
        #expect(store.press(Key(.enter)) == [.preview(job.answering(["pin": "1"]), purpose)])
    }

    @Test func `escape sends nothing`() {
        var store = TestStore.withTree()
        store.send(.exchange(.asked(job, .send, [AskedValue("pin", isSecret: true)])))
        store.press(Key(.escape))
        #expect(!store.effects.contains { if case .send = $0 { true } else { false } })
        #expect(store.state.overlays.isEmpty)
    }
}
