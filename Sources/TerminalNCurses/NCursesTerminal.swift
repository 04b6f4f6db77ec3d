import CNcurses
import CTerminalGuard
public import Screen

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

/// The terminal that the program runs in, drawn by ncurses.
///
/// ``MainLoop`` tells of input, so it must run. The terminal gets its screen, modes and settings back when the process
/// ends in any way but `SIGKILL`: by ``stop()``, by `exit`, by a signal, by a trap.
@MainActor
public final class NCursesTerminal: TerminalDriver {
    /// What a program may choose.
    public struct Options: Hashable, Sendable {
        /// Whether the mouse is reported to the program, so that selecting text needs Shift.
        public var hasMouse = true
        /// The most bytes of one paste event; a longer paste arrives as several.
        public var pasteLimit = 16 << 20
        /// How pictures are shown.
        public var pictures = PictureMode.auto
        /// Where input comes from; a terminal.
        public var input: Int32 = STDIN_FILENO
        /// Where output goes; a terminal.
        public var output: Int32 = STDOUT_FILENO

        /// The mouse on, pastes of 16 MiB, pictures as the terminal can, standard input and output.
        public init() {}
    }

    /// Columns and rows as last known; 80 by 24 before `start`.
    public private(set) var size = Size(width: 80, height: 24)
    /// What the terminal can do; no colours before `start`.
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
    private var screen: CursesScreen?
    private var styles: StyleTable?
    private let output: TerminalOutput
    private let pictures: PictureDriver
    private var input: InputSource?
    private var signals: SignalSource?
    /// What the terminal shows; nil when everything must be drawn.
    private var shown: Canvas?
    private var latest: Canvas?
    private var cursorShape: Cursor.Shape?
    private var needsKeyboard = false

    /// Takes the options and the environment in which the terminal describes itself (`TERM`, `COLORTERM`, `NO_COLOR`, `TMUX`, `STY`).
    public init(options: Options = Options(), environment: [String: String]) {
        self.options = options
        self.environment = environment
        output = TerminalOutput(descriptor: options.output)
        pictures = PictureDriver(options.pictures, environment: environment, output: output, descriptor: options.output)
    }

    /// Takes the terminal over: checks it, switches to its second screen, and begins to read.
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
        output.write(modes.entering + (TerminalStrings.isModern ? TerminalModes.queries : ""))
    }

    /// The screen of the first type that ncurses can use.
    private func open(_ candidates: [TerminalType]) -> CursesScreen? {
        for type in candidates {
            if let screen = CursesScreen(type: type, input: options.input, output: options.output) { return screen }
        }
        return nil
    }

    private func listen() {
        input = InputSource(descriptor: options.input, decoder: InputDecoder(pasteLimit: options.pasteLimit)) {
            terminal_guard_hang_up()
        } handler: { [weak self] in
            self?.receive($0)
        }
        input?.start()
    }

    /// Before ncurses, which leaves signals alone that somebody listens to; it would ignore a stop that comes while it draws.
    private func listenToSignals() {
        signals = SignalSource { [weak self] in self?.receive(signal: $0) }
    }

    /// Draws with `theme` from the next `present` on.
    public func use(_ theme: Theme) {
        self.theme = theme
        guard let screen else { return }
        styles = StyleTable(theme: theme, colors: screen.colors, after: styles)
        shown = nil
    }

    /// Writes the cells that differ from what the terminal shows.
    public func present(_ canvas: Canvas) {
        latest = canvas
        terminal_guard_cover_thread()
        guard phase == .running, let screen, var styles else { return }
        let rows = TerminalStrings.isModern ? pictures.willDraw(canvas, isWhole: shown == nil) : nil
        let changes = CanvasDifference(from: shown ?? blank(screen, like: canvas, &styles), to: canvas).changes()
        for change in changes where change.row < size.height {
            screen.set(row: change.row, columns: change.columns, of: canvas, styles: &styles)
        }
        self.styles = styles
        shown = canvas
        // A frame that needs several writes is held back until it is whole.
        let isLarge = modes.isANSI && changes.reduce(0) { $0 + $1.columns.count } > 1000
        if isLarge { output.write(TerminalModes.beginUpdate) }
        setShape(of: canvas.cursor)
        if let rows { screen.redraw(rows: rows) }
        screen.update(cursor: canvas.cursor.map(\.position))
        pictures.didDraw()
        if isLarge { output.write(TerminalModes.endUpdate) }
        enterKeyboard()
    }

    /// Makes the window blank, and gives the canvas that looks so; nil when the theme paints even blank cells.
    private func blank(_ screen: CursesScreen, like canvas: Canvas, _ styles: inout StyleTable) -> Canvas? {
        let look = styles.entry(for: Cell.blank.style)
        guard look.attributes == 0, look.pair == 0 else { return nil }
        screen.erase()
        return Canvas(size: canvas.size)
    }

    /// Gives the terminal back until ``resume()``; nothing is read or drawn meanwhile.
    public func suspend() {
        guard phase == .running else { return }
        phase = .suspended
        giveBack()
        terminal_guard_disarm(true)
    }

    /// Takes the terminal again; its size may have changed, which is reported.
    public func resume() {
        guard phase == .suspended else { return }
        phase = .running
        take()
    }

    private func take() {
        arm()
        output.write(modes.entering)
        screen?.invalidate()
        shown = nil
        cursorShape = nil
        needsKeyboard = modes.hasKittyKeyboard
        input?.start()
        checkSize()
    }

    /// Stops the process, as the shell expects of `^Z`, and takes the terminal again when it is continued.
    public func stopProcess() {
        suspend()
        terminal_guard_stop_group()
        resume()
        if let latest { present(latest) }
    }

    /// Asks the terminal, or the multiplexer in front of it, to put `text` on the clipboard.
    public func copyToClipboard(_ text: String) -> ClipboardResult {
        let multiplexer = ClipboardSequence.Multiplexer(environment: environment)
        let isHeard = multiplexer != nil || TerminalStrings.skipsUnknownStrings(environment["TERM"] ?? "")
        guard phase == .running, isHeard else { return .unsupported }
        guard let bytes = ClipboardSequence.bytes(for: text, in: multiplexer) else { return .tooLong }
        output.write(bytes)
        return .sent
    }

    /// Gives the terminal back for good.
    public func stop() {
        guard phase == .running || phase == .suspended else { return }
        if phase == .running { giveBack() }
        phase = .stopped
        terminal_guard_disarm(false)
        signals?.stop()
        handler = nil
    }

    // MARK: - The terminal's modes

    private func giveBack(dropsInput: Bool = true) {
        input?.stop()
        pictures.leave()
        output.write(modes.leaving)
        // Reports that are under way are not for the next program.
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

    // MARK: - What arrives

    private func receive(_ output: InputDecoder.Output) {
        switch output {
        case .event(let event): handler?(event)
        case .kittyKeyboard:
            guard !modes.hasKittyKeyboard, phase == .running else { return }
            modes.hasKittyKeyboard = true
            capabilities.distinguishesAllKeys = true
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

    private func receive(signal: Int32) {
        switch (signal, phase) {
        case (SIGWINCH, .running): checkSize()
        case (SIGTSTP, .running): stopProcess()
        // Another program has the terminal, and is stopped as well.
        case (SIGTSTP, .suspended): terminal_guard_stop_group()
        // Continued after a stop that could not be caught. What was typed since is for us.
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
