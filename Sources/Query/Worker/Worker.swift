#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
public import JSON

/// The other end of a ``WorkerProcess``: a process that works on bytes that nobody can trust, within bounds, and then ends.
public enum Worker {
    /// The word on the command line that makes the program a worker.
    public static let argument = "--filter-worker"

    /// What a task works with.
    public struct Context {
        /// The body, whole.
        public let body: UnsafeRawBufferPointer
        /// What the task was told beside it.
        public let arguments: JSONValue
        /// Where the result goes.
        public let output: WorkerOutput
    }

    /// Something that a worker can do.
    public typealias Task = @Sendable (Context) throws(QueryError) -> Void

    /// Does the one job that standard input tells, and ends the process: status 0 when it is done, 1 with a line of JSON on standard error
    /// when it failed.
    public static func run(_ tasks: [String: Task]) -> Never {
        do throws(QueryError) {
            try work(tasks)
            exit(0)
        } catch {
            WorkerReport(error).write()
            exit(1)
        }
    }

    private static func work(_ tasks: [String: Task]) throws(QueryError) {
        guard let job = WorkerJob(line: WorkerInput.line()), let task = tasks[job.task] else {
            throw QueryError(.process, "\(argument) is how the program starts its own helpers; it is of no use by hand.")
        }
        ResourceLimits.apply(job.limits)
        let output = WorkerOutput(limit: job.limits.outputByteCount)
        let body =
            if let count = job.fileByteCount { try WorkerInput.mapped(count) } else { try WorkerInput.rest() }
        try task(Context(body: body, arguments: job.arguments, output: output))
        try output.flush()
    }
}
