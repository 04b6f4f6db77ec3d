import Screen

/// Which terminal types to try, best first, and how many colours each is used with.
struct TerminalType: Hashable {
    /// A name in the terminfo database.
    var name: String
    /// The most colours to use.
    var colors: TerminalCapabilities.ColorDepth

    /// The types for what the environment says of the terminal; the last is `TERM` itself.
    ///
    /// `COLORTERM` is what terminals with 24-bit colour set; `TERM` alone rarely says so. ncurses needs a `-direct` entry for it.
    /// `NO_COLOR` is the wish of no-color.org.
    static func candidates(environment: [String: String]) -> [TerminalType] {
        let name = environment["TERM"] ?? ""
        if environment["NO_COLOR", default: ""] != "" { return [TerminalType(name: name, colors: .none)] }
        guard hasDirectColor(name, environment) else { return [TerminalType(name: name, colors: .indexed)] }
        return directNames(name).map { TerminalType(name: $0, colors: .direct) } + [TerminalType(name: name, colors: .indexed)]
    }

    private static func hasDirectColor(_ name: String, _ environment: [String: String]) -> Bool {
        if name.hasSuffix("-direct") { return true }
        // GNU screen hands COLORTERM on without having the colours; tmux has them, and may call itself screen.
        if name.hasPrefix("screen"), environment["TMUX"] == nil { return false }
        guard name != "linux" else { return false }
        return ["truecolor", "24bit"].contains(environment["COLORTERM"])
    }

    /// `xterm-direct16` comes before others because it leaves the user's sixteen colours to the palette.
    private static func directNames(_ name: String) -> [String] {
        if name.contains("-direct") { return [name] }
        let base = name.hasSuffix("-256color") ? String(name.dropLast(9)) : name
        switch base {
        case "xterm": return ["xterm-direct16", "xterm-direct"]
        case "xterm-kitty": return ["kitty-direct", "xterm-direct16", "xterm-direct"]
        case "screen": return ["tmux-direct", "xterm-direct16", "xterm-direct"]
        default: return ["\(base)-direct", "xterm-direct16", "xterm-direct"]
        }
    }
}
