public import JSON
import Platform

/// The job of a worker, sent before the body as one line of JSON.
public struct WorkerJob: Sendable {
    /// The descriptor of a body that is passed as a file.
    static let bodyDescriptor: Int32 = 3

    /// The maximum length of ``line``.
    static let maxLineLength = 1 << 20

    /// The name of the task.
    public let task: String
    /// The arguments of the task.
    public let arguments: JSONValue
    /// The resource limits.
    public let limits: QueryLimits
    /// The number of bytes of the file at ``bodyDescriptor`` that are the body; nil if the body follows the line.
    var fileByteCount: Int?

    /// Creates a job.
    public init(task: String, arguments: JSONValue, limits: QueryLimits) {
        self.task = task
        self.arguments = arguments
        self.limits = limits
    }

    /// Reads a job from a line; nil if it is not one.
    init?(line: [UInt8]) {
        guard let value = try? JSONValue(parsing: line), let task = value["task"]?.string, let cpu = value["cpuSeconds"]?.integer,
            let memory = value["memory"]?.integer, let output = value["output"]?.integer
        else { return nil }
        self.init(
            task: task, arguments: value["arguments"] ?? .null,
            limits: QueryLimits(cpuSeconds: cpu, memoryByteCount: memory, outputByteCount: output))
        fileByteCount = value["file"]?.integer
    }

    /// The job as a line of JSON, with its line feed.
    var line: [UInt8] {
        var members: [(String, JSONValue)] = [
            ("task", .string(task)), ("arguments", arguments), ("cpuSeconds", .number(limits.cpuSeconds)),
            ("memory", .number(limits.memoryByteCount)), ("output", .number(limits.outputByteCount)),
        ]
        if let fileByteCount { members.append(("file", .number(fileByteCount))) }
        return Array((JSONValue.object(members).compactText + "\n").utf8)
    }
}

extension QueryError {
    /// The error as a line of JSON, by which a worker reports it on standard error.
    var report: [UInt8] {
        var members: [(String, JSONValue)] = [("workerError", .string(code.rawValue)), ("message", .string(text))]
        if let language { members.append(("language", .string(language))) }
        if let place { members.append(("place", .number(place))) }
        return Array(("\n" + JSONValue.object(members).compactText + "\n").utf8)
    }

    /// Finds the report in the error output of a worker; nil if there is none.
    init?(report errorText: [UInt8]) {
        guard let line = errorText.split(separator: 0x0A).last, let value = try? JSONValue(parsing: Array(line)),
            let code = value["workerError"]?.string.flatMap(Code.init(rawValue:)), let text = value["message"]?.string
        else { return nil }
        self.init(code, text, by: value["language"]?.string, place: value["place"]?.integer)
    }
}

/// The output of a worker, in pieces as it arrives. Nothing is read ahead of the iteration.
public struct WorkerResults: AsyncSequence, Sendable {
    /// A piece, which is not empty.
    public typealias Element = [UInt8]
    /// The error of the query.
    public typealias Failure = QueryError

    private let process: ChildProcess
    private let limits: QueryLimits
    /// True for a shell command, of which only the output is limited, by its reader.
    private let isCommand: Bool

    init(_ process: ChildProcess, limits: QueryLimits, isCommand: Bool) {
        self.process = process
        self.limits = limits
        self.isCommand = isCommand
    }

    /// Creates the iterator. The pieces can be read only once.
    public func makeAsyncIterator() -> Iterator { Iterator(process: process, limits: limits, isCommand: isCommand) }

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
        fileprivate let limits: QueryLimits
        fileprivate let isCommand: Bool
        fileprivate var byteCount = 0

        /// Waits for the next piece; nil at the end and when the task is cancelled.
        /// - Throws: the error of the query.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(QueryError) -> [UInt8]? {
            let process = process
            let (piece, status) = await withTaskCancellationHandler {
                await onOwnThread { process.next().map { ($0, 0) } ?? (nil, process.wait()) }
            } onCancel: {
                process.signal(SIGKILL)
                process.stopReading()
            }
            if let piece {
                byteCount += piece.count
                guard isCommand, byteCount > limits.outputByteCount else { return piece }
                process.signal(SIGKILL)
                process.stopReading()
                throw WorkerResults.endless(limits)
            }
            guard status != 0, !Task.isCancelled else { return nil }
            if isCommand { throw WorkerResults.shellError(status, process.errorText) }
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
                "The query used more than \(limits.cpuSeconds) s of processor time and was stopped. "
                    + "A shell command (!jq …) has no limit of time.")
        // Libraries and the runtime abort, trap or dereference null if out of memory.
        case SIGABRT, SIGTRAP, SIGILL, SIGSEGV:
            // The machine, or a limit of the shell, may leave less than the limit of the query.
            QueryError(.limit, "There is not enough memory for the query (limit: \(limits.memoryByteCount >> 20) MB), or it crashed.")
        default: QueryError(.process, "The query ended with status \(status).")
        }
    }

    private static func endless(_ limits: QueryLimits) -> QueryError {
        QueryError(
            .limit, "The command wrote more than \(limits.outputByteCount >> 20) MB and was stopped: let it write to a file (> FILE)")
    }

    private static func shellError(_ status: Int32, _ errorText: [UInt8]) -> QueryError {
        let line = String(decoding: errorText, as: UTF8.self).split(whereSeparator: \.isNewline).first.map { ": \($0)" } ?? ""
        return QueryError(.evaluation, "The command ended with status \(status)\(line)")
    }
}
