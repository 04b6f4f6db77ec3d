import CVTerm
import Screen

/// A terminal emulator: takes the output of a program, gives the screen.
final class ScreenEmulator {
    private let terminal: OpaquePointer
    private let screen: OpaquePointer
    private(set) var size: Size
    private(set) var modes = ModeTracker()
    private var filter = ApplicationCommandFilter()

    /// An empty screen of `size`.
    init(size: Size) {
        self.size = size
        // Both are nil only if memory is exhausted.
        terminal = vterm_new(Int32(size.height), Int32(size.width))!
        screen = vterm_obtain_screen(terminal)!
        vterm_set_utf8(terminal, 1)
        vterm_screen_enable_altscreen(screen, 1)
        vterm_screen_reset(screen, 1)
    }

    deinit {
        vterm_free(terminal)
    }

    /// Takes output of the program, and returns the terminal's replies to it.
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

    /// Changes the size.
    func resize(to size: Size) {
        self.size = size
        vterm_set_size(terminal, Int32(size.height), Int32(size.width))
    }

    /// The current screen.
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

/// Tracks the terminal modes that a program switches, from its output.
///
/// libvterm does not report some of them and does not know others.
struct ModeTracker: Hashable {
    /// The DEC private modes that are on; initially line wrap and visible cursor.
    private(set) var modes = ModeTracker.first
    /// The number of times the Kitty keyboard protocol was switched on, minus those it was switched off.
    private(set) var keyboardDepth = 0
    /// The shape of the cursor, a number of DECSCUSR.
    private(set) var cursorStyle = 0
    /// The number of queries for the Kitty keyboard protocol.
    private(set) var keyboardQueries = 0

    /// The initial modes.
    static let first: Set<Int> = [7, 25]

    private enum Phase: Hashable {
        case ground, escape, sequence, string
    }
    private var phase = Phase.ground
    private var body: [UInt8] = []

    /// Takes output of the program.
    mutating func feed(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { feed(byte) }
    }

    private mutating func feed(_ byte: UInt8) {
        switch (phase, byte) {
        case (_, 0x1B): phase = .escape
        case (.escape, UInt8(ascii: "[")):
            phase = .sequence
            body = []
        case (.escape, UInt8(ascii: "]")), (.escape, UInt8(ascii: "P")): phase = .string
        case (.string, 0x07), (.escape, _): phase = .ground
        case (.sequence, 0x40...0x7E):
            phase = .ground
            finish(byte)
        case (.sequence, _): body.append(byte)
        default: break
        }
    }

    private mutating func finish(_ final: UInt8) {
        let text = String(decoding: body, as: UTF8.self)
        switch (body.first, final) {
        case (UInt8(ascii: "?"), UInt8(ascii: "h")): modes.formUnion(Self.numbers(text))
        case (UInt8(ascii: "?"), UInt8(ascii: "l")): modes.subtract(Self.numbers(text))
        case (UInt8(ascii: "?"), UInt8(ascii: "u")): keyboardQueries += 1
        case (UInt8(ascii: ">"), UInt8(ascii: "u")): keyboardDepth += 1
        case (UInt8(ascii: "<"), UInt8(ascii: "u")): keyboardDepth -= 1
        case (_, UInt8(ascii: "q")) where body.last == UInt8(ascii: " "): cursorStyle = Self.numbers(text).first ?? 0
        default: break
        }
    }

    private static func numbers(_ text: String) -> [Int] {
        text.split { !$0.isNumber }.compactMap { Int($0) }
    }
}

/// Removes application program commands (ECMA-48, 8.3.2) from a program's output. A terminal that does not know them ignores them, but
/// older versions of libvterm show them as text.
struct ApplicationCommandFilter {
    private enum Place {
        case outside, afterEscape, inside, insideAfterEscape
    }

    private var place = Place.outside

    /// Returns the bytes without commands, which may begin and end in other pieces of the output.
    mutating func pass(_ bytes: [UInt8]) -> [UInt8] {
        var passed: [UInt8] = []
        passed.reserveCapacity(bytes.count + 1)
        for byte in bytes { pass(byte, to: &passed) }
        return passed
    }

    private mutating func pass(_ byte: UInt8, to passed: inout [UInt8]) {
        let isEscape = byte == 0x1B
        switch place {
        case .outside where isEscape: place = .afterEscape
        case .outside: passed.append(byte)
        case .afterEscape where byte == UInt8(ascii: "_"): place = .inside
        case .afterEscape:
            passed.append(0x1B)
            if isEscape { return }
            place = .outside
            passed.append(byte)
        case .inside: if isEscape { place = .insideAfterEscape }
        case .insideAfterEscape: if !isEscape { place = .outside }
        }
    }
}
