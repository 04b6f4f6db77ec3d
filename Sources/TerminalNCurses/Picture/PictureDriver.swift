import Dispatch
import Screen

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

/// Shows pictures over the cells, in the way that the terminal turns out to have.
@MainActor
final class PictureDriver {
    private let output: TerminalOutput
    private let descriptor: Int32
    private var support: PictureSupport
    private var layer = PictureLayer()

    /// Takes the user's wish, the environment, and where to write.
    init(_ mode: PictureMode, environment: [String: String], output: TerminalOutput, descriptor: Int32) {
        support = PictureSupport(mode, environment: environment)
        self.output = output
        self.descriptor = descriptor
    }

    /// Whether the terminal may keep pictures of this program.
    var usesKitty: Bool { support.way == .kitty }

    /// Before the cells are written; gives the rows to write whole.
    func willDraw(_ canvas: Canvas, isWhole: Bool) -> Range<Int>? {
        let picture = canvas.uncoveredPicture
        if picture != nil, let question = support.ask() { output.write(question) }
        if picture != nil { support.use(windowCell: windowCell) }
        var rows: Range<Int>?
        for step in layer.willDraw(picture, way: support.way, isWhole: isWhole) {
            if case .redraw(let range) = step { rows = range } else { perform(step) }
        }
        return rows
    }

    /// After the cells were written.
    func didDraw() {
        layer.didDraw().forEach(perform)
    }

    /// Takes an answer; says whether the last canvas is to be drawn again.
    func receive(_ reply: PictureReply) -> Bool {
        support.take(reply, windowCell: windowCell)
    }

    /// Before the terminal goes to another program.
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

    /// The points of a cell, where the system knows those of the window.
    private var windowCell: Size? {
        var window = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else { return nil }
        let cell = Size(width: Int(window.ws_xpixel / window.ws_col), height: Int(window.ws_ypixel / window.ws_row))
        return cell.width > 0 && cell.height > 0 ? cell : nil
    }
}
