import CNcurses
import Screen

/// What the terminfo entry in use says about strings that ncurses does not send by itself, or not in a signal handler.
enum TerminalStrings {
    /// Whether the terminal has what terminals of today have, told by its cursor having forms.
    static var isModern: Bool { ncurses_string("Ss") != nil }

    /// Whether a terminal of this type reads over control strings (OSC) that mean nothing to it, as emulators do, told by their mouse.
    /// The console of Linux, whose entry has one as well, may print them.
    static func skipsUnknownStrings(_ type: String) -> Bool {
        isModern || (ncurses_string("kmous") != nil && !type.hasPrefix("linux"))
    }

    /// Whether its own sequences are those of ECMA-48, told by the one that clears the screen; the VT52's are not.
    static var isANSI: Bool { plain("clear").contains("\u{1B}[") }

    /// Gives the cursor a form that does not blink; empty where it has but one.
    static func cursor(_ shape: Cursor.Shape) -> String {
        // DECSCUSR, VT520: 2 is a block, 6 a bar.
        parameterized("Ss", shape == .block ? 2 : 6)
    }

    /// Gives the cursor the form that the user chose for it.
    static var resetCursor: String { isModern ? "\u{1B}[0 q" : "" }

    /// Everything that brings the terminal from any state to what it was, in one string for a signal handler.
    static func restoring(_ modes: TerminalModes, rows: Int) -> String {
        // The first ends a string or sequence that was cut off.
        let ending = modes.isANSI ? "\u{1B}\\" + TerminalModes.endUpdate : ""
        let prelude = ending + modes.leaving + plain("op") + plain("sgr0")
        let leaving = plain("rmcup")
        return prelude + (leaving.isEmpty ? parameterized("cup", rows - 1) + "\r\n" : leaving) + plain("cnorm")
    }

    private static func plain(_ name: String) -> String {
        ncurses_string(name).map { withoutPadding(String(cString: $0)) } ?? ""
    }

    private static func parameterized(_ name: String, _ parameter: Int) -> String {
        ncurses_string_with(name, Int32(clamping: parameter)).map { withoutPadding(String(cString: $0)) } ?? ""
    }

    /// Without the waits for slow hardware, `$<milliseconds>` (terminfo(5), "Delays and Padding").
    static func withoutPadding(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
        var rest = text[...]
        var result = ""
        while let start = rest.firstRange(of: "$<"), let end = rest[start.upperBound...].firstIndex(of: ">") {
            result += rest[..<start.lowerBound]
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}
