import Screen
import Testing

@testable import Widgets

private let numbered = (1...20).map { "line \($0)" }.joined(separator: "\n")

@Suite struct TextAreaViewTests {
    @Test(arguments: [
        ("", 1), ("<down><down>", 1), ("<down><down><down><down>", 1), ("<down><down><down><down><down>", 2), ("<pgdn>", 1),
        ("<pgdn><pgdn>", 5), ("<c-end>", 16), ("<c-end><up><up><up><up>", 16), ("<c-end><up><up><up><up><up>", 15), ("<c-down>", 2),
        ("<c-down><c-down><c-up>", 2),
    ])
    func `the view follows the cursor`(typed: String, top: Int) {
        var bench = AreaBench(numbered, height: 5)
        bench.type(typed)
        #expect(bench.seen[0].split(separator: " ")[1] == "\(top)")
    }

    @Test func `the wheel scrolls and the cursor stays`() {
        var bench = AreaBench(numbered, height: 5)
        #expect(bench.mouse(.wheelDown(1, 1)) == .moved)
        #expect(bench.seen[0].hasPrefix("line 4"))
        #expect(bench.canvas.cursor == nil)
        bench.type("<right>")
        #expect(bench.seen[0].hasPrefix("line 1"))
        #expect(bench.canvas.cursor == Cursor(at: Point(x: 1, y: 0)))
    }

    @Test func `the wheel stops at the end`() {
        var bench = AreaBench(numbered, height: 5)
        for _ in 0..<20 { _ = bench.mouse(.wheelDown(1, 1)) }
        #expect(bench.seen[4].hasPrefix("line 20"))
    }

    @Test func `the scrollbar can be dragged`() {
        var bench = AreaBench(numbered, height: 5)
        _ = bench.mouse(.press(39, 0))
        _ = bench.mouse(.drag(39, 4))
        #expect(bench.seen[4].hasPrefix("line 20"))
        #expect(bench.mouse(.release(39, 4)) == .moved)
        #expect(bench.mouse(.drag(39, 0)) == nil)
    }

    @Test func `a long line scrolls sideways with the cursor`() {
        var bench = AreaBench("0123456789abcdefghijklmnopqrstuvwxyz", width: 12, height: 2)
        #expect(bench.seen[0] == "0123456789a")
        bench.type("<end>")
        #expect(bench.seen[0].hasSuffix("xyz"))
        bench.type("<home>")
        #expect(bench.seen[0] == "0123456789a")
    }

    @Test(arguments: [
        ("0123456789abcdef", ["0123456789", "abcdef", "", ""]),
        ("0123456789", ["0123456789", "", "", ""]),
        ("01234567日本語", ["01234567日", "本語", "", ""]),
        ("012345678日本語", ["012345678", "日本語", "", ""]),
        ("a\n0123456789ab\nb", ["a", "0123456789", "ab", "b"]),
    ])
    func `lines are wrapped at whole glyphs`(text: String, expected: [String]) {
        var bench = AreaBench(text, width: 12, height: 4)
        bench.area.wraps = true
        #expect(bench.seen == expected)
    }

    @Test func `arrows go by rows where lines are wrapped`() {
        var bench = AreaBench("0123456789abcdefghijklm\nx", width: 12, height: 6)
        bench.area.wraps = true
        bench.type("<right><right><down>")
        #expect(bench.area.cursor == TextPosition(line: 0, offset: 12))
        bench.type("<down><down>")
        #expect(bench.area.cursor == TextPosition(line: 1, offset: 1))
        bench.type("<up>")
        #expect(bench.area.cursor == TextPosition(line: 0, offset: 22))
    }

    @Test func `a wrapped text scrolls by rows`() {
        var bench = AreaBench("0123456789abcdefghijklmnopqrst\nx", width: 12, height: 2)
        bench.area.wraps = true
        bench.type("<down><down>")
        #expect(bench.seen == ["abcdefghij", "klmnopqrst"])
        bench.type("<down>")
        #expect(bench.seen == ["klmnopqrst", "x"])
    }

    @Test func `numbers, selection, brackets and spans are seen`() {
        var bench = AreaBench("{\n  \"a\": [1]\n}")
        bench.area.showsLineNumbers = true
        bench.type("<down><end><s-left><s-left>")
        var asked: [Int] = []
        let canvas = canvas(40, 5) { rect, canvas in
            bench.area.draw(in: rect, on: &canvas, isFocused: true) { line in
                asked.append(line.number)
                return line.number == 1 ? [TextSpan(2..<5, .codeKey)] : []
            }
        }
        #expect(rows(of: canvas) == [" 1 {", " 2   \"a\": [1]", " 3 }", "", ""])
        #expect(asked == [0, 1, 2])
        #expect(canvas.columns(with: .codeKey, row: 1) == [5, 6, 7])
        #expect(canvas.columns(with: .selection, row: 1) == [11])
        #expect(canvas.columns(with: .codeBracketMatch, row: 1) == [10, 12])
        #expect(canvas.columns(with: .codeLineNumberCurrent, row: 1) == [0, 1].suffix(1))
        #expect(canvas.cursor == Cursor(at: Point(x: 11, y: 1)))
    }

    @Test func `a selected line end is seen`() {
        var bench = AreaBench("ab\n\ncd")
        bench.type("<s-down><s-down>")
        #expect(bench.canvas.columns(with: .selection, row: 0) == [0, 1, 2])
        #expect(bench.canvas.columns(with: .selection, row: 1) == [0])
        #expect(bench.canvas.columns(with: .selection, row: 2) == [])
    }

    @Test func `an empty area shows its placeholder`() {
        let canvas = canvas(20, 2) { TextAreaState().draw(in: $0, on: &$1, isFocused: false, placeholder: "Body") }
        #expect(rows(of: canvas)[0].hasSuffix("Body"))
        #expect(canvas.cursor == nil)
    }

    @Test func `drawing without room does nothing`() {
        let bench = AreaBench(numbered)
        for size in [Size(width: 0, height: 0), Size(width: 1, height: 1), Size(width: 3, height: 0), Size(width: 0, height: 5)] {
            var area = bench.area
            area.wraps.toggle()
            _ = area.handle(Key(.pageDown), in: Rect(size))
            _ = canvas(size.width, size.height) { area.draw(in: $0, on: &$1, isFocused: true) }
            #expect(area.cursor.line >= 1)
        }
    }
}
