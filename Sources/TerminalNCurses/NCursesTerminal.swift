import CNcurses
import CTerminalGuard
import Platform
public import Screen

/// The terminal of the process, drawn with ncurses.
///
/// Input arrives only while ``MainLoop`` runs. The terminal's screen, modes and settings are restored whenever the process ends, by
/// ``stop()``, `exit`, a signal or a trap; only `SIGKILL` prevents it.
@MainActor
public final class NCursesTerminal: TerminalDriver {
    /// The options of a terminal.
    public struct Options: Hashable, Sendable {
        /// True if the program receives mouse events; selecting text in the terminal then needs Shift.
        public var hasMouse = true
        /// The largest paste event in bytes; a longer paste arrives as several events.
        public var pasteLimit = 16 << 20
        /// The time to wait after an escape for the rest of a sequence, before it is the key Esc.
        public var escapeDelay = Duration.milliseconds(30)
        /// The way pictures are displayed.
        public var pictures = PictureMode.auto
        /// The input descriptor, which must be a terminal.
        public var input: Int32 = STDIN_FILENO
        /// The output descriptor, which must be a terminal.
        public var output: Int32 = STDOUT_FILENO

        /// Mouse on, pastes up to 16 MiB, automatic pictures, standard input and output.
        public init() {}
    }

    /// The last known size; 80 by 24 before `start`.
    public private(set) var size = Size(width: 80, height: 24)
    /// The capabilities of the terminal; without colours before `start`.
    public private(set) var capabilities = TerminalCapabilities(colors: .none)

    private enum Phase {
        case idle, running, suspended, stopped
    }

    private let options: Options
    private let environment: [String: String]
    private var phase = Phase.idle
    private var theme = Theme(name: "", appearance: .dark, styles: [:])
    private var modes = TerminalModes()
    private var handler: (@MainActor (InputEvent) -> Void)?
    private var whenAskedToEnd: (@MainActor (Int32) -> Void)?
    private var screen: CursesScreen?
    private var styles: StyleTable?
    private let output: TerminalOutput
    private let pictures: PictureDriver
    private var input: InputSource?
    private var signals: SignalSource?
    /// The canvas that the terminal shows; nil if everything must be drawn.
    private var shown: Canvas?
    private var latest: Canvas?
    private var cursorShape: Cursor.Shape?
    private var needsKeyboard = false

    /// Creates a terminal. The environment describes it with `TERM`, `COLORTERM`, `NO_COLOR`, `TMUX` and `STY`.
    public init(options: Options = Options(), environment: [String: String]) {
        self.options = options
        self.environment = environment
        output = TerminalOutput(descriptor: options.output)
        pictures = PictureDriver(options.pictures, environment: environment, output: output, descriptor: options.output)
    }

    /// Lets the program end itself when it is asked to (SIGTERM), or its terminal goes away (SIGHUP); it has two seconds, then calls
    /// ``end(by:)``. To be called before `start`.
    public func endGently(_ handler: @escaping @MainActor (Int32) -> Void) {
        whenAskedToEnd = handler
        terminal_guard_report_endings()
    }

    /// Restores the terminal and ends the process by a signal.
    public static func end(by number: Int32) -> Never {
        terminal_guard_end(number)
        exit(128 + number)
    }

    /// Checks the terminal, switches to its alternate screen and starts reading input.
    public func start(handler: @escaping @MainActor (InputEvent) -> Void) throws {
        guard phase == .idle else { return }
        try TerminalCheck.requireTerminal(options.input, name: "Standard input")
        try TerminalCheck.requireTerminal(options.output, name: "Standard output")
        try TerminalCheck.requireUTF8()
        let name = try TerminalCheck.usableName(for: environment["TERM"] ?? "", descriptor: options.output)
        try takeOver(TerminalType.candidates(for: name, environment: environment))
        self.handler = handler
        phase = .running
        listen()
    }

