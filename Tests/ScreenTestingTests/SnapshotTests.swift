import Screen
import Testing

@testable import ScreenTesting

@Suite struct SnapshotTests {
    private var canvas: Canvas {
        var canvas = Canvas(size: Size(width: 12, height: 3))
        canvas.box(canvas.bounds, style: CellStyle(.paneBorder), title: "日本 e\u{301}", titleStyle: CellStyle(.paneTitle))
        canvas.cursor = Cursor(at: Point(x: 1, y: 1))
        return canvas
    }

    @Test func `a canvas is compared with its file`() throws {
        try expectSnapshot(canvas, named: "box")
    }

    @Test(.disabled(if: SnapshotFile.isUpdating)) func `a difference is an issue that shows the lines`() throws {
        var other = canvas
        other.write("x", at: Point(x: 1, y: 1), style: CellStyle(.error))
        try withKnownIssue {
            try expectSnapshot(other, named: "box")
        } matching: {
            let text = $0.description
            return text.contains("-│          │") && text.contains("+│x         │") && text.contains("error 1")
        }
    }

    @Test(.disabled(if: SnapshotFile.isUpdating)) func `a missing file is an issue that shows the text`() throws {
        try withKnownIssue {
            try expectSnapshot(canvas, named: "never kept")
        } matching: {
            $0.description.contains("no such file")
        }
    }

    @Test func `a scene contains each size, differences in ASCII, and the look of roles`() {
        let theme = Theme(name: "plain", appearance: .dark, styles: [.paneTitle: Style(attributes: .bold)])
        var other = canvas
        other.useASCII()
        other.write("x", at: Point(x: 1, y: 1), style: CellStyle(.text))
        var scene = SceneSnapshot(in: [theme])
        scene.add(canvas, ascii: other)
        let text = scene.text
        #expect(text.contains("== 12x3, cursor:") && text.contains("日本 é"))
        #expect(text.contains("─-") && text.contains("\nascii 1: |x"))
        #expect(text.contains("== plain") && text.contains("\npaneTitle: bold"))
    }

    @Test(arguments: [
        ("a\nb\nc", "a\nB\nc", " a\n-b\n+B\n c"), ("a", "a\nb", " a\n+b"), ("1\n2\n3\n4\n5", "1\n2\n3\n4\n", "…\n 3\n 4\n-5\n+"),
    ])
    func `a difference shows changed lines with context`(old: String, new: String, expected: String) {
        #expect(LineDifference(from: old, to: new).description == expected)
    }
}
