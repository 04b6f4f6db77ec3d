import CTerminalGuard
import Platform

/// Reads terminal input from a descriptor and passes on the decoded events.
@MainActor
final class InputSource {
    private let descriptor: Int32
    private var decoder: InputDecoder
    private let handler: @MainActor (InputDecoder.Output) -> Void
    private let onEnd: @MainActor () -> Void
    private var watch: DescriptorWatch?
    private let origin = ContinuousClock.now
    /// Counts the reads, so that a timer can tell that more input arrived since it was set.
    private var arrivals = 0

    /// Creates a source. `onEnd` is called when the terminal is gone.
    init(
        descriptor: Int32, decoder: InputDecoder, onEnd: @escaping @MainActor () -> Void,
        handler: @escaping @MainActor (InputDecoder.Output) -> Void
    ) {
        self.descriptor = descriptor
        self.decoder = decoder
        self.onEnd = onEnd
        self.handler = handler
    }

    /// Starts reading.
    func start() {
        watch = DescriptorWatch(reading: descriptor) { [weak self] in self?.read() }
    }

    /// Stops reading, so that another program can read.
    func stop() {
        watch?.cancel()
        watch = nil
    }

    /// True if another program, such as a shell, has switched the terminal to line input or echo.
    var readsLines: Bool {
        var settings = termios()
        return tcgetattr(descriptor, &settings) == 0 && settings.c_lflag & tcflag_t(ICANON | ECHO) != 0
    }

    private func read() {
        // libdispatch may run the main queue on a different thread than before.
        terminal_guard_cover_thread()
        var bytes = [UInt8](repeating: 0, count: 4096)
        // Does not block: VMIN is 1 and input is available.
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
        guard let timeUntilFlush = decoder.timeUntilFlush else { return }
        let arrival = arrivals
        MainLoop.after(timeUntilFlush) { [weak self] in
            guard let self, arrivals == arrival else { return }
            decoder.flush().forEach(handler)
        }
    }
}

/// The system call `read`, which is hidden by the method of the same name.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}

/// Reports window size changes, stop and continue signals on the main actor.
@MainActor
final class SignalSource {
    private var watch: DescriptorWatch?

    /// Starts reporting; `handler` receives SIGWINCH, SIGTSTP and SIGCONT.
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

    /// The signals that arrived, without duplicates.
    private static func signals(on descriptor: Int32) -> Set<Int32> {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &bytes, bytes.count)
        return Set(bytes.prefix(max(0, count)).map(Int32.init))
    }
}
