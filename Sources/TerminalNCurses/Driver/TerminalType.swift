import Screen

/// A description of a terminal to draw with, and how many colours to use of it.
struct TerminalType: Hashable {
    /// A name in the terminfo database, or of `description`.
    var name: String
    /// The compiled description, where it is not looked up in the database.
    var description: String?
    /// The most colours to use.
    var colors: TerminalCapabilities.ColorDepth

    /// The types that may fit what the environment says of the terminal, best first.
    ///
    /// - Parameter name: the type that the database has for the terminal.
    static func candidates(for name: String, environment: [String: String]) -> [TerminalType] {
        // The wish of no-color.org.
        if environment["NO_COLOR", default: ""] != "" { return [TerminalType(name: name, colors: .none)] }
        let own = TerminalType(name: name, colors: isDirect(name) ? .direct : .indexed)
        guard own.colors != .direct, hasDirectColor(name, environment) else { return [own] }
        return [TerminalType(name: "apus-direct", description: directDescription, colors: .direct), own]
    }

    /// The names to look up for a terminal that calls itself `name`.
    ///
    /// Many new terminals are xterms to draw with, and their own entry is missing where they are not installed, as over SSH.
    static func names(for name: String) -> [String] {
        name.hasPrefix("xterm-") ? [name, "xterm-256color"] : [name]
    }

    /// Whether the entry says so, as `xterm-direct` and `xterm-direct16` do.
    private static func isDirect(_ name: String) -> Bool { name.split(separator: "-").contains { $0.hasPrefix("direct") } }

    /// `COLORTERM` is what terminals with 24-bit colour set; `TERM` hardly ever says so.
    private static func hasDirectColor(_ name: String, _ environment: [String: String]) -> Bool {
        // GNU screen hands COLORTERM on without having the colours; tmux has them, and may call itself screen.
        if name.hasPrefix("screen"), environment["TMUX"] == nil { return false }
        let wanted = environment["COLORTERM", default: ""]
        return name != "linux" && (wanted == "truecolor" || wanted == "24bit")
    }
}
