import CNcurses
import Screen

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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

/// The bytes that switch what ncurses does not know of: mouse, pastes, focus, background, keyboard protocol, cursor form.
///
/// Terminals without a mode ignore its sequence. Source: XTerm Control Sequences, "DEC Private Mode Set"; the Kitty keyboard protocol.
struct TerminalModes: Hashable {
    /// Whether the terminal reads sequences of ECMA-48; an older one would show them as text.
    var isANSI = true
    /// Whether the mouse is reported.
    var hasMouse = true
    /// Whether the terminal has the Kitty keyboard protocol, which is switched on then.
    var hasKittyKeyboard = false
    /// Whether the terminal may keep a picture of this program.
    var hasKittyPictures = false
    /// What gives the cursor its own form again, where the terminal can change it.
    var resetCursor = ""

    /// Switches on what every terminal may be asked for.
    var entering: String {
        guard isANSI else { return "" }
        return (hasMouse ? "\u{1B}[?1002h\u{1B}[?1006h" : "") + "\u{1B}[?2004h\u{1B}[?1004h\u{1B}[?2031h"
    }

    /// Asks for the Kitty keyboard protocol and the background, without waiting for answers.
    static let queries = "\u{1B}[?u\u{1B}]11;?\u{1B}\\"

    /// Switches on the Kitty keyboard protocol for the screen that is shown.
    static let enteringKeyboard = "\u{1B}[>1u"

    /// Switches off all of it; to be sent while the screen that they were switched on for is shown.
    var leaving: String {
        guard isANSI else { return "" }
        return (hasKittyPictures ? KittyPicture.abortion + KittyPicture.deletion : "") + (hasKittyKeyboard ? "\u{1B}[<u" : "")
            + "\u{1B}[?2031l\u{1B}[?1004l\u{1B}[?2004l" + (hasMouse ? "\u{1B}[?1006l\u{1B}[?1002l" : "")
            + resetCursor
    }

    /// Holds the picture until ``endUpdate``, so that nobody sees half of it.
    static let beginUpdate = "\u{1B}[?2026h"

    /// Shows what came since ``beginUpdate``.
    static let endUpdate = "\u{1B}[?2026l"
}

/// The bytes that put text on the clipboard (OSC 52), also from inside tmux and GNU screen.
enum ClipboardSequence {
    /// What stands between the program and the terminal.
    enum Multiplexer: Hashable {
        case tmux, screen

        /// Finds out from what they set in the environment.
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

    /// The longest text in UTF-8 bytes: with it the sequence has 100,000, more than which common terminals drop.
    static let limit = 74_994

    /// The sequence for `text`; nil when it is over the limit.
    static func bytes(for text: String, in multiplexer: Multiplexer?) -> String? {
        guard text.utf8.count <= limit else { return nil }
        let plain = "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}"
        switch multiplexer {
        case nil: return plain
        // tmux takes the one with `set-clipboard on` and the other with `allow-passthrough on`; escapes inside are doubled.
        case .tmux: return plain + "\u{1B}Ptmux;\u{1B}\(plain)\u{1B}\\"
        case .screen: return chunks(of: plain).map { "\u{1B}P\($0)\u{1B}\\" }.joined()
        }
    }

    /// Pieces of what GNU screen hands on at once, at most 768 bytes (screen's manual, "Virtual Terminal": string sequences).
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
