#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

/// Writes to the terminal beside ncurses: at once, or as fast as the terminal takes it.
@MainActor
final class TerminalOutput {
    private let descriptor: Int32
    private var waiting: ArraySlice<String> = []
    private var watch: DescriptorWatch?
    private var whenSent: (@MainActor () -> Void)?

    /// Takes a descriptor of a terminal.
    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Writes all of `text`, and waits until the terminal has it.
    func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = systemWrite(descriptor, rest)
                if count < 0, errno != EINTR, errno != EAGAIN { return }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(max(0, count)))
            }
        }
    }

    /// Writes strings one by one whenever the terminal has room, with other output between them, in the place of those before.
    func send(_ strings: [String], whenSent: @escaping @MainActor () -> Void) {
        stopSending()
        waiting = strings[...]
        self.whenSent = whenSent
        watch = DescriptorWatch(writing: descriptor) { [weak self] in self?.sendNext() }
    }

    /// Writes no more of what waits.
    func stopSending() {
        watch?.cancel()
        watch = nil
        waiting = []
        whenSent = nil
    }

    private func sendNext() {
        if let next = waiting.popFirst() { return write(next) }
        let done = whenSent
        stopSending()
        done?()
    }
}

/// `write`, which a method of that name hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
