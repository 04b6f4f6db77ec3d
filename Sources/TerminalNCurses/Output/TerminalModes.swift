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
