import Dispatch

/// What a worker writes, piece by piece as it comes; nothing is read ahead of whoever iterates.
public struct WorkerResults: AsyncSequence, Sendable {
    /// A piece, of any length but zero.
    public typealias Element = [UInt8]
    /// Why there is no more.
    public typealias Failure = QueryError

    private let process: WorkerProcess
    private let limits: QueryLimits?

    init(_ process: WorkerProcess, limits: QueryLimits?) {
        self.process = process
        self.limits = limits
    }

    /// There is one reader: the pieces are given once.
    public func makeAsyncIterator() -> Iterator { Iterator(process: process, limits: limits, queue: DispatchQueue(label: "query.results")) }

    /// All of it.
    public func collect() async throws(QueryError) -> [UInt8] {
        var all: [UInt8] = []
        var iterator = makeAsyncIterator()
        while let piece = try await iterator.next(isolation: nil) { all += piece }
        return all
    }

    /// Reads what the worker writes.
    public struct Iterator: AsyncIteratorProtocol {
        let process: WorkerProcess
        let limits: QueryLimits?
        // Of its own: the shared queues have as many threads as there are processors, and a worker may think for long.
        let queue: DispatchQueue

        /// The next piece; nil at the end, and when the task is cancelled.
        /// - Throws: what went wrong in the worker.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(QueryError) -> [UInt8]? {
            let (process, queue) = (process, queue)
            let step = await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    queue.async { continuation.resume(returning: process.next()) }
                }
            } onCancel: {
                process.end()
            }
            switch step {
            case .bytes(let bytes): return bytes
            case .ended(let ending):
                guard !Task.isCancelled, let error = WorkerEnding(ending, limits).error else { return nil }
                throw error
            }
        }

        /// The next piece; nil at the end, and when the task is cancelled.
        public mutating func next() async throws(QueryError) -> [UInt8]? { try await next(isolation: nil) }
    }
}
