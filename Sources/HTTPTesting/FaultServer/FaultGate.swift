internal import Dispatch

/// Holds a script back until the test lets it go on.
public final class FaultGate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    /// A closed gate.
    public init() {}

    /// Lets one waiting script through, now or when it comes.
    public func open() { semaphore.signal() }

    /// Blocks the script's thread until the gate is opened.
    public func wait() { semaphore.wait() }
}
