import Dispatch
import Platform
import Screen

/// Displays pictures over the cells with the protocol that the terminal supports.
@MainActor
final class PictureDriver {
    private let output: TerminalOutput
    private let descriptor: Int32
    private var support: PictureSupport
    private var layer = PictureLayer()

    /// Creates a driver.
    init(_ mode: PictureMode, environment: [String: String], output: TerminalOutput, descriptor: Int32) {
        support = PictureSupport(mode, environment: environment)
        self.output = output
        self.descriptor = descriptor
    }

    /// True if the terminal may hold pictures of this program.
    var usesKitty: Bool { support.format == .kitty }

    /// Called before the cells are written. Returns the rows that must be written in full.
    func willDraw(_ canvas: Canvas, isWhole: Bool) -> Range<Int>? {
        let picture = canvas.uncoveredPicture
        if picture != nil, let question = support.ask() { output.write(question) }
        if picture != nil { support.use(windowCell: windowCell) }
        var rows: Range<Int>?
        for step in layer.willDraw(picture, format: support.format, isWhole: isWhole) {
            if case .redraw(let range) = step { rows = range } else { perform(step) }
        }
        return rows
    }

    /// Called after the cells were written.
    func didDraw() {
        layer.didDraw().forEach(perform)
    }

    /// Handles a reply. Returns true if the last canvas must be drawn again.
    func receive(_ reply: PictureReply) -> Bool {
        support.take(reply, windowCell: windowCell)
    }

    /// Called before another program gets the terminal.
    func leave() {
        layer.forget().forEach(perform)
    }

    private func perform(_ step: PictureLayer.Step) {
        switch step {
        case .write(let text): output.write(text)
        case .redraw: break
        case .stopTransmitting: output.stopSending()
        case .transmit(let strings):
            output.send(strings) { [weak self] in
                guard let self else { return }
                layer.transmitted().forEach(perform)
            }
        case .run(let job):
            DispatchQueue.global(qos: .userInitiated).async {
                let strings = job.run()
                DispatchQueue.main.async { [weak self] in
                    MainActor.assumeIsolated {
                        guard let self else { return }
                        self.layer.take(strings, of: job).forEach(self.perform)
                    }
                }
            }
        }
    }

    /// The size of a cell in pixels, if the system knows the size of the window.
    private var windowCell: Size? {
        var window = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else { return nil }
        let cell = Size(width: Int(window.ws_xpixel / window.ws_col), height: Int(window.ws_ypixel / window.ws_row))
        return cell.width > 0 && cell.height > 0 ? cell : nil
    }
}
