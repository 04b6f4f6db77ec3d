public import Screen

/// A terminal without a terminal: keeps what was presented, and reports the input that a test makes up.
@MainActor
public final class MemoryTerminal: TerminalDriver {
    /// What has happened to the terminal as a whole.
    public enum Phase: Hashable, Sendable {
        case idle, running, suspended, stopped
    }

    /// Columns and rows; change them with ``resize(to:)``.
    public private(set) var size: Size
    /// What the terminal says that it can do.
    public let capabilities: TerminalCapabilities
    /// Whether the driver was started, suspended or stopped.
    public private(set) var phase = Phase.idle
    /// The canvas presented last; nil before the first.
    public private(set) var canvas: Canvas?
    /// How often something was presented.
    public private(set) var frameCount = 0
    /// The theme in use; nil before one was set.
    public private(set) var theme: Theme?
    /// What was put on the clipboard, in order.
    public private(set) var clipboard: [String] = []
    /// How often the process was to be stopped.
    public private(set) var processStops = 0
    /// The longest text that the clipboard takes, in UTF-8 bytes.
    public var clipboardLimit = 74_994

    private var handler: (@MainActor (InputEvent) -> Void)?
    private var waiters: [(isMet: @MainActor (Canvas) -> Bool, continuation: CheckedContinuation<Canvas, Never>)] = []

    /// A terminal of `size` that can do what `capabilities` says.
    public init(size: Size, capabilities: TerminalCapabilities = TerminalCapabilities(colors: .direct)) {
        self.size = size
        self.capabilities = capabilities
    }

    /// The rows of the last canvas as plain text; empty before the first.
    public var text: String { canvas?.text ?? "" }

    /// Waits until something is presented that satisfies `isMet`, which the last canvas may do already.
    ///
    /// Waits for ever when nothing does: give the test a time limit.
    @discardableResult
    public func wait(until isMet: @escaping @MainActor (Canvas) -> Bool) async -> Canvas {
        if let canvas, isMet(canvas) { return canvas }
        return await withCheckedContinuation { waiters.append((isMet, $0)) }
    }

    /// Waits until `text` stands on the screen.
    @discardableResult
    public func wait(for text: String) async -> Canvas {
        await wait { $0.text.contains(text) }
    }

    // MARK: - Input

    /// Reports an event, as the terminal would.
    public func send(_ event: InputEvent) {
        handler?(event)
    }

    /// Presses keys one after another.
    public func press(_ keys: Key...) {
        for key in keys { send(.key(key)) }
    }

    /// Types each character of `text` as a key, a line end as Enter.
    public func type(_ text: String) {
        for character in text { press(character == "\n" ? Key(.enter) : .character(character)) }
    }

    /// Presses and releases the left button on a cell.
    public func click(x: Int, y: Int, count: Int = 1) {
        let point = Point(x: x, y: y)
        send(.mouse(MouseEvent(.press(.left, count: count), at: point)))
        send(.mouse(MouseEvent(.release(.left), at: point)))
    }

    /// Gives the terminal another size and reports it.
    public func resize(to size: Size) {
        self.size = size
        send(.resized(size))
    }

    // MARK: - TerminalDriver

    /// Keeps `handler` for the test's events.
    public func start(handler: @escaping @MainActor (InputEvent) -> Void) throws {
        self.handler = handler
        phase = .running
    }

    /// Keeps the theme.
    public func use(_ theme: Theme) {
        self.theme = theme
    }

    /// Keeps the canvas and wakes those who waited for it.
    public func present(_ canvas: Canvas) {
        self.canvas = canvas
        frameCount += 1
        let all = waiters
        waiters = []
        for waiter in all {
            if waiter.isMet(canvas) {
                waiter.continuation.resume(returning: canvas)
            } else {
                waiters.append(waiter)
            }
        }
    }

    /// Says so in ``phase``.
    public func suspend() {
        phase = .suspended
    }

    /// Says so in ``phase``.
    public func resume() {
        phase = .running
    }

    /// Counts, and goes on.
    public func stopProcess() {
        processStops += 1
    }

    /// Keeps the text, when it is within the limit.
    public func copyToClipboard(_ text: String) -> ClipboardResult {
        guard text.utf8.count <= clipboardLimit else { return .tooLong }
        clipboard.append(text)
        return .sent
    }

    /// Forgets the handler.
    public func stop() {
        phase = .stopped
        handler = nil
    }
}