    private func takeOver(_ candidates: [TerminalType]) throws {
        var settings = termios()
        tcgetattr(options.output, &settings)
        terminal_guard_install(options.output, &settings)
        listenToSignals()
        guard let screen = open(candidates) else {
            throw TerminalError(.unusableType, "ncurses cannot draw on this terminal. Set another type, such as TERM=xterm-256color.")
        }
        self.screen = screen
        size = screen.size
        capabilities.colors = screen.colors.depth
        styles = StyleTable(theme: theme, colors: screen.colors)
        modes = TerminalModes(
            isANSI: TerminalStrings.isANSI, hasMouse: options.hasMouse, hasKittyPictures: pictures.usesKitty,
            resetCursor: TerminalStrings.resetCursor)
        arm()
        screen.startRawInput()
        output.write(modes.entering + (TerminalStrings.isModern ? TerminalModes.queries : ""))
    }

    /// Opens the first terminal type that ncurses supports.
    private func open(_ candidates: [TerminalType]) -> CursesScreen? {
        for type in candidates {
            if let screen = CursesScreen(type: type, input: options.input, output: options.output) { return screen }
        }
        return nil
    }

    private func listen() {
        let decoder = InputDecoder(pasteLimit: options.pasteLimit, escapeDelay: options.escapeDelay)
        input = InputSource(descriptor: options.input, decoder: decoder) { [weak self] in
            self?.hangUp()
        } handler: { [weak self] in
            self?.receive($0)
        }
        input?.start()
    }

    /// Installs the signal handlers before ncurses is initialized, which keeps them; its own would ignore a stop signal during drawing.
    private func listenToSignals() {
        signals = SignalSource { [weak self] in self?.receive(signal: $0) }
    }

    /// Uses `theme` from the next `present` on.
    public func use(_ theme: Theme) {
        self.theme = theme
        guard let screen else { return }
        styles = StyleTable(theme: theme, colors: screen.colors, after: styles)
        shown = nil
    }

    /// Draws the cells that differ from what the terminal shows.
    public func present(_ canvas: Canvas) {
        latest = canvas
        terminal_guard_cover_thread()
        guard phase == .running, let screen, var styles else { return }
        let rows = TerminalStrings.isModern ? pictures.willDraw(canvas, isWhole: shown == nil) : nil
        let isEmpty = shown == nil && erase(screen, &styles)
        var changes = (isEmpty ? CanvasDifference(fromEmptyTo: canvas) : CanvasDifference(from: shown, to: canvas)).changes()
        styles.beginFrame()
        draw(changes, of: canvas, on: screen, &styles)
        if styles.releasePicturePairs() {
            changes = CanvasDifference(from: nil, to: canvas).changes()
            draw(changes, of: canvas, on: screen, &styles)
        }
        self.styles = styles
        shown = canvas
        // A large frame needs several writes; the terminal shows it when it is complete.
        let isLarge = modes.isANSI && changes.reduce(0) { $0 + $1.columns.count } > 1000
        if isLarge { output.write(TerminalModes.beginUpdate) }
        setShape(of: canvas.cursor)
        if let rows { screen.redraw(rows: rows) }
        screen.update(cursor: canvas.cursor.map(\.position))
        let disputed = screen.drainDisputedGlyphs(of: canvas, styles: &styles)
        if !disputed.isEmpty { output.write(disputed) }
        pictures.didDraw()
        if isLarge { output.write(TerminalModes.endUpdate) }
        enterKeyboard()
    }

    private func draw(
        _ changes: [(row: Int, columns: Range<Int>)], of canvas: Canvas, on screen: CursesScreen, _ styles: inout StyleTable
    ) {
        for change in changes where change.row < size.height {
            screen.set(row: change.row, columns: change.columns, of: canvas, styles: &styles)
        }
    }

    /// Clears the window, which then shows an empty canvas; false if the theme gives blank cells a style.
    private func erase(_ screen: CursesScreen, _ styles: inout StyleTable) -> Bool {
        let look = styles.entry(for: Cell.blank.style)
        guard look.attributes == 0, look.pair == 0 else { return false }
        screen.erase()
        return true
    }

    /// Gives the terminal to another program until ``resume()``. Nothing is read or drawn meanwhile.
    public func suspend() {
        guard phase == .running else { return }
        phase = .suspended
        giveBack()
        terminal_guard_disarm(true)
    }

