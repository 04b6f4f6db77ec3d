import Screen
import Testing

@testable import Widgets

@Suite struct TextAreaMouseTests {
    @Test(arguments: [
        (MouseEvent.press(2, 1), "one two\nth|ree\nfour"),
        (.press(30, 0), "one two|\nthree\nfour"),
        (.press(2, 8), "one two\nthree\nfour|"),
        (.press(5, 0, count: 2), "one [two]\nthree\nfour"),
        (.press(5, 1, count: 3), "one two\n[three\n]four"),
        (MouseEvent(.press(.left, count: 1), at: Point(x: 2, y: 1), modifiers: .shift), "[one two\nth]ree\nfour"),
    ])
    func `clicks place and select`(event: MouseEvent, expected: String) {
        var bench = AreaBench("one two\nthree\nfour")
        #expect(bench.mouse(event) == .moved)
        #expect(bench.marked == expected)
    }

    @Test func `a drag selects over lines and copies at its end`() {
        var bench = AreaBench("one two\nthree\nfour")
        _ = bench.mouse(.press(4, 0))
        _ = bench.mouse(.drag(2, 1))
        #expect(bench.marked == "one [two\nth]ree\nfour")
        #expect(bench.mouse(.release(2, 1)) == .copied("two\nth"))
    }

    @Test func `a drag below the area scrolls`() {
        var bench = AreaBench((1...20).map { "line \($0)" }.joined(separator: "\n"), height: 5)
        _ = bench.mouse(.press(0, 0))
        _ = bench.mouse(.drag(0, 7))
        _ = bench.mouse(.drag(0, 7))
        #expect(bench.area.cursor.line == 10)
        #expect(bench.seen[4].hasPrefix("line 11"))
    }

    @Test func `a click on a line's number selects the line`() {
        var bench = AreaBench("one\ntwo")
        bench.area.showsLineNumbers = true
        _ = bench.mouse(.press(1, 0))
        #expect(bench.marked == "[one\n]two")
    }

    @Test func `a middle click in a text pastes at the click`() {
        var bench = AreaBench("one\ntwo")
        #expect(bench.mouse(.press(1, 1, button: .middle)) == .wantsPaste)
        #expect(bench.marked == "one\nt|wo")
    }

    @Test func `events outside are not handled`() {
        var bench = AreaBench("one")
        #expect(bench.mouse(.press(50, 0)) == nil)
        #expect(bench.mouse(.release(1, 0)) == nil)
    }

    @Test(arguments: [(2, 1, "one two\nth|ree\nfour"), (5, 0, "one [two]\nthree\nfour"), (1, 0, "o|ne two\nthree\nfour")])
    func `a right click next to a selection moves the cursor`(x: Int, y: Int, expected: String) {
        var bench = AreaBench("one two\nthree\nfour")
        _ = bench.mouse(.press(5, 0, count: 2))
        #expect(bench.mouse(MouseEvent(.press(.right, count: 1), at: Point(x: x, y: y))) == .moved)
        #expect(bench.marked == expected)
    }
}
