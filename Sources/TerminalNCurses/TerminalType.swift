import CNcurses
import Screen

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

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

/// Finds out whether the terminal can be used, before anything is written to it.
enum TerminalCheck {
    /// Throws when `descriptor`, which a person knows as `name`, is not a terminal.
    static func requireTerminal(_ descriptor: Int32, name: String) throws {
        guard isatty(descriptor) == 1 else {
            throw TerminalError(
                .notATerminal, "\(name) is not a terminal. Run the program in a terminal, without a pipe or a redirection.")
        }
    }

    /// Takes the character set of the locale, and throws when it is not UTF-8.
    static func requireUTF8() throws {
        // Only the characters: the rest of the C library keeps its ways, such as the decimal point.
        let isKnown = setlocale(LC_CTYPE, "") != nil
        let codeset = nl_langinfo(nl_item(CODESET)).map { String(cString: $0) } ?? "unknown"
        guard isKnown else {
            let name = VisibleText.escaping(localeName)
            throw TerminalError(
                .notUTF8, "The locale '\(name)' is not installed here, and UTF-8 is needed. Set one that is, such as LC_ALL=C.UTF-8.")
        }
        guard strcasecmp(codeset, "UTF-8") == 0 else {
            let found = VisibleText.escaping(codeset)
            throw TerminalError(
                .notUTF8,
                "The locale's character set is \(found), and UTF-8 is needed. Set a locale that has it, such as LC_ALL=C.UTF-8.")
        }
    }

    /// What the environment asks for; the first of the three variables that says something counts (POSIX, 8.2).
    private static var localeName: String {
        for variable in ["LC_ALL", "LC_CTYPE", "LANG"] {
            if let value = getenv(variable), value.pointee != 0 { return String(cString: value) }
        }
        return ""
    }

    /// The name under which the database has the terminal that calls itself `name`; throws when there is none, or when it cannot place
    /// its cursor.
    static func usableName(for name: String, descriptor: Int32) throws -> String {
        guard !name.isEmpty else {
            throw TerminalError(.unusableType, "TERM is not set, so nobody knows how to draw here. Set it, such as TERM=xterm-256color.")
        }
        let shown = VisibleText.escaping(name)
        guard let known = TerminalType.names(for: name).first(where: { ncurses_load_type($0, descriptor) }) else {
            throw TerminalError(
                .unusableType,
                "The terminal type '\(shown)' in TERM is unknown here. "
                    + "Install its description (the package ncurses-term has most), or set TERM=xterm-256color.")
        }
        guard ncurses_string("cup") != nil else {
            throw TerminalError(
                .unusableType, "The terminal type '\(shown)' in TERM cannot place its cursor. Set another, such as TERM=xterm-256color.")
        }
        return known
    }
}
