import Screen
import Testing

@testable import TerminalNCurses

@Suite struct MouseTests {
    private func events(_ reports: [(String, Int)]) -> [MouseEvent] {
        var decoder = InputDecoder()
        return reports.flatMap { decoder.feed(Array("\u{1B}[<\($0.0)".utf8), at: .milliseconds($0.1)) }
            .compactMap { if case .event(.mouse(let event)) = $0 { event } else { nil } }
    }

    @Test(arguments: [
        ("0;3;4M", MouseEvent.Action.press(.left, count: 1)), ("1;3;4M", .press(.middle, count: 1)), ("2;3;4M", .press(.right, count: 1)),
        ("0;3;4m", .release(.left)), ("2;3;4m", .release(.right)), ("32;3;4M", .drag(.left)), ("34;3;4M", .drag(.right)),
        ("64;3;4M", .wheelUp),
        ("65;3;4M", .wheelDown),
        ("66;3;4M", .wheelLeft),
        ("67;3;4M", .wheelRight),
    ])
    func `reports the event and the cell`(report: String, action: MouseEvent.Action) {
        #expect(events([(report, 0)]) == [MouseEvent(action, at: Point(x: 2, y: 3))])
    }

    @Test(
        arguments: [
            ("16;1;1M", Key.Modifiers.control), ("8;1;1M", .alt), ("4;1;1M", .shift), ("20;1;1M", [.control, .shift]),
            ("80;1;1M", .control),
            ("48;1;1M", .control),
        ] as [(String, Key.Modifiers)])
    func `a mouse event reports the modifiers`(report: String, modifiers: Key.Modifiers) {
        #expect(events([(report, 0)]).first?.modifiers == modifiers)
    }

    @Test(arguments: ["35;1;1M", "192;1;1M", "3;1;1M", "0;0;1M", "0;1M", "M", "128;1;1M", "0;1;1X"])
    func `unknown buttons are ignored`(report: String) {
        #expect(events([(report, 0)]).isEmpty)
    }

    private func counts(_ reports: [(String, Int)]) -> [Int] {
        events(reports).compactMap { if case .press(_, let count) = $0.action { count } else { nil } }
    }

    @Test func `repeated clicks are counted`() {
        let clicks = [0, 200, 400, 600].map { ("0;1;1M", $0) }
        #expect(counts(clicks) == [1, 2, 3, 1])
    }

    @Test(arguments: [[("0;1;1M", 0), ("0;1;1M", 401)], [("0;1;1M", 0), ("0;2;1M", 100)], [("0;1;1M", 0), ("2;1;1M", 100)]])
    func `clicks apart in time, place or button count separately`(reports: [(String, Int)]) {
        #expect(counts(reports) == [1, 1])
    }
}
