import Platform

/// Writes to the terminal, bypassing ncurses: immediately, or as fast as the terminal accepts data.
@MainActor
final class TerminalOutput {
    private let descriptor: Int32
    private var waiting: ArraySlice<String> = []
    private var watch: DescriptorWatch?
    private var whenSent: (@MainActor () -> Void)?

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Writes `text` and waits until all of it is written.
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

    /// Replaces the queue by `strings` and writes them one by one when the terminal has room; other output may come between them.
    func send(_ strings: [String], whenSent: @escaping @MainActor () -> Void) {
        stopSending()
        waiting = strings[...]
        self.whenSent = whenSent
        watch = DescriptorWatch(writing: descriptor) { [weak self] in self?.sendNext() }
    }

    /// Discards the queue.
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

/// The system call `write`, which is hidden by the method of the same name.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
