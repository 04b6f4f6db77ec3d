import Screen

/// What the colours of a screen look like in a picture.
struct PicturePalette {
    /// What is written where a program leaves the colour to the terminal.
    let foreground: String
    /// What stands behind it.
    let background: String

    static let dark = PicturePalette(foreground: "#d6d9e0", background: "#14161b")
    static let light = PicturePalette(foreground: "#24292f", background: "#ffffff")

    /// The first sixteen colours of xterm.
    private static let base = [
        "#000000", "#cd0000", "#00cd00", "#cdcd00", "#3b78ff", "#cd00cd", "#00cdcd", "#e5e5e5",
        "#7f7f7f", "#ff5555", "#55ff55", "#ffff55", "#5c8cff", "#ff55ff", "#55ffff", "#ffffff",
    ]

    /// The glyph's colour and the one behind it, as SVG writes them; the second is nil where nothing need be painted.
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
