import Screen
import ScreenTesting
import Testing

@MainActor
@Suite struct MemoryTerminalTests {
    private let terminal = MemoryTerminal(size: Size(width: 10, height: 2))

    private func canvas(_ text: String) -> Canvas {
        var canvas = Canvas(size: terminal.size)
        canvas.write(text, at: Point(x: 0, y: 0), style: CellStyle(.text))
        return canvas
    }

    @Test func `keeps the presented frame`() {
        terminal.present(canvas("one"))
        terminal.present(canvas("two"))
        #expect(terminal.text == "two\n")
        #expect(terminal.frameCount == 2)
    }

    @Test func `reports input between start and stop`() throws {
        var events: [InputEvent] = []
        terminal.press(.character("x"))
        try terminal.start { events.append($0) }
        terminal.type("a\n")
        terminal.click(x: 1, y: 0)
        terminal.resize(to: Size(width: 4, height: 1))
        terminal.stop()
        terminal.press(.character("x"))
        #expect(
            events == [
                .key(.character("a")), .key(Key(.enter)), .mouse(MouseEvent(.press(.left, count: 1), at: Point(x: 1, y: 0))),
                .mouse(MouseEvent(.release(.left), at: Point(x: 1, y: 0))), .resized(Size(width: 4, height: 1)),
            ])
        #expect(terminal.size == Size(width: 4, height: 1))
    }

    @Test func `waits for a later frame`() async {
        Task { @MainActor in
            terminal.present(canvas("one"))
            terminal.present(canvas("two"))
        }
        let shown = await terminal.wait(for: "two")
        #expect(shown.text == "two\n")
    }

    @Test func `refuses a clipboard text over the limit`() {
        terminal.clipboardLimit = 3
        #expect(terminal.copyToClipboard("abc") == .sent)
        #expect(terminal.copyToClipboard("abcd") == .tooLong)
        #expect(terminal.clipboard == ["abc"])
    }

    @Test func `reports its phase`() throws {
        #expect(terminal.phase == .idle)
        try terminal.start { _ in }
        terminal.suspend()
        #expect(terminal.phase == .suspended)
        terminal.resume()
        #expect(terminal.phase == .running)
        terminal.stop()
        #expect(terminal.phase == .stopped)
    }
}
