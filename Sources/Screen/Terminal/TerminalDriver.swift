/// A terminal that shows canvases and reports input.
///
/// The life of a driver is `start`, any number of `present` and pairs of `suspend` and `resume`, then `stop`. Between `start` and
/// `stop` the terminal is the driver's: whatever ends the program, it gets its modes back.
@MainActor
public protocol TerminalDriver: AnyObject {
    /// Columns and rows as last known.
    var size: Size { get }
    /// What the terminal can do, known after `start`.
    var capabilities: TerminalCapabilities { get }

    /// Takes the terminal over and reports each event to `handler`, on the main actor, in the order of arrival.
    ///
    /// - Throws: ``TerminalError`` when the terminal cannot be used; the terminal is as before then.
    func start(handler: @escaping @MainActor (InputEvent) -> Void) throws

    /// Draws with `theme` from the next `present` on, and everything anew.
    func use(_ theme: Theme)

    /// Brings the terminal to what `canvas` shows, writing only what differs from the last one.
    func present(_ canvas: Canvas)

    /// Gives the terminal back for a while, for an external program or a stop.
    func suspend()

    /// Takes the terminal again after `suspend`; the next `present` draws everything.
    func resume()

    /// Gives the terminal back, stops the process as a shell expects of `^Z`, and when it is continued takes the terminal again and
    /// shows the last canvas.
    func stopProcess()

    /// Asks the terminal to put `text` on the clipboard (OSC 52, wrapped for tmux and screen).
    ///
    /// - Returns: whether it was sent, or why not.
    func copyToClipboard(_ text: String) -> ClipboardResult

    /// Gives the terminal back for good. More calls do nothing.
    func stop()
}
