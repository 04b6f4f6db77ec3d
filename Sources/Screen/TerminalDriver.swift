/// A terminal that shows canvases and reports input.
///
/// The life of a driver is `start`, any number of `present` and pairs of `suspend` and `resume`, then `stop`. The driver owns the terminal
/// between `start` and `stop`, and restores its modes however the program ends.
@MainActor
public protocol TerminalDriver: AnyObject {
    /// The size of the terminal as last reported.
    var size: Size { get }
    /// The capabilities of the terminal, known after `start`.
    var capabilities: TerminalCapabilities { get }

    /// Takes over the terminal and reports each event to `handler`, on the main actor, in the order of arrival.
    ///
    /// - Throws: ``TerminalError`` if the terminal cannot be used; it is left unchanged then.
    func start(handler: @escaping @MainActor (InputEvent) -> Void) throws

    /// Sets the theme; the next `present` redraws everything with it.
    func use(_ theme: Theme)

    /// Shows `canvas` and writes only the cells that differ from the last one.
    func present(_ canvas: Canvas)

    /// Releases the terminal temporarily, for an external program or a stop.
    func suspend()

    /// Takes over the terminal again after `suspend`; the next `present` redraws everything.
    func resume()

    /// Releases the terminal and stops the process, as a shell expects after `^Z`. When continued, takes over the terminal again and shows
    /// the last canvas.
    func stopProcess()

    /// Asks the terminal to put `text` on the clipboard (OSC 52, wrapped for tmux and screen).
    ///
    /// - Returns: the outcome.
    func copyToClipboard(_ text: String) -> ClipboardResult

    /// Releases the terminal permanently. Further calls do nothing.
    func stop()
}

/// The capabilities of a terminal.
public struct TerminalCapabilities: Hashable, Sendable {
    /// The number of colours that a terminal has.
    public enum ColorDepth: Hashable, Comparable, Sendable {
        case none, sixteen, indexed, direct
    }

    /// The number of colours.
    public var colors: ColorDepth

    /// Creates capabilities.
    public init(colors: ColorDepth) { self.colors = colors }
}

/// The outcome of asking the terminal to put text on the clipboard.
public enum ClipboardResult: Hashable, Sendable {
    /// The request was sent; the terminal does not confirm it.
    case sent
    /// The text is longer than terminals accept.
    case tooLong
    /// The terminal has no clipboard, or is suspended.
    case unsupported
}

/// The reason why a terminal cannot be used.
public struct TerminalError: Error, Hashable, CustomStringConvertible {
    /// The kind of an error.
    public enum Code: Sendable {
        /// Input or output is not a terminal.
        case notATerminal
        /// `TERM` is missing, unknown, or names a terminal without a movable cursor.
        case unusableType
        /// The locale's character set is not UTF-8.
        case notUTF8
    }

    /// The kind of the error.
    public let code: Code
    /// A message for the user: what happened and what to do.
    public let description: String

    /// Creates an error with a message for the user.
    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
