import Screen
import Testing
import Widgets

@Suite struct WindowFrameTests {
    private let window = WindowFrame("Save request", buttons: [Button("Cancel"), Button("Save")], focusedButton: 1)

    private func drawn(_ window: WindowFrame, content: Size, in size: Size) -> [String] {
        WidgetsTests.drawn(size.width, size.height) { bounds, canvas in
            window.draw(window.layout(content: content, in: bounds), on: &canvas) { rect, canvas in
                for y in 0..<rect.height { canvas.write("line \(y)", at: rect.row(y).origin, style: CellStyle(.text)) }
            }
        }
    }

    @Test func `a window frame places title and buttons`() {
        #expect(
            drawn(window, content: Size(width: 48, height: 2), in: Size(width: 64, height: 9)) == [
                "",
                "      ╭─ Save request ───────────────────────────────────╮",
                "      │                                                  │",
                "      │ line 0                                           │",
                "      │ line 1                                           │",
                "      │                                                  │",
                "      │                               Cancel      Save   │",
                "      ╰──────────────────────────────────────────────────╯",
                "",
            ])
    }

    @Test func `a window that leaves only slivers beside it is as wide as the screen`() {
        func width(_ screen: Int) -> Int {
            window.layout(content: Size(width: 48, height: 2), in: Rect(x: 0, y: 0, width: screen, height: 9)).frame.width
        }
        #expect([52, 60, 63, 64, 80].map(width) == [52, 60, 63, 52, 52])
    }

    @Test(arguments: [(8, 3, true), (7, 3, true), (6, 3, true), (5, 2, true), (3, 0, true)])
    func `blank rows go first where the space is short`(height: Int, contentRows: Int, hasButtons: Bool) {
        let layout = window.layout(content: Size(width: 48, height: 3), in: Rect(x: 0, y: 0, width: 60, height: height))
        #expect(layout.content.height == contentRows)
        #expect(layout.buttons.allSatisfy { !$0.isEmpty } == hasButtons)
        #expect(layout.frame.height <= height)
    }

    @Test func `every cell of a window has the window's background`() {
        let canvas = canvas(60, 9) { bounds, canvas in
            canvas.dim(bounds)
            window.draw(window.layout(content: Size(width: 30, height: 2), in: bounds), on: &canvas) { rect, canvas in
                canvas.write("GET", at: rect.origin, style: CellStyle(.methodGet))
                FieldBox().draw("", placeholder: "Name", in: rect.row(1), on: &canvas)
            }
        }
        let frame = window.layout(content: Size(width: 30, height: 2), in: canvas.bounds).frame
        for y in 0..<canvas.size.height {
            for x in 0..<canvas.size.width {
                let style = canvas[Point(x: x, y: y)].style
                let background = style.backdrop ?? style.role
                let isInside = frame.contains(Point(x: x, y: y))
                #expect(
                    isInside
                        ? [.surfaceOverlay, .field, .button, .buttonFocused].contains(background)
                        : style == CellStyle(.shadow, on: .surfaceBase))
            }
        }
    }
}
