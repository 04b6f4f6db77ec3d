import Screen
import Testing

@testable import TerminalNCurses

@Suite struct CanvasDifferenceTests {
    private func canvas(_ rows: String..., width: Int = 8) -> Canvas {
        var canvas = Canvas(size: Size(width: width, height: rows.count))
        for (y, row) in rows.enumerated() { canvas.write(row, at: Point(x: 0, y: y), style: CellStyle(.text)) }
        return canvas
    }

    private func changes(from old: Canvas?, to new: Canvas) -> [String] {
        CanvasDifference(from: old, to: new).changes().map { "\($0.row): \($0.columns)" }
    }

    @Test func `equal canvases differ nowhere`() {
        #expect(changes(from: canvas("abc", "e\u{301}"), to: canvas("abc", "e\u{301}")) == [])
    }

    @Test func `the difference has only changed runs`() {
        #expect(changes(from: canvas("abc", "def"), to: canvas("abc", "dxf")) == ["1: 1..<2"])
        #expect(changes(from: canvas("abcdefg"), to: canvas("xbcdefx")) == ["0: 0..<7"])
    }

    @Test func `a long stretch of equal cells is left out`() {
        let (old, new) = (canvas("a..........a", width: 20), canvas("b..........b", width: 20))
        #expect(changes(from: old, to: new) == ["0: 0..<1", "0: 11..<12"])
        #expect(changes(from: canvas("a日....本b", width: 20), to: canvas("x日....本y", width: 20)) == ["0: 0..<10"])
    }

    @Test func `a changed style differs`() {
        var new = canvas("abc")
        new.highlight(Rect(x: 1, y: 0, width: 1, height: 1), backdrop: .selection)
        #expect(changes(from: canvas("abc"), to: new) == ["0: 1..<2"])
    }

    @Test func `wide glyphs are named whole`() {
        #expect(changes(from: canvas("ab日d"), to: canvas("ab本d")) == ["0: 2..<4"])
        var new = canvas("日d")
        new.highlight(Rect(x: 1, y: 0, width: 1, height: 1), backdrop: .selection)
        #expect(changes(from: canvas("日d"), to: new) == ["0: 0..<2"])
    }

    @Test func `cells with the same index but different clusters differ`() {
        #expect(changes(from: canvas("e\u{301}", "x"), to: canvas("a\u{301}", "x")) == ["0: 0..<1"])
    }

    @Test func `an empty screen gets only visible cells`() {
        func changes(to new: Canvas) -> [String] { CanvasDifference(fromEmptyTo: new).changes().map { "\($0.row): \($0.columns)" } }
        #expect(changes(to: canvas("", "ab", "  e\u{301}日")) == ["1: 0..<2", "2: 2..<5"])
        #expect(changes(to: Canvas(size: Size(width: 8, height: 2))) == [])
        #expect(changes(to: Canvas(size: Size(width: 0, height: 3))) == [])
    }

    @Test func `everything differs from a missing or differently sized canvas`() {
        #expect(changes(from: nil, to: canvas("a", "b")) == ["0: 0..<8", "1: 0..<8"])
        #expect(changes(from: canvas("a"), to: canvas("a", "b")) == ["0: 0..<8", "1: 0..<8"])
        #expect(changes(from: nil, to: Canvas(size: Size(width: 0, height: 3))) == [])
    }
}
