import Platform
import Screen
import TerminalNCurses

/// Shows the last events, and performs actions for letters if it was started with `act`.
@MainActor
final class Probe {
    private let terminal: NCursesTerminal
    private let arguments: [String]
    private var events: [String] = []
    private var cursor: Cursor?
    private var showsPicture = false
    private var gradient = 0
    private var coversPicture = false

    init(terminal: NCursesTerminal, arguments: [String]) {
        self.terminal = terminal
        self.arguments = arguments
    }

    func run() throws {
        terminal.use(ProbeTheme.colorful)
        try terminal.start { [weak self] in self?.receive($0) }
        // Drawing changes the terminal's settings too.
        if arguments.first != "late" { draw() }
    }

    private func receive(_ event: InputEvent) {
        events.insert(Description.of(event), at: 0)
        if event == .key(.character("q")), arguments.first != "keys" { return quit() }
        if case .key(let key) = event, case .character(let letter) = key.code, arguments.first == "act" { act(letter) }
        draw()
    }

    private func quit() {
        terminal.stop()
        exit(0)
    }

    private func act(_ letter: Character) {
        switch letter {
        case "b": cursor = Cursor(at: Point(x: 3, y: 2), shape: .block)
        case "i": cursor = Cursor(at: Point(x: 4, y: 2), shape: .bar)
        case "c": events.insert("copied \(terminal.copyToClipboard("to the clipboard ✓"))", at: 0)
        case "C": events.insert("copied \(terminal.copyToClipboard(String(repeating: "x", count: 100_000)))", at: 0)
        case "n": terminal.use(ProbeTheme.plain)
        case "p": showsPicture.toggle()
        case "g": gradient += 1
        case "m": coversPicture.toggle()
        case "s": runChild("echo from the child; read answer")
        case "k": runChild("stty raw -echo; echo from the child; read answer; kill -9 $$")
        case "z": terminal.stopProcess()
        default: Ending.end(letter)
        }
    }

    private func runChild(_ script: String) {
        terminal.suspend()
        // The queue's thread has signals blocked, which the child would inherit.
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        system(script)
        pthread_sigmask(SIG_SETMASK, &before, nil)
        terminal.resume()
    }

    private func draw() {
        var canvas = Canvas(size: terminal.size)
        if arguments.first == "show", let path = arguments.dropFirst().first {
            showFile(path, on: &canvas)
        } else {
            let title = "\(terminal.size.width)x\(terminal.size.height) \(terminal.capabilities.colors) process \(getpid())"
            canvas.write(title, at: Point(x: 0, y: 0), style: CellStyle(.titleBar))
            canvas.write("error", at: Point(x: 0, y: 1), style: CellStyle(.error))
            canvas.write("日本e\u{301}👨‍👩‍👧🇩🇪❤\u{FE0F}|", at: Point(x: 8, y: 1), style: CellStyle(.link, on: .cursorRow))
            for (row, event) in events.prefix(max(0, terminal.size.height - 2)).enumerated() {
                canvas.write(event, at: Point(x: 0, y: row + 2), style: CellStyle(.text))
            }
        }
        drawPicture(on: &canvas)
        if gradient > 0 {
            drawGradient(0, at: 7, on: &canvas)
            drawGradient(gradient - 1, at: 8, on: &canvas)
        }
        canvas.cursor = cursor
        terminal.present(canvas)
    }

    /// A red point over a blue one.
    private func drawPicture(on canvas: inout Canvas) {
        guard showsPicture, let bitmap = Bitmap(size: Size(width: 1, height: 2), points: [255, 0, 0, 0, 0, 255]) else { return }
        canvas.draw(bitmap, in: Rect(x: 4, y: 5, width: 2, height: 1))
        if coversPicture { canvas.write("x", at: Point(x: 5, y: 5), style: CellStyle(.text)) }
    }

    /// Eight cells with one of the eight colours above each of them.
    private func drawGradient(_ index: Int, at y: Int, on canvas: inout Canvas) {
        let palette: [[UInt8]] = [
            [0, 0, 0], [205, 0, 0], [0, 205, 0], [205, 205, 0], [0, 0, 238], [205, 0, 205], [0, 205, 205], [229, 229, 229],
        ]
        let points = palette.flatMap { _ in palette[index % 8] } + palette.flatMap { $0 }
        guard let bitmap = Bitmap(size: Size(width: 8, height: 2), points: points) else { return }
        canvas.draw(bitmap, in: Rect(x: 4, y: y, width: 8, height: 1))
    }

    /// Each line of the file, as bytes from outside are shown.
    private func showFile(_ path: String, on canvas: inout Canvas) {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return }
        for (row, line) in Array(data).split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            canvas.write(String(decoding: line, as: UTF8.self), at: Point(x: 0, y: row), style: CellStyle(.text))
        }
    }
}

/// Crashes and other abnormal ends.
enum Ending {
    static func end(_ letter: Character) {
        switch letter {
        case "e": exit(3)
        case "a": abort()
        case "t": trap(Int.max)
        case "v": _ = recurse(0)
        case "d": Task.detached { trap(Int.max) }
        default: break
        }
    }

    @inline(never)
    private static func trap(_ number: Int) {
        withExtendedLifetime(number + 1) {}
    }

    @inline(never)
    private static func recurse(_ depth: Int) -> Int {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { memory in
            memory[0] = UInt8(truncatingIfNeeded: depth)
            return recurse(depth + 1) + Int(memory[0])
        }
    }
}

/// Themes that the probe's tests know.
enum ProbeTheme {
    static let colorful = Theme(
        name: "colorful", appearance: .dark,
        styles: [
            .titleBar: Style(foreground: .rgb(255, 128, 0), background: .rgb(0, 0, 95), attributes: .bold),
            .error: Style(foreground: .ansi(9), attributes: .underline), .link: Style(foreground: .ansi(4)),
            .cursorRow: Style(background: .rgb(48, 48, 48)), .control: Style(attributes: .reverse),
        ])

    static let plain = Theme(name: "plain", appearance: .dark, styles: [.titleBar: Style(attributes: .reverse)])
}

/// Texts for events, which the tests find on the screen.
enum Description {
    static func of(_ event: InputEvent) -> String {
        switch event {
        case .key(let key): "key " + name(of: key)
        case .mouse(let mouse): "mouse \(name(of: mouse.action)) \(mouse.position.x),\(mouse.position.y)\(suffix(mouse.modifiers))"
        case .paste(let text): "paste \(text.utf8.count) '\(text)'"
        case .pasting(let isLate): "pasting \(isLate)"
        case .resized(let size): "resized \(size.width)x\(size.height)"
        case .appearance(let appearance, _): "appearance \(appearance)"
        case .focused(let isFocused): "focused \(isFocused)"
        }
    }

    private static func name(of key: Key) -> String {
        let code =
            switch key.code {
            case .character(let character): "'\(character)'"
            case .function(let number): "F\(number)"
            default: "\(key.code)"
            }
        return code + suffix(key.modifiers)
    }

    private static func suffix(_ modifiers: Key.Modifiers) -> String {
        (modifiers.contains(.shift) ? " shift" : "") + (modifiers.contains(.alt) ? " alt" : "")
            + (modifiers.contains(.control) ? " control" : "")
    }

    private static func name(of action: MouseEvent.Action) -> String {
        switch action {
        case .press(let button, let count): "press \(button) \(count)"
        case .drag(let button): "drag \(button)"
        case .release(let button): "release \(button)"
        case .wheelUp: "wheel up"
        case .wheelLeft: "wheel left"
        case .wheelRight: "wheel right"
        case .wheelDown: "wheel down"
        }
    }
}
