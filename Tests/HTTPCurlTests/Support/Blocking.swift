import HTTPConformance

/// Runs a blocking function on a separate thread.
///
/// Swift's pool has as many threads as there are processors and makes no more: on a small machine, two tests that wait for a program would keep
/// every other test from going on, the one that the program is waiting for included.
func blocking<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        BlockingThread.start { continuation.resume(with: Result { try work() }) }
    }
}
