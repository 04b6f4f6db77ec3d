import CTerminalGuard

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

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
