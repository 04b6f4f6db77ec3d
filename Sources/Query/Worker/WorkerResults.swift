import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The output of a worker, in pieces as it arrives. Nothing is read ahead of the iteration.
public struct WorkerResults: AsyncSequence, Sendable {
    /// A piece, which is not empty.
    public typealias Element = [UInt8]
    /// The error of the query.
    public typealias Failure = QueryError

    private let process: WorkerProcess
    private let limits: QueryLimits?

    init(_ process: WorkerProcess, limits: QueryLimits?) {
        self.process = process
        self.limits = limits
    }

    /// Creates the iterator. The pieces can be read only once.
    public func makeAsyncIterator() -> Iterator { Iterator(process: process, limits: limits, queue: DispatchQueue(label: "query.results")) }

    /// Reads the whole output.
    public func collect() async throws(QueryError) -> [UInt8] {
        var all: [UInt8] = []
        var iterator = makeAsyncIterator()
        while let piece = try await iterator.next(isolation: nil) { all += piece }
        return all
    }

    /// Reads the output of the worker.
    public struct Iterator: AsyncIteratorProtocol {
        let process: WorkerProcess
        let limits: QueryLimits?
        // A queue of its own, because reading blocks and the shared queues have only as many threads as there are processors.
        let queue: DispatchQueue

        /// Waits for the next piece; nil at the end and when the task is cancelled.
        /// - Throws: the error of the query.
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

        /// Waits for the next piece; nil at the end and when the task is cancelled.
        public mutating func next() async throws(QueryError) -> [UInt8]? { try await next(isolation: nil) }
    }
}

/// Determines the error of a worker from its end.
struct WorkerEnding {
    /// The error; nil on success.
    let error: QueryError?

    /// - Parameter limits: the resource limits of the worker; nil for a shell command.
    init(_ ending: WorkerProcess.Ending, _ limits: QueryLimits?) {
        if ending.status == 0 {
            error = nil
        } else if let limits {
            error = WorkerReport(complaint: ending.complaint)?.error ?? Self.crash(ending, limits)
        } else {
            error = Self.failure(ending)
        }
    }

    private static func crash(_ ending: WorkerProcess.Ending, _ limits: QueryLimits) -> QueryError {
        let signal = ending.status - 128
        if signal == SIGXCPU || signal == SIGKILL {
            return QueryError(
                .limit,
                "The query took more than \(limits.cpuSeconds) s and was ended. JSONPath ($…) needs less; a command (!jq …) has no limit.")
        }
        // Libraries and the runtime abort, trap or dereference null if out of memory.
        if [SIGABRT, SIGTRAP, SIGILL, SIGSEGV].contains(signal) {
            return QueryError(.limit, "The query was ended: it needs more than \(limits.memoryByteCount >> 20) MB, or it crashed.")
        }
        return QueryError(.process, "The query ended with status \(ending.status).")
    }

    private static func failure(_ ending: WorkerProcess.Ending) -> QueryError {
        let complaint = String(decoding: ending.complaint, as: UTF8.self).split(whereSeparator: \.isNewline).first.map { ": \($0)" } ?? ""
        return QueryError(.evaluation, "The command ended with status \(ending.status)\(complaint)")
    }
}
