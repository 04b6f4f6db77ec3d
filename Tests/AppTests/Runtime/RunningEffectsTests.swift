import Synchronization
import Testing
import Workspace

@testable import App

@Suite struct RunningEffectsTests {
    /// Waits until it is cancelled, and reports it.
    private func waiting(_ name: String, in story: AsyncStream<String>.Continuation) -> @Sendable () async -> Void {
        {
            let (never, continuation) = AsyncStream<Void>.makeStream()
            for await _ in never {}
            withExtendedLifetime(continuation) {}
            story.yield(name)
        }
    }

    @Test func `an effect replaces one with its id`() async {
        let (story, continuation) = AsyncStream<String>.makeStream()
        var results = story.makeAsyncIterator()
        let effects = RunningEffects()
        effects.start(.send("a"), waiting("first", in: continuation))
        effects.start(.send("b"), waiting("other", in: continuation))
        effects.start(.send("a"), waiting("second", in: continuation))
        #expect(await results.next() == "first")
        effects.cancel(.send("b"))
        #expect(await results.next() == "other")
        effects.cancel(.send("a"))
        #expect(await results.next() == "second")
    }

    @Test func `a waiting effect begins after the running effect of the same id`() async {
        let (story, continuation) = AsyncStream<String>.makeStream()
        let (gate, opening) = AsyncStream<Void>.makeStream()
        let effects = RunningEffects()
        effects.start(.send("a"), waits: true) {
            for await _ in gate {}
            continuation.yield(Task.isCancelled ? "cancelled" : "first")
        }
        for name in ["second", "third"] { effects.start(.send("a"), waits: true) { continuation.yield(name) } }
        opening.finish()
        var results: [String] = []
        for await name in story.prefix(3) { results.append(name) }
        #expect(results == ["first", "second", "third"])
    }

    @Test func `only effects that write files wait for each other`() {
        let writes: [WorkspaceEffect] = [
            .saveRequest(path: "a", draft: RequestDraft()), .change(.delete(path: "a", name: "a")),
            .settings(.saveFolder(path: "c", FolderDraft())), .storeSecrets([:], environmentPath: nil, then: .forgetTypedSecrets),
        ]
        #expect(Set(writes.map { WorkspaceEffects.id(of: $0) }) == [.writeFiles])
        #expect(WorkspaceEffects.id(of: .readRequest(path: "a")) != .writeFiles && WorkspaceEffects.id(of: .watchTree) != .writeFiles)
    }

    @Test func `finishing cancels all and waits for them`() async {
        let (story, continuation) = AsyncStream<String>.makeStream()
        let effects = RunningEffects()
        effects.start(nil, waiting("one", in: continuation))
        effects.start(nil, waiting("two", in: continuation))
        await effects.finish()
        continuation.finish()
        var results: Set<String> = []
        for await name in story { results.insert(name) }
        #expect(results == ["one", "two"])
    }
}
