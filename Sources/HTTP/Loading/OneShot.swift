import Synchronization

/// A value that one task waits for and several may provide; the first one counts.
package final class OneShot<Value: Sendable>: Sendable {
    private enum State {
        case empty
        case waiting(CheckedContinuation<Value, Never>)
        case given(Value)
    }

    /// Guards the value and the waiting continuation.
    private let state = Mutex(State.empty)

    package init() {}

    package func give(_ value: Value) {
        let waiter: CheckedContinuation<Value, Never>? = state.withLock { state in
            if case .given = state { return nil }
            defer { state = .given(value) }
            if case .waiting(let continuation) = state { return continuation }
            return nil
        }
        waiter?.resume(returning: value)
    }

    /// Waits for the value; to be called once. Cancelling does not end the wait: the code that cancels provides a value.
    package var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let given: Value? = state.withLock { state in
                    if case .given(let value) = state { return value }
                    state = .waiting(continuation)
                    return nil
                }
                if let given { continuation.resume(returning: given) }
            }
        }
    }
}
