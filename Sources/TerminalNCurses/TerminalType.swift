import CNcurses
import Platform
import Screen

/// A terminfo entry to draw with, and the colour depth to use.
struct TerminalType: Hashable {
    /// The name of an entry in the terminfo database, or of `description`.
    var name: String
    /// The compiled entry; nil if the entry is in the database.
    var description: String?
    /// The colour depth.
    var colors: TerminalCapabilities.ColorDepth

    /// The terminal types to try for the name of an entry in the database and the environment, best first.
    static func candidates(for name: String, environment: [String: String]) -> [TerminalType] {
        // See no-color.org.
        if environment["NO_COLOR", default: ""] != "" { return [TerminalType(name: name, colors: .none)] }
        let type = TerminalType(name: name, colors: isDirect(name) ? .direct : .indexed)
        guard type.colors != .direct, hasDirectColor(name, environment) else { return [type] }
        return [TerminalType(name: "apus-direct", description: directDescription, colors: .direct), type]
    }

    /// The names to look up for a terminal whose `TERM` is `name`.
    ///
    /// Many terminals are compatible with xterm, and their own entry is missing on machines where they are not installed, for example over
    /// SSH.
    static func names(for name: String) -> [String] {
        name.hasPrefix("xterm-") ? [name, "xterm-256color"] : [name]
    }

    /// True for entries with direct colour, such as `xterm-direct` and `xterm-direct16`.
    private static func isDirect(_ name: String) -> Bool { name.split(separator: "-").contains { $0.hasPrefix("direct") } }

    /// True if the terminal has 24-bit colour. Terminals announce it in `COLORTERM`, hardly ever in `TERM`.
    private static func hasDirectColor(_ name: String, _ environment: [String: String]) -> Bool {
        // GNU screen passes COLORTERM on without supporting it; tmux supports it and may call itself screen.
        if name.hasPrefix("screen"), environment["TMUX"] == nil { return false }
        let wanted = environment["COLORTERM", default: ""]
        return name != "linux" && (wanted == "truecolor" || wanted == "24bit")
    }
}

/// Checks that the terminal is usable before anything is written to it.
enum TerminalCheck {
    /// Throws if `descriptor` is not a terminal. `name` is its name in the error message.
    static func requireTerminal(_ descriptor: Int32, name: String) throws {
        guard isatty(descriptor) == 1 else {
            throw TerminalError(
                .notATerminal, "\(name) is not a terminal. Run the program in a terminal, without a pipe or a redirection.")
        }
    }

    /// Adopts the character encoding of the locale and throws if it is not UTF-8.
    ///
    /// Containers and remote machines often have no locale, or lack the one that is asked for, while the terminal shows UTF-8. There
    /// `C.UTF-8` is used, as other programs do (PEP 538).
    static func requireUTF8() throws {
        // Only LC_CTYPE: other categories would change the C library, such as its decimal point.
        let found = setlocale(LC_CTYPE, "").map { String(cString: $0) }
        let isReplaced = found.map { ["C", "POSIX"].contains($0) } ?? isNamedUTF8(localeName)
        if isReplaced, general.contains(where: { setlocale(LC_CTYPE, $0) != nil }) { return }
        guard found != nil else {
            let name = VisibleText.escaping(localeName)
            throw TerminalError(
                .notUTF8, "The locale '\(name)' is not installed here, and UTF-8 is needed. Set one that is, such as LC_ALL=C.UTF-8.")
        }
        let codeset = nl_langinfo(nl_item(CODESET)).map { String(cString: $0) } ?? "unknown"
        guard strcasecmp(codeset, "UTF-8") == 0 else {
            throw TerminalError(
                .notUTF8,
                "The locale's character set is \(VisibleText.escaping(codeset)), and UTF-8 is needed. "
                    + "Set a locale that has it, such as LC_ALL=C.UTF-8.")
        }
    }

    /// Locales with UTF-8 that are there without being installed, or mostly are.
    private static let general: [String] = ["C.UTF-8", "C.utf8", "en_US.UTF-8"]

    private static func isNamedUTF8(_ locale: String) -> Bool {
        let name = locale.lowercased()
        return name.hasSuffix(".utf-8") || name.hasSuffix(".utf8")
    }

    /// The name of the requested locale: the first of the three variables that is set (POSIX, 8.2).
    private static var localeName: String {
        for variable in ["LC_ALL", "LC_CTYPE", "LANG"] {
            if let value = getenv(variable), value.pointee != 0 { return String(cString: value) }
        }
        return ""
    }

    /// The name of the terminfo entry for the terminal `name`. Throws if there is none or if the terminal has no cursor addressing.
    static func usableName(for name: String, descriptor: Int32) throws -> String {
        guard !name.isEmpty else {
            throw TerminalError(.unusableType, "TERM is not set, so the terminal type is unknown. Set it, for example TERM=xterm-256color.")
        }
        let shown = VisibleText.escaping(name)
        guard let known = TerminalType.names(for: name).first(where: { ncurses_load_type($0, descriptor) }) else {
            throw TerminalError(
                .unusableType,
                "The terminal type '\(shown)' in TERM is unknown here. "
                    + "Install its description (most are in the package ncurses-term) or set TERM=xterm-256color.")
        }
        guard ncurses_string("cup") != nil else {
            throw TerminalError(
                .unusableType, "The terminal type '\(shown)' in TERM cannot place its cursor. Set another, such as TERM=xterm-256color.")
        }
        return known
    }
}
