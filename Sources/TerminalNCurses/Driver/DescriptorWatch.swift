#if !os(Linux)
    import Dispatch
#endif

/// Calls a function on the main actor whenever a descriptor can be read, or written, until it is cancelled; only while ``MainLoop`` runs.
@MainActor
final class DescriptorWatch {
    let descriptor: Int32
    let awaitsInput: Bool
    private var action: (@MainActor () -> Void)?
    #if !os(Linux)
        private var source: (any DispatchSourceProtocol)?
    #endif

    /// Begins to watch.
    init(reading descriptor: Int32, _ action: @escaping @MainActor () -> Void) {
        self.descriptor = descriptor
        self.action = action
        awaitsInput = true
        begin()
    }

    /// Begins to watch for room.
    init(writing descriptor: Int32, _ action: @escaping @MainActor () -> Void) {
        self.descriptor = descriptor
        self.action = action
        awaitsInput = false
        begin()
    }

    func call() { action?() }

    #if os(Linux)
        private func begin() { MainLoop.add(self) }

        /// Calls no more.
        func cancel() {
            action = nil
            MainLoop.remove(self)
        }
    #else
        private func begin() {
            let source: any DispatchSourceProtocol =
                awaitsInput
                ? DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
                : DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .main)
            source.setEventHandler { [weak self] in
                MainActor.assumeIsolated { self?.call() }
            }
            self.source = source
            // Not before the first frame: the first source makes a thread. Only the main queue has it from here on.
            nonisolated(unsafe) let source = source
            DispatchQueue.main.async { source.activate() }
        }

        /// Calls no more.
        func cancel() {
            action = nil
            source?.cancel()
            source = nil
        }
    #endif
}
