import Platform

/// The output of a worker, in pieces as it arrives. Nothing is read ahead of the iteration.
public struct WorkerResults: AsyncSequence, Sendable {
    /// A piece, which is not empty.
    public typealias Element = [UInt8]
    /// The error of the query.
    public typealias Failure = QueryError

    private let process: ChildProcess
    /// The resource limits of the worker; nil for a shell command.
    private let limits: QueryLimits?

    init(_ process: ChildProcess, limits: QueryLimits?) {
        self.process = process
        self.limits = limits
    }

    /// Creates the iterator. The pieces can be read only once.
    public func makeAsyncIterator() -> Iterator { Iterator(process: process, limits: limits) }

    /// Reads the whole output.
    public func collect() async throws(QueryError) -> [UInt8] {
        var all: [UInt8] = []
        var iterator = makeAsyncIterator()
        while let piece = try await iterator.next(isolation: nil) { all += piece }
        return all
    }

    /// Reads the output of the worker.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let process: ChildProcess
        fileprivate let limits: QueryLimits?

        /// Waits for the next piece; nil at the end and when the task is cancelled.
        /// - Throws: the error of the query.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(QueryError) -> [UInt8]? {
            let process = process
            let (piece, status) = await withTaskCancellationHandler {
                await onOwnThread { process.next().map { ($0, 0) } ?? (nil, process.wait()) }
            } onCancel: {
                process.signal(SIGKILL)
            }
            if let piece { return piece }
            guard status != 0, !Task.isCancelled else { return nil }
            guard let limits else { throw WorkerResults.shellError(status, process.errorText) }
            throw QueryError(report: process.errorText) ?? WorkerResults.crash(status, limits)
        }

        /// Waits for the next piece; nil at the end and when the task is cancelled.
        public mutating func next() async throws(QueryError) -> [UInt8]? { try await next(isolation: nil) }
    }

    // MARK: Errors

    private static func crash(_ status: Int32, _ limits: QueryLimits) -> QueryError {
        switch status - 128 {
        case SIGXCPU, SIGKILL:
            QueryError(
                .limit,
                "The query used more than \(limits.cpuSeconds) s of processor time and was ended. "
                    + "A JSONPath query ($…) needs less time; a shell command (!jq …) has no limit.")
        // Libraries and the runtime abort, trap or dereference null if out of memory.
        case SIGABRT, SIGTRAP, SIGILL, SIGSEGV:
            QueryError(.limit, "The query was ended: it used more than \(limits.memoryByteCount >> 20) MB of memory, or it crashed.")
        default: QueryError(.process, "The query ended with status \(status).")
        }
    }

    private static func shellError(_ status: Int32, _ errorText: [UInt8]) -> QueryError {
        let line = String(decoding: errorText, as: UTF8.self).split(whereSeparator: \.isNewline).first.map { ": \($0)" } ?? ""
        return QueryError(.evaluation, "The command ended with status \(status)\(line)")
    }
}
