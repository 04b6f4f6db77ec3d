import Screen

@testable import Widgets

/// A text area of a given size, with the results of its events.
struct AreaBench {
    var area: TextAreaState
    var rect: Rect
    var outcomes: [TextInputOutcome?] = []
    var closesBrackets = false

    init(_ text: String, preset: EditorPreset = .standard, width: Int = 40, height: Int = 10) {
        area = TextAreaState(text: text, preset: preset)
        area.showsLineNumbers = false
        rect = Rect(x: 0, y: 0, width: width, height: height)
    }

    mutating func type(_ typed: String) {
        for key in keys(typed) { outcomes.append(area.handle(key, in: rect, closesBrackets: closesBrackets)) }
    }

    mutating func mouse(_ event: MouseEvent) -> TextInputOutcome? { area.handle(event, in: rect) }

    /// The text with `|` at the cursor, or with `[` and `]` around what is selected.
    var marked: String {
        var lines = (0..<area.lineCount).map { Array(area.line($0).utf8) }
        var marks = [(area.cursor, "|")]
        if let range = area.selectedRange { marks = [(range.lowerBound, "["), (range.upperBound, "]")] }
        for (place, mark) in marks.reversed() { lines[place.line].insert(contentsOf: mark.utf8, at: place.offset) }
        return lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }

    var canvas: Canvas {
        var canvas = Canvas(size: rect.size)
        area.draw(in: rect, on: &canvas, isFocused: true)
        return canvas
    }

    var seen: [String] { rows(of: canvas) }
}

/// The result of typing `typed` into `text`, with the cursor or the selection marked.
func edited(_ text: String, _ typed: String, preset: EditorPreset = .standard, closesBrackets: Bool = false) -> String {
    var bench = AreaBench(text, preset: preset)
    bench.closesBrackets = closesBrackets
    bench.type(typed)
    return bench.marked
}
