/// Follows which modes a program switches on and off, from the bytes that it writes.
///
/// libvterm keeps some of them to itself and does not know others.
struct ModeTracker: Hashable {
    /// The DEC private modes that are on: at first that lines wrap and that the cursor shows.
    private(set) var modes = ModeTracker.first
    /// How often the Kitty keyboard protocol was switched on more than off.
    private(set) var keyboardDepth = 0
    /// The form of the cursor, as DECSCUSR numbers it.
    private(set) var cursorStyle = 0
    /// How often the program asked for the Kitty keyboard protocol.
    private(set) var keyboardQueries = 0

    /// The modes that are on at first.
    static let first: Set<Int> = [7, 25]

    private enum Phase: Hashable {
        case ground, escape, sequence, string
    }
    private var phase = Phase.ground
    private var body: [UInt8] = []

    /// Follows what `bytes` switch.
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
