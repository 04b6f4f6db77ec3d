import Dispatch

extension DispatchSourceProtocol {
    /// Begins to watch when the main queue runs, and not before the first frame: the first source makes a thread.
    @MainActor
    func activateLater() {
        // Only the main queue has it from here on.
        nonisolated(unsafe) let source = self
        DispatchQueue.main.async { source.activate() }
    }
}
