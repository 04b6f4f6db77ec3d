import CNcurses
import CTerminalGuard
import Platform
import Screen

/// Describes the terminal for a bug report: its type, and what it replies when it is asked about its abilities.
public enum TerminalDescription {
    /// A fact about the terminal.
    public struct Fact: Hashable, Sendable {
        /// The subject, such as `mouse`.
        public let name: String
        /// The finding.
        public let value: String
        /// True if the workbench cannot run because of it.
        public var isFault = false
    }

    /// Asks the terminal of the process; a terminal that does not reply costs a second. Keys that are pressed meanwhile are lost.
    ///
    /// - Returns: nothing if standard input or output is not a terminal, or another process uses it.
    public static func facts(environment: [String: String]) -> [Fact] {
        let (input, output) = (STDIN_FILENO, STDOUT_FILENO)
        guard isatty(input) == 1, isatty(output) == 1, tcgetpgrp(input) == getpgrp() else { return [] }
        do {
            try TerminalCheck.requireUTF8()
            let name = try TerminalCheck.usableName(for: environment["TERM"] ?? "", descriptor: output)
            let type = TerminalType.candidates(for: name, environment: environment)[0]
            guard TerminalStrings.isANSI else { return [Fact(name: "replies", value: "not requested: this is not an ANSI terminal")] }
            let replies = ask(input, output, PictureSupport(.auto, environment: environment))
            return replies.facts(type, environment)
        } catch {
            return [Fact(name: "type", value: "\(error)", isFault: true)]
        }
    }

    /// The wait for the last reply.
    private static let queryTimeout: Int32 = 1000

    /// Sends the queries and reads until the last reply.
    private static func ask(_ input: Int32, _ output: Int32, _ pictures: PictureSupport) -> TerminalReplies {
        var replies = TerminalReplies(pictures)
        var (settings, raw) = (termios(), termios())
        guard tcgetattr(input, &settings) == 0 else { return replies }
        raw = settings
        cfmakeraw(&raw)
        // Also drops what was typed before. Signals are off meanwhile, so that the settings always come back.
        guard tcsetattr(input, TCSAFLUSH, &raw) == 0 else { return replies }
        defer { tcsetattr(input, TCSAFLUSH, &settings) }
        let queries = Array(replies.queries(isModern: TerminalStrings.isModern).utf8)
        guard write(output, queries, queries.count) == queries.count else { return replies }
        var buffer = [UInt8](repeating: 0, count: 1024)
        let end = ContinuousClock.now + .milliseconds(Int(queryTimeout))
        while !replies.isComplete, ContinuousClock.now < end {
            var poller = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
            let count = poll(&poller, 1, queryTimeout) > 0 ? read(input, &buffer, buffer.count) : 0
            guard count > 0 else { break }
            replies.append(buffer[..<count])
        }
        return replies
    }
}

/// The replies of a terminal to queries about its abilities. Has no descriptor and no clock.
///
/// Sources: XTerm Control Sequences (`CSI c`, `CSI > q`, `CSI ? Pm $ p`, `OSC 11`), the Kitty keyboard protocol.
struct TerminalReplies {
    private var pictures: PictureSupport
    private var decoder = InputDecoder()
    private var bytes: [UInt8] = []
    private var background: InputEvent?
    private var hasKittyKeyboard = false
    /// True once the reply has arrived that every terminal gives, which is asked for last.
    private(set) var isComplete = false

    private static let mouse = 1006, paste = 2004, synchronized = 2026

    init(_ pictures: PictureSupport) { self.pictures = pictures }

    /// The queries; a modern terminal skips control strings that it does not know.
    mutating func queries(isModern: Bool) -> String {
        let modes = [Self.mouse, Self.paste, Self.synchronized].map { "\u{1B}[?\($0)$p" }.joined()
        return (isModern ? TerminalModes.queries + "\u{1B}[>q" : "") + modes + (pictures.ask() ?? "\u{1B}[c")
    }

    mutating func append(_ new: ArraySlice<UInt8>) {
        bytes += new
        for output in decoder.feed(new, at: .zero) {
            switch output {
            case .event(.appearance(let appearance, let color)): background = .appearance(appearance, background: color)
            case .event: break
            case .kittyKeyboard: hasKittyKeyboard = true
            case .picture(let reply):
                _ = pictures.handle(reply, windowCell: nil)
                if case .attributes = reply { isComplete = true }
            }
        }
    }

    func facts(_ type: TerminalType, _ environment: [String: String]) -> [TerminalDescription.Fact] {
        func fact(_ name: String, _ value: String) -> TerminalDescription.Fact { .init(name: name, value: value) }
        guard isComplete else { return [fact("colours", colors(type)), fact("replies", "none within a second")] }
        return [
            version.map { fact("name", $0) },
            fact("colours", colors(type)),
            background.map { fact("background", Self.text($0)) },
            fact("keys", hasKittyKeyboard ? "all (Kitty keyboard protocol)" : "those of xterm: some with Ctrl or Shift are ambiguous"),
            fact("mouse", text(Self.mouse)),
            fact("paste", text(Self.paste)),
            fact("whole frames", text(Self.synchronized)),
            fact("pictures", pictureText),
            fact("clipboard", clipboard(environment)),
        ].compactMap { $0 }
    }

    private func colors(_ type: TerminalType) -> String {
        switch type.colors {
        case .none: "none (NO_COLOR)"
        case .direct: "24-bit"
        case .sixteen, .indexed: "\(max(0, tigetnum("colors"))) (terminfo)"
        }
    }

    private static func text(_ event: InputEvent) -> String {
        guard case .appearance(let appearance, let color) = event else { return "" }
        guard case .rgb(let red, let green, let blue)? = color else { return "\(appearance)" }
        return "\(appearance), rgb(\(red), \(green), \(blue))"
    }

    private var pictureText: String {
        switch pictures.format {
        case .kitty: "Kitty graphics"
        case .sixel(let cell): "sixel, cells of \(cell.width)×\(cell.height) pixels"
        case nil: "half blocks"
        }
    }

    /// A copy replaces what the user has copied, so that the clipboard itself is not tried.
    private func clipboard(_ environment: [String: String]) -> String {
        if ClipboardSequence.Multiplexer(environment: environment) != nil { return "through the multiplexer" }
        return TerminalStrings.skipsUnknownStrings(environment["TERM"] ?? "") ? "written as OSC 52; the terminal may ignore it" : "none"
    }

    /// The reply to the query of a mode: 0 is unknown, 1 and 3 are on, 2 and 4 are off.
    private func text(_ mode: Int) -> String {
        let reply = bytes.firstRange(of: Array("\u{1B}[?\(mode);".utf8)).flatMap { bytes[$0.upperBound...].first }
        return switch reply {
        case nil: "not known"
        case UInt8(ascii: "0"): "not supported"
        default: "supported"
        }
    }

    /// The name and version in the reply `DCS > | text ST`.
    private var version: String? {
        guard let start = bytes.firstRange(of: Array("\u{1B}P>|".utf8))?.upperBound,
            let end = bytes[start...].firstIndex(of: 0x1B)
        else { return nil }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }
}
