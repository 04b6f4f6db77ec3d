import Screen

/// What theme files may call a colour without a palette.
enum ColorName {
    /// The terminal's own colours by name, in the order of their numbers (ECMA-48 8.3.117, and the bright ones of aixterm).
    private static let sixteen =
        ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
        + ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"].map { "bright \($0)" }

    /// Every name, for hints.
    static var all: [String] { ["default"] + sixteen }

    /// The colour of a name or of `#rrggbb`; nil for anything else.
    static func color(_ name: String) -> Color? {
        if name == "default" { return .terminal }
        if let index = sixteen.firstIndex(of: name) { return .ansi(UInt8(index)) }
        let digits = name.dropFirst()
        guard name.first == "#", digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else {
            return nil
        }
        return .rgb(UInt8(value >> 16), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF))
    }
}
