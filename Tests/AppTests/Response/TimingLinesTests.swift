import Engine
import HTTP
import Testing
import Workspace

@testable import App

@Suite struct TimingLinesTests {
    private func exchange(_ attempts: [(attempt: Int, pause: Double)]) -> Exchange {
        var exchange = Sample.exchange()
        var metrics = HTTPMetrics()
        metrics.timings.lastByte = .milliseconds(2)
        exchange.hops = attempts.map {
            Exchange.Hop(method: "GET", url: "http://h/", status: 503, metrics: metrics, attempt: $0.attempt, pause: $0.pause)
        }
        exchange.duration = attempts.reduce(0) { $0 + $1.pause + 0.002 }
        return exchange
    }

    private func text(_ exchange: Exchange) -> [String] { TimingLines.lines(exchange, columns: 54).map(\.text) }

    private func border(_ attempts: [(attempt: Int, pause: Double)]) -> String {
        var store = TestStore.withTree()
        store.send(.history(.store(.opened(exchange(attempts), owner: store.state.response.owner))))
        return store.canvas.lines.first { $0.contains("200 OK") } ?? ""
    }

    @Test func `attempts are named, and waits between them have a bar`() throws {
        let lines = text(exchange([(1, 0), (2, 2), (3, 1)]))
        #expect(lines.filter { $0.contains("attempt") } == (1...3).map { "\($0). GET http://h/  503  attempt \($0)" })
        let pauses = lines.filter { $0.hasPrefix("  pause") }
        #expect(pauses.count == 2 && pauses[0].contains("█") && pauses[0].hasSuffix("2.00 s"))
        let pause = try #require(lines.firstIndex { $0.hasPrefix("  pause") })
        #expect(pause < lines.firstIndex { $0.hasPrefix("2. ") } ?? 0)
    }

    @Test func `a request that was reported as sent after its response arrived ends with the first byte`() {
        var exchange = exchange([(1, 0)])
        exchange.hops[0].metrics.timings.requestSent = .microseconds(2600)
        exchange.hops[0].metrics.timings.firstByte = .microseconds(500)
        let lines = text(exchange)
        for (name, seconds) in [("send", 0.0005), ("wait", 0), ("receive", 0.0015), ("total", 0.002)] {
            let line = lines.first { $0.hasPrefix("  \(name) ") } ?? ""
            #expect(line.hasSuffix(" " + TimeText.milliseconds(seconds)), "\(line)")
        }
    }

    @Test(arguments: [40, 54, 80, 200]) func `no two phases seem to run at once, and the bars fill the pane`(columns: Int) {
        var exchange = exchange([(1, 0)])
        var timings = HTTPTimings()
        timings.nameLookup = .microseconds(20)
        timings.connection = .microseconds(110)
        timings.requestSent = .microseconds(190)
        timings.firstByte = .microseconds(990)
        timings.lastByte = .microseconds(1000)
        exchange.hops[0].metrics.timings = timings
        let lines = TimingLines.lines(exchange, columns: columns).map(\.text).filter { $0.contains("█") }
        var end = lines.first.map { $0.prefix { $0 != "█" }.count } ?? 0
        #expect(lines.count == 5)
        for line in lines {
            let begin = line.prefix { $0 != "█" }.count
            #expect(begin >= end && begin <= end + 1, "\(lines)")
            end = begin + line.count { $0 == "█" }
        }
        #expect(end == columns - 11)
        #expect(lines[0].hasSuffix(" <0.1 ms") && lines[4].hasSuffix(" <0.1 ms"))
    }

    @Test func `all transfers have one scale`() {
        var exchange = exchange([(1, 0), (1, 0)])
        exchange.hops[1].metrics.timings.lastByte = .microseconds(500)
        let bars = text(exchange).filter { $0.hasPrefix("  receive") }.map { line in line.filter { $0 == "█" }.count }
        #expect(bars == [32, 8])
    }

    @Test func `the border shows the sum of the times`() {
        #expect(border([(1, 0)]).contains(" 2.0 ms "))
        #expect(border([(1, 0), (2, 2)]).contains("2.00 s"))
    }

    @Test func `a redirect is not an attempt`() {
        #expect(!text(exchange([(1, 0), (1, 0)])).contains { $0.contains("attempt") || $0.contains("pause") })
    }

    @Test func `the border distinguishes attempts from hops`() {
        #expect(border([(1, 0), (2, 2), (3, 2)]).contains("3 attempts"))
        #expect(!border([(1, 0), (2, 2), (3, 2)]).contains("requests"))
        #expect(border([(1, 0), (1, 0)]).contains("2 requests"))
        #expect(border([(1, 0), (2, 1), (2, 0)]).contains("2 attempts  2 requests"))
    }
}
