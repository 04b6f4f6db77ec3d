import CVTerm
import Screen

/// A terminal in memory: bytes go in, a screen comes out.
final class ScreenEmulator {
    private let terminal: OpaquePointer
    private let screen: OpaquePointer
    private(set) var size: Size
    private(set) var modes = ModeTracker()
    private var filter = ApplicationCommandFilter()

    /// An empty screen of `size`.
    init(size: Size) {
        self.size = size
        // Both give up only without memory.
        terminal = vterm_new(Int32(size.height), Int32(size.width))!
        screen = vterm_obtain_screen(terminal)!
        vterm_set_utf8(terminal, 1)
        vterm_screen_enable_altscreen(screen, 1)
        vterm_screen_reset(screen, 1)
    }

    deinit {
        vterm_free(terminal)
    }

    /// Shows what `bytes` draw, and gives what the terminal answers.
    func feed(_ bytes: [UInt8], answersKittyKeyboard: Bool) -> [UInt8] {
        let queries = modes.keyboardQueries
        modes.feed(bytes)
        filter.pass(bytes).withUnsafeBytes { _ = vterm_input_write(terminal, $0.bindMemory(to: CChar.self).baseAddress, $0.count) }
        vterm_screen_flush_damage(screen)
        let kitty = answersKittyKeyboard && modes.keyboardQueries > queries ? Array("\u{1B}[?0u".utf8) : []
        return kitty + answers()
    }

    private func answers() -> [UInt8] {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = vterm_output_read(terminal, &buffer, buffer.count)
        return buffer[..<count].map { UInt8(bitPattern: $0) }
    }

    /// Takes another size.
    func resize(to size: Size) {
        self.size = size
        vterm_set_size(terminal, Int32(size.height), Int32(size.width))
    }

    /// What is shown.
    var shown: RobotScreen {
        var cells: [RobotScreen.Cell] = []
        cells.reserveCapacity(size.width * size.height)
        for row in 0..<size.height {
            for column in 0..<size.width { cells.append(cell(column, row)) }
        }
        var position = VTermPos()
        vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
        return RobotScreen(
            size: size, cells: cells, cursor: modes.modes.contains(25) ? Point(x: Int(position.col), y: Int(position.row)) : nil,
            isAlternate: modes.modes.contains(1049))
    }

    private func cell(_ column: Int, _ row: Int) -> RobotScreen.Cell {
        var cell = VTermScreenCell()
        vterm_screen_get_cell(screen, VTermPos(row: Int32(row), col: Int32(column)), &cell)
        let scalars = withUnsafeBytes(of: cell.chars) { Array($0.bindMemory(to: UInt32.self)) }
        var text = String.UnicodeScalarView()
        // The right half of a wide glyph has all bits set.
        text.append(contentsOf: scalars.prefix { $0 != 0 && $0 != .max }.compactMap(Unicode.Scalar.init))
        return RobotScreen.Cell(
            text: String(text), foreground: Self.color(cell.fg), background: Self.color(cell.bg), attributes: Self.attributes(cell.attrs))
    }

    private static func color(_ color: VTermColor) -> RobotScreen.Color {
        var color = color
        switch vterm_color_kind(&color) {
        case 0: return .rgb(Int(color.rgb.red), Int(color.rgb.green), Int(color.rgb.blue))
        case 1: return .indexed(Int(color.indexed.idx))
        default: return .terminal
        }
    }

    private static func attributes(_ attributes: VTermScreenCellAttrs) -> Style.Attributes {
        var result = Style.Attributes()
        if attributes.bold != 0 { result.insert(.bold) }
        if attributes.italic != 0 { result.insert(.italic) }
        if attributes.underline != 0 { result.insert(.underline) }
        if attributes.reverse != 0 { result.insert(.reverse) }
        return result
    }
}
