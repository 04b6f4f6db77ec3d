import Testing

@testable import DemoServer

@Suite struct TimedPiecesTests {
    private func run(count: Int, interval: Duration) -> [StreamStep] {
        var stream = TimedPieces(range: 0..<count, interval: interval) { [UInt8($0)] }
        var steps: [StreamStep] = []
        repeat {
            var piece: [UInt8] = []
            steps.append(stream.next(into: &piece))
        } while steps.last != .end
        return steps
    }

    @Test func pausesBetweenPiecesAndNotAfterTheLast() {
        #expect(run(count: 3, interval: .seconds(2)) == [.pause(.seconds(2)), .pause(.seconds(2)), .end])
    }

    @Test func doesNotPauseWithoutAnInterval() {
        #expect(run(count: 2, interval: .zero) == [.more, .end])
    }

    @Test func endsAtOnceWithoutPieces() {
        #expect(run(count: 0, interval: .seconds(2)) == [.end])
    }
}
