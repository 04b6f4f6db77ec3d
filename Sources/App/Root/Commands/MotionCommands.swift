/// Moving the cursor in whatever has the focus.
enum MotionCommands {
    static let all: [AppCommand] = [
        move(.up, "Move up", ["k", "up"]),
        move(.down, "Move down", ["j", "down"]),
        move(.left, "Move left", ["h", "left"]),
        move(.right, "Move right", ["l", "right"]),
        move(.pageUp, "Page up", ["pageup"]),
        move(.pageDown, "Page down", ["pagedown"]),
        move(.halfPageUp, "Half a page up", ["ctrl+u"]),
        move(.halfPageDown, "Half a page down", ["ctrl+d"]),
        move(.top, "To the top", ["g g", "home"]),
        move(.bottom, "To the bottom", ["G", "end"]),
    ]

    private static func move(_ motion: Motion, _ title: String, _ keys: [String]) -> AppCommand {
        AppCommand("move.\(motion.rawValue)", title, keys: keys, scope: .nav, group: .move, sends: .move(motion))
    }
}
