import Engine
import Screen
import Testing
import Workspace

@testable import App

/// What the windows of a run and of a replay say about their progress and their result.
@Suite struct RunWordsTests {
    private func row(_ number: Int, isPassed: Bool = true) -> RunRow {
        var result = RunResult(title: "\(number)", iteration: 1)
        if !isPassed { result.refusal = "no value" }
        return RunRow(result)
    }

    private func run(_ passes: [Bool], of total: Int) -> TestStore {
        var store = TestStore.withTree()
        store.send(.run(.ask(path: "collections/star-wars")))
        store.press(.character("r"))
        store.send(.run(.progress(.planned(total))))
        for (index, isPassed) in passes.enumerated() {
            store.send(.run(.progress(.took(row(index, isPassed: isPassed), at: .seconds(index)))))
        }
        return store
    }

    @Test(arguments: [
        ([true], 1, "1 passed"), ([false, true, false], 3, "2 failed · 1 passed"), ([false], 1, "1 failed"),
        ([true, false], 3, "2 of 3 · 1 failed"),
    ])
    func `a run that ended shows its result`(passes: [Bool], total: Int, text: String) {
        var store = run(passes, of: total)
        #expect(store.canvas.contains("\(passes.count) of \(total)"))
        store.send(.run(.progress(.ended(nil))))
        #expect(store.canvas.contains("  " + text + " · environment local"))
        #expect(!store.canvas.contains("requests/s"), "it took less than five seconds")
    }

    @Test func `runs and replays show their progress as a line`() throws {
        var store = TestStore.withTree()
        let rows = (0..<4).map { Sample.exchange("id\($0)").summary }
        store.send(.sending(.replays(.start(rows, .unchanged))))
        store.send(.sending(.replays(.progressed([.began(0), .refused(0, "no")], at: .seconds(1)))))
        let canvas = store.canvas
        let begin = try #require(canvas.position { $0.style.role == .progress })
        let track = try #require(canvas.position { $0.style.role == .progressTrack })
        #expect(begin.y == track.y && begin.x < track.x)
        #expect(!canvas.contains("░"))
    }
}
