public import JSON
import Platform

/// The worker side of a query: a process that runs one task on untrusted bytes, within resource limits, and then exits.
public enum Worker {
    /// The command-line argument that makes the program a worker.
    public static let argument = "--filter-worker"

    /// The input and output of a task.
    public struct Context {
        /// The whole body.
        public let body: UnsafeRawBufferPointer
        /// The arguments of the task.
        public let arguments: JSONValue
        /// The destination of the result.
        public let output: WorkerOutput
    }

    /// A task that a worker can run.
    public typealias Task = @Sendable (Context) throws(QueryError) -> Void

    /// Runs the job read from standard input and exits: with status 0 on success, with status 1 and a line of JSON on standard error on
    /// failure.
    public static func run(_ tasks: [String: Task]) -> Never {
        do throws(QueryError) {
            try work(tasks)
            exit(0)
        } catch {
            try? Descriptor(owning: STDERR_FILENO).write(error.report)
            exit(1)
        }
    }

    private static func work(_ tasks: [String: Task]) throws(QueryError) {
        guard let job = WorkerJob(line: WorkerInput.line()), let task = tasks[job.task] else {
            throw QueryError(.process, "\(argument) is for internal use: the program starts its own workers with it.")
        }
        // The dynamic linker has read its variables already; `env` of a jq query sees the time zone only.
        for name in processEnvironment.keys where name != "TZ" { unsetenv(name) }
        ResourceLimit.processorSeconds.set(job.limits.cpuSeconds)
        ResourceLimit.addressSpace.set(addressByteCount() + job.limits.memoryByteCount)
        ResourceLimit.coreFile.set(0)
        let output = WorkerOutput(limit: job.limits.outputByteCount)
        // The results before an error are kept.
        defer { output.flush() }
        let body =
            if let count = job.fileByteCount { try WorkerInput.mapped(count) } else { try WorkerInput.rest() }
        try task(Context(body: body, arguments: job.arguments, output: output))
    }

    /// Prevents files from being opened from here on: the query may come from someone else, and jq has functions that read files.
    static func closeFileSystem() {
        // Reads the time zone while files can be opened, for queries that convert times.
        tzset()
        ResourceLimit.descriptors.set(0)
    }

    // MARK: Tasks

    /// The tasks of this library by name; queries have the names of their kinds.
    public static let tasks: [String: Task] = [
        Query.Kind.jq.rawValue: { context throws(QueryError) in try JQEngine.run(context) },
        Query.Kind.jsonPath.rawValue: { context throws(QueryError) in try runJSONPath(context) },
        Query.Kind.xpath.rawValue: { context throws(QueryError) in try XPathEngine.run(context, isHTML: false) },
        Query.Kind.xpathHTML.rawValue: { context throws(QueryError) in try XPathEngine.run(context, isHTML: true) },
        pictureTask: { context throws(QueryError) in try PictureEngine.run(context) },
    ]

    /// The name of the task that decodes a picture and scales it down to its arguments `width` and `height`.
    public static let pictureTask = "picture"

    /// The expression of a query.
    static func expression(_ context: Context) -> String { context.arguments["expression"]?.string ?? "" }

    private static func runJSONPath(_ context: Context) throws(QueryError) {
        let path = try JSONPath(expression(context))
        try path.forEachMatch(in: context.body) { range throws(QueryError) in
            try context.output.write(UnsafeRawBufferPointer(rebasing: context.body[range]))
            try context.output.endLine()
            return true
        }
    }
}

/// The output of a worker: standard output, buffered, up to a limit.
public final class WorkerOutput {
    private static let pieceSize = 1 << 16

    private let descriptor = Descriptor(owning: STDOUT_FILENO)
    private var pending: [UInt8] = []
    private var room: Int
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
        room = limit
    }

    /// Appends bytes to the result.
    /// - Throws: ``QueryError/Code/limit`` if the limit is exceeded.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(QueryError) {
        guard bytes.count <= room else { throw QueryError(.limit, "The result was cut off at the limit of \(limit >> 20) MB.") }
        room -= bytes.count
        if bytes.count >= Self.pieceSize {
            flush()
            send(bytes)
        } else {
            pending.append(contentsOf: bytes)
            if pending.count >= Self.pieceSize { flush() }
        }
    }

    /// Appends text to the result.
    public func write(_ text: String) throws(QueryError) {
        try Array(text.utf8).withUnsafeBufferPointer { bytes throws(QueryError) in try write(UnsafeRawBufferPointer(bytes)) }
    }

    /// Ends a value of the result with a line feed.
    public func endLine() throws(QueryError) { try write("\n") }

    /// Writes the buffered bytes.
    public func flush() {
        pending.withUnsafeBytes { send($0) }
        pending.removeAll(keepingCapacity: true)
    }

    /// Writes all bytes; exits if the reader has closed its end.
    private func send(_ bytes: UnsafeRawBufferPointer) {
        do throws(SystemError) { try descriptor.write(bytes) } catch { exit(1) }
    }
}

/// The input of a worker. The memory is never freed, because the process ends with its job.
enum WorkerInput {
    /// Reads the first line of standard input, byte by byte, so that the bytes after it are not consumed.
    static func line() -> [UInt8] {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count < WorkerJob.maxLineLength, read(STDIN_FILENO, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
        return line
    }

    /// Reads the rest of standard input.
    static func rest() throws(QueryError) -> UnsafeRawBufferPointer {
        var capacity = 1 << 16
        var count = 0
        guard var memory = malloc(capacity) else { throw outOfMemory }
        while true {
            if count == capacity {
                capacity *= 2
                guard let larger = realloc(memory, capacity) else { throw outOfMemory }
                memory = larger
            }
            let got = read(STDIN_FILENO, memory + count, capacity - count)
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { return UnsafeRawBufferPointer(start: memory, count: count) }
            count += got
        }
    }

    /// Maps the first bytes of the file passed to the process.
    static func mapped(_ count: Int) throws(QueryError) -> UnsafeRawBufferPointer {
        guard count > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        guard let address = mmap(nil, count, PROT_READ, MAP_PRIVATE, WorkerJob.bodyDescriptor, 0), address != MAP_FAILED else {
            throw errno == ENOMEM ? outOfMemory : QueryError(.process, "The body could not be read: \(SystemError().reason).")
        }
        return UnsafeRawBufferPointer(start: address, count: count)
    }

    private static let outOfMemory = QueryError(.limit, "The body does not fit into the memory that a query may use.")
}
