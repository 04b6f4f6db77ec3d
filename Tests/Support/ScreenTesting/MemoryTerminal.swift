public import Screen

/// A terminal in memory: keeps the presented canvases, and sends the input events of a test.
@MainActor
public final class MemoryTerminal: TerminalDriver {
    /// The state of the driver.
    public enum Phase: Hashable, Sendable {
        case idle, running, suspended, stopped
    }

    /// Columns and rows; change them with ``resize(to:)``.
    public private(set) var size: Size
    /// The capabilities of the terminal.
    public let capabilities: TerminalCapabilities
    /// The state of the driver: started, suspended or stopped.
    public private(set) var phase = Phase.idle
    /// The canvas presented last; nil before the first.
    public private(set) var canvas: Canvas?
    /// The number of presented canvases.
    public private(set) var frameCount = 0
    /// The theme in use; nil before one was set.
    public private(set) var theme: Theme?
    /// The texts that were copied to the clipboard, in order.
    public private(set) var clipboard: [String] = []
    /// The number of requests to stop the process.
    public private(set) var processStops = 0
    /// The longest text that the clipboard takes, in UTF-8 bytes.
    public var clipboardLimit = 74_994

    private var handler: (@MainActor (InputEvent) -> Void)?
    private var waiters: [(isMet: @MainActor (Canvas) -> Bool, continuation: CheckedContinuation<Canvas, Never>)] = []

    /// Makes a terminal with a size and capabilities.
    public init(size: Size, capabilities: TerminalCapabilities = TerminalCapabilities(colors: .direct)) {
        self.size = size
        self.capabilities = capabilities
    }

    /// The rows of the last canvas as plain text; empty before the first.
    public var text: String { canvas?.text ?? "" }

    /// Waits until a canvas satisfies `isMet`; the last canvas may do so already.
    ///
    /// There is no time limit: give the test one.
    @discardableResult
    public func wait(until isMet: @escaping @MainActor (Canvas) -> Bool) async -> Canvas {
        if let canvas, isMet(canvas) { return canvas }
        return await withCheckedContinuation { waiters.append((isMet, $0)) }
    }

    /// Waits until `text` is on the screen.
    @discardableResult
    public func wait(for text: String) async -> Canvas {
        await wait { $0.text.contains(text) }
    }

    // MARK: - Input

    /// Sends an event to the handler.
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

    /// Stores the canvas and resumes waiting calls.
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

    /// Changes ``phase``.
    public func suspend() {
        phase = .suspended
    }

    /// Changes ``phase``.
    public func resume() {
        phase = .running
    }

    /// Counts the request.
    public func stopProcess() {
        processStops += 1
    }

    /// Keeps the text if it is within the limit.
    public func copyToClipboard(_ text: String) -> ClipboardResult {
        guard text.utf8.count <= clipboardLimit else { return .tooLong }
        clipboard.append(text)
        return .sent
    }

    /// Drops the handler.
    public func stop() {
        phase = .stopped
        handler = nil
    }
}
