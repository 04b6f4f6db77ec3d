import CNcurses
import Platform
import Screen

/// Terminfo strings that ncurses does not send itself, or not in a signal handler.
enum TerminalStrings {
    /// True for a terminal with modern features, detected by its support for cursor shapes.
    static var isModern: Bool { ncurses_string("Ss") != nil }

    /// True if a terminal of this type skips unknown control strings (OSC), as emulators with mouse support do. The Linux console supports
    /// the mouse but may print such strings.
    static func skipsUnknownStrings(_ type: String) -> Bool {
        isModern || (ncurses_string("kmous") != nil && !type.hasPrefix("linux"))
    }

    /// True if the terminal uses ECMA-48 sequences, detected by its clear sequence; a VT52 does not.
    static var isANSI: Bool { plain("clear").contains("\u{1B}[") }

    /// The sequence for a steady cursor shape; empty if the terminal has only one.
    static func cursor(_ shape: Cursor.Shape) -> String {
        // DECSCUSR, VT520: 2 is a block, 6 a bar.
        parameterized("Ss", shape == .block ? 2 : 6)
    }

    /// The sequence that restores the user's cursor shape.
    static var resetCursor: String { isModern ? "\u{1B}[0 q" : "" }

    /// The sequence that restores the terminal from any state, prepared for a signal handler.
    static func restoring(_ modes: TerminalModes, rows: Int) -> String {
        // Terminates a control string that was cut off.
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

    /// Removes the delays for slow hardware, `$<milliseconds>` (terminfo(5), "Delays and Padding").
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

/// Sequences for modes that ncurses does not support: mouse, paste, focus, background, keyboard protocol, cursor shape.
///
/// Terminals without a mode ignore its sequence. Sources: XTerm Control Sequences, "DEC Private Mode Set"; the Kitty keyboard protocol.
struct TerminalModes: Hashable {
    /// True if the terminal uses ECMA-48 sequences; other terminals would print them.
    var isANSI = true
    /// True if mouse events are reported.
    var hasMouse = true
    /// True if the terminal supports the Kitty keyboard protocol, which is then switched on.
    var hasKittyKeyboard = false
    /// True if the terminal may hold a picture of this program.
    var hasKittyPictures = false
    /// The sequence that restores the user's cursor shape.
    var resetCursor = ""

    /// Switches on the modes that are safe for every terminal.
    var entering: String {
        guard isANSI else { return "" }
        return (hasMouse ? "\u{1B}[?1002h\u{1B}[?1006h" : "") + "\u{1B}[?2004h\u{1B}[?1004h\u{1B}[?2031h"
    }

    /// Queries the Kitty keyboard protocol and the background colour. Replies arrive as input.
    static let queries = "\u{1B}[?u\u{1B}]11;?\u{1B}\\"

    /// Switches on the Kitty keyboard protocol for the current screen: unambiguous sequences (1) that also report the character with Shift and
    /// the key of the Latin layout (4).
    static let enteringKeyboard = "\u{1B}[>5u"

    /// Switches off all modes. Must be sent on the screen for which they were switched on.
    var leaving: String {
        guard isANSI else { return "" }
        return (hasKittyPictures ? KittyPicture.abortion + KittyPicture.deletion : "") + (hasKittyKeyboard ? "\u{1B}[<u" : "")
            + "\u{1B}[?2031l\u{1B}[?1004l\u{1B}[?2004l" + (hasMouse ? "\u{1B}[?1006l\u{1B}[?1002l" : "")
            + resetCursor
    }

    /// Delays drawing until ``endUpdate``, so that no incomplete frame is visible.
    static let beginUpdate = "\u{1B}[?2026h"

    /// Draws everything since ``beginUpdate``.
    static let endUpdate = "\u{1B}[?2026l"
}

/// The sequence that copies text to the clipboard (OSC 52), also through tmux and GNU screen.
enum ClipboardSequence {
    /// A multiplexer between the program and the terminal.
    enum Multiplexer: Hashable {
        case tmux, screen

        /// Detects the multiplexer by its environment variables.
        init?(environment: [String: String]) {
            if environment["TMUX"] != nil {
                self = .tmux
            } else if environment["STY"] != nil {
                self = .screen
            } else {
                return nil
            }
        }
    }

    /// The longest text in UTF-8 bytes. Its sequence has 100,000 bytes; common terminals ignore longer ones.
    static let limit = 74_994

    /// The sequence for `text`; nil if it exceeds the limit.
    static func bytes(for text: String, in multiplexer: Multiplexer?) -> String? {
        guard text.utf8.count <= limit else { return nil }
        let plain = "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}"
        switch multiplexer {
        case nil: return plain
        // tmux accepts the first with `set-clipboard on`, the second with `allow-passthrough on`. Escapes in the second are doubled.
        case .tmux: return plain + "\u{1B}Ptmux;\u{1B}\(plain)\u{1B}\\"
        case .screen: return chunks(of: plain).map { "\u{1B}P\($0)\u{1B}\\" }.joined()
        }
    }

    /// Chunks for GNU screen, which accepts strings up to 768 bytes (screen's manual, "Virtual Terminal").
    private static func chunks(of text: String) -> [Substring] {
        var rest = text[...]
        var chunks: [Substring] = []
        while !rest.isEmpty {
            chunks.append(rest.prefix(512))
            rest = rest.dropFirst(512)
        }
        return chunks
    }
}
