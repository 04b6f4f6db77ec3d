import CTerminalGuard
import Screen

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

/// Reads a descriptor whenever there is something, and hands on what it means.
@MainActor
final class InputSource {
    private let descriptor: Int32
    private var decoder: InputDecoder
    private let handler: @MainActor (InputDecoder.Output) -> Void
    private let onEnd: @MainActor () -> Void
    private var watch: DescriptorWatch?
    private let origin = ContinuousClock.now
    /// Which arrival a timer waits after; a later one makes it void.
    private var arrivals = 0

    /// Takes what to read; `onEnd` runs when the terminal is gone.
    init(
        descriptor: Int32, decoder: InputDecoder, onEnd: @escaping @MainActor () -> Void,
        handler: @escaping @MainActor (InputDecoder.Output) -> Void
    ) {
        self.descriptor = descriptor
        self.decoder = decoder
        self.onEnd = onEnd
        self.handler = handler
    }

    /// Begins to read.
    func start() {
        watch = DescriptorWatch(reading: descriptor) { [weak self] in self?.read() }
    }

    /// Stops reading, so that another program can.
    func stop() {
        watch?.cancel()
        watch = nil
    }

    /// Whether a shell has set the terminal for itself: lines at a time, or what is typed shown.
    var readsLines: Bool {
        var settings = termios()
        return tcgetattr(descriptor, &settings) == 0 && settings.c_lflag & tcflag_t(ICANON | ECHO) != 0
    }

    private func read() {
        // Where libdispatch runs the main queue, it may be on another thread than before.
        terminal_guard_cover_thread()
        var bytes = [UInt8](repeating: 0, count: 4096)
        // The terminal gives what there is at once, for its VMIN is 1.
        let count = systemRead(descriptor, &bytes, bytes.count)
        if count > 0 {
            arrivals += 1
            decoder.feed(bytes[..<count], at: origin.duration(to: .now)).forEach(handler)
            waitForMore()
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
            stop()
            onEnd()
        }
    }

    private func waitForMore() {
        guard let patience = decoder.patience else { return }
        let arrival = arrivals
        MainLoop.after(patience) { [weak self] in
            guard let self, arrivals == arrival else { return }
            decoder.flush().forEach(handler)
        }
    }
}

/// `read`, which a method of that name hides.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}

/// Reports on the main actor that the window has another size, and that the process shall stop or was continued.
@MainActor
final class SignalSource {
    private var watch: DescriptorWatch?

    /// Begins to report; `handler` gets SIGWINCH, SIGTSTP and SIGCONT.
    init(handler: @escaping @MainActor (Int32) -> Void) {
        let descriptor = terminal_guard_watch()
        guard descriptor >= 0 else { return }
        watch = DescriptorWatch(reading: descriptor) { Self.signals(on: descriptor).forEach(handler) }
    }

    /// Stops reporting.
    func stop() {
        watch?.cancel()
        watch = nil
    }

    /// The signals that arrived, each once.
    private static func signals(on descriptor: Int32) -> Set<Int32> {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &bytes, bytes.count)
        return Set(bytes.prefix(max(0, count)).map(Int32.init))
    }
}
