public import Screen

/// A screen drawn as SVG, as the documentation shows it.
public struct ScreenPicture {
    private let screen: RobotScreen
    private let palette: PicturePalette
    /// Width and height of a cell in pixels.
    private static let (width, height) = (8, 16)
    /// Pixels around the cells.
    private static let margin = 8

    /// Makes a picture of `screen` on a dark or light terminal.
    public init(_ screen: RobotScreen, appearance: Theme.Appearance = .dark) {
        self.screen = screen
        palette = appearance == .dark ? .dark : .light
    }

    /// The document, one line for each run of cells that look alike.
    public var svg: String { document(of: (0..<screen.size.height).map(row).filter { !$0.isEmpty }.joined(separator: "\n")) }

    /// A document of the size of the screen, with the terminal's background under `content`.
    func document(of content: String) -> String {
        let (width, height) = (screen.size.width * Self.width + 2 * Self.margin, screen.size.height * Self.height + 2 * Self.margin)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)">
            <style>text { font: 13.3px "DejaVu Sans Mono", Menlo, Consolas, monospace }</style>
            <rect width="100%" height="100%" rx="6" fill="\(palette.background)"/>
            \(content)
            </svg>

            """
    }

    /// The elements of one row of cells, one line for each run of cells that look alike; empty for a blank row.
    func row(_ y: Int) -> String { runs(in: y).compactMap { draw($0, y: y) }.joined(separator: "\n") }

    /// Adjacent cells with the same style.
    private struct Run {
        var x: Int
        var columns: Int
        var text: String
        var cell: RobotScreen.Cell

        /// The parts of the text between two spaces or more, with their columns: browsers collapse such spaces.
        var words: [(offset: Int, text: String)] {
            var words: [(offset: Int, text: String)] = []
            for (index, character) in text.enumerated() where character != " " {
                if let last = words.last, index - last.offset - last.text.count <= 1 {
                    words[words.count - 1].text += (index == last.offset + last.text.count ? "" : " ") + String(character)
                } else {
                    words.append((index, String(character)))
                }
            }
            return words
        }
    }

    private func runs(in y: Int) -> [Run] {
        var runs: [Run] = []
        var x = 0
        while x < screen.size.width {
            let cell = screen.cell(x: x, y: y)
            let columns = max(1, TextWidth.columns(of: cell.text))
            let text = cell.text.isEmpty ? " " : cell.text
            if let last = runs.last, columns == 1, last.columns == last.text.count, looksAlike(last.cell, cell) {
                runs[runs.count - 1].text += text
                runs[runs.count - 1].columns += 1
            } else {
                runs.append(Run(x: x, columns: columns, text: text, cell: cell))
            }
            x += columns
        }
        return runs
    }

    private func looksAlike(_ first: RobotScreen.Cell, _ second: RobotScreen.Cell) -> Bool {
        first.foreground == second.foreground && first.background == second.background && first.attributes == second.attributes
    }

    private func draw(_ run: Run, y: Int) -> String? {
        let colors = palette.colors(of: run.cell)
        let (x, top) = (Self.margin + run.x * Self.width, Self.margin + y * Self.height)
        let width = run.columns * Self.width
        let behind = colors.behind.map { #"<rect x="\#(x)" y="\#(top)" width="\#(width)" height="\#(Self.height)" fill="\#($0)"/>"# }
        let words = run.words.map { word in
            let columns = word.text.count == run.text.count ? run.columns : word.text.count
            return #"<text x="\#(x + word.offset * Self.width)" y="\#(top + 12)" textLength="\#(columns * Self.width)" "#
                + #"lengthAdjust="spacingAndGlyphs" fill="\#(colors.glyph)"\#(setting(run.cell.attributes))>\#(escape(word.text))</text>"#
        }
        return behind == nil && words.isEmpty ? nil : (behind ?? "") + words.joined(separator: "\n")
    }

    private func setting(_ attributes: Style.Attributes) -> String {
        (attributes.contains(.bold) ? #" font-weight="bold""# : "") + (attributes.contains(.italic) ? #" font-style="italic""# : "")
            + (attributes.contains(.underline) ? #" text-decoration="underline""# : "")
    }

    private func escape(_ text: String) -> String {
        text.map { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            default: String(character)
            }
        }.joined()
    }
}

/// The colours of a picture.
struct PicturePalette {
    /// The default colour of text.
    let foreground: String
    /// The default colour of the background.
    let background: String

    static let dark = PicturePalette(foreground: "#d6d9e0", background: "#14161b")
    static let light = PicturePalette(foreground: "#24292f", background: "#ffffff")

    /// The first sixteen colours of xterm.
    private static let base = [
        "#000000", "#cd0000", "#00cd00", "#cdcd00", "#3b78ff", "#cd00cd", "#00cdcd", "#e5e5e5",
        "#7f7f7f", "#ff5555", "#55ff55", "#ffff55", "#5c8cff", "#ff55ff", "#55ffff", "#ffffff",
    ]

    /// The colours of a cell's glyph and background in SVG notation; the second is nil if nothing need be painted.
    func colors(of cell: RobotScreen.Cell) -> (glyph: String, behind: String?) {
        let glyph = Self.hex(cell.foreground)
        let behind = Self.hex(cell.background)
        if cell.attributes.contains(.reverse) { return (behind ?? background, glyph ?? foreground) }
        return (glyph ?? foreground, behind)
    }

    private static func hex(_ color: RobotScreen.Color) -> String? {
        switch color {
        case .terminal: nil
        case .rgb(let red, let green, let blue): "#" + [red, green, blue].map(twoDigits).joined()
        case .indexed(let index) where index < 16: base[index]
        case .indexed(let index) where index < 232:
            "#" + [36, 6, 1].map { twoDigits(level((index - 16) / $0 % 6)) }.joined()
        case .indexed(let index): "#" + String(repeating: twoDigits(8 + 10 * (index - 232)), count: 3)
        }
    }

    /// One of the six steps of the colour cube.
    private static func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }

    private static func twoDigits(_ value: Int) -> String {
        let digits = String(value, radix: 16)
        return digits.count < 2 ? "0" + digits : digits
    }
}