    /// Takes the terminal back and reports its size if it changed.
    public func resume() {
        guard phase == .suspended else { return }
        phase = .running
        take()
    }

    private func take() {
        arm()
        screen?.startRawInput()
        output.write(modes.entering)
        screen?.invalidate()
        shown = nil
        cursorShape = nil
        needsKeyboard = modes.hasKittyKeyboard
        input?.start()
        checkSize()
    }

    /// Stops the process as `^Z` does in a shell, and takes the terminal back when it continues.
    public func stopProcess() {
        suspend()
        terminal_guard_stop_group()
        resume()
        if let latest { present(latest) }
    }

    /// Copies `text` to the clipboard through the terminal or its multiplexer.
    public func copyToClipboard(_ text: String) -> ClipboardResult {
        let multiplexer = ClipboardSequence.Multiplexer(environment: environment)
        let isHeard = multiplexer != nil || TerminalStrings.skipsUnknownStrings(environment["TERM"] ?? "")
        guard phase == .running, isHeard else { return .unsupported }
        guard let bytes = ClipboardSequence.bytes(for: text, in: multiplexer) else { return .tooLong }
        output.write(bytes)
        return .sent
    }

    /// Restores the terminal for good.
    public func stop() {
        guard phase == .running || phase == .suspended else { return }
        if phase == .running { giveBack() }
        phase = .stopped
        terminal_guard_disarm(false)
        signals?.stop()
        handler = nil
    }

    // MARK: - Modes

    private func giveBack(dropsInput: Bool = true) {
        input?.stop()
        pictures.leave()
        output.write(modes.leaving)
        // Discards pending terminal reports, which the next program would read as input.
        if dropsInput { tcflush(options.input, TCIFLUSH) }
        screen?.leave()
    }

    private func arm() {
        let bytes = TerminalStrings.restoring(modes, rows: size.height)
        bytes.withCString { terminal_guard_arm($0, bytes.utf8.count) }
    }

    private func enterKeyboard() {
        guard needsKeyboard else { return }
        needsKeyboard = false
        output.write(TerminalModes.enteringKeyboard)
    }

    private func setShape(of cursor: Cursor?) {
        guard let shape = cursor?.shape, shape != cursorShape else { return }
        cursorShape = shape
        output.write(TerminalStrings.cursor(shape))
    }

    // MARK: - Input and signals

    private func receive(_ output: InputDecoder.Output) {
        switch output {
        case .event(let event): handler?(event)
        case .kittyKeyboard:
            guard !modes.hasKittyKeyboard, phase == .running else { return }
            modes.hasKittyKeyboard = true
            needsKeyboard = true
            arm()
            if shown != nil { enterKeyboard() }
        case .picture(let reply):
            guard pictures.receive(reply), phase == .running else { return }
            modes.hasKittyPictures = pictures.usesKitty
            arm()
            if let latest { present(latest) }
        }
    }

    /// Handles the loss of the terminal.
    private func hangUp() {
        guard let whenAskedToEnd else { Self.end(by: SIGHUP) }
        whenAskedToEnd(SIGHUP)
    }

    private func receive(signal: Int32) {
        switch (signal, phase) {
        case (SIGTERM, _), (SIGHUP, _): whenAskedToEnd?(signal)
        case (SIGWINCH, .running): checkSize()
        case (SIGTSTP, .running): stopProcess()
        // Another program has the terminal; it is stopped too.
        case (SIGTSTP, .suspended): terminal_guard_stop_group()
        // Continued after SIGSTOP. Input typed since then belongs to this program.
        case (SIGCONT, .running):
            if input?.readsLines == true {
                giveBack(dropsInput: false)
                take()
            }
            screen?.invalidate()
            shown = nil
            if let latest { present(latest) }
        default: break
        }
    }

    private func checkSize() {
        var window = winsize()
        guard ioctl(options.output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else { return }
        let size = Size(width: Int(window.ws_col), height: Int(window.ws_row))
        guard size != self.size else { return }
        self.size = size
        screen?.resize(to: size)
        screen?.invalidate()
        shown = nil
        arm()
        handler?(.resized(size))
    }
}
