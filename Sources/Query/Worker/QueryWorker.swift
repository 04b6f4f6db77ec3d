public import JSON
import Platform

/// Runs queries in separate processes, so that each can be ended at any time and a crash does not affect the program.
public struct QueryWorker: Sendable {
    private let program: String

    /// Creates a query worker. The program becomes a worker when it is started with ``Worker/argument``; by default it is this program.
    public init(program: String? = nil) {
        #if os(Linux)
            self.program = program ?? "/proc/self/exe"
        #else
            self.program = program ?? CommandLine.arguments[0]
        #endif
    }

    /// Starts a query. The results come as bytes: JSON values, nodes or texts, each followed by a line feed; the output of a shell command is
    /// unchanged.
    ///
    /// The worker is ended when the sequence is released or the iterating task is cancelled.
    /// - Throws: ``QueryError/Code/process`` if no process can be started.
    public func results(of query: Query, in input: QueryInput, limits: QueryLimits = QueryLimits()) throws(QueryError) -> WorkerResults {
        if query.kind == .shell { return try run(shell: query.expression, input, limits) }
        return try run(WorkerJob(task: query.kind.rawValue, arguments: ["expression": .string(query.expression)], limits: limits), input)
    }

    /// All results of a query whose results are JSON, or the nodes of XPath as strings; at most 16 MB, which must fit into memory.
    /// - Throws: the error of the query, with the results before it.
    public func values(of query: Query, in input: QueryInput) async throws(QueryError) -> [JSONValue] {
        let limits = QueryLimits(outputByteCount: 16 << 20)
        let arguments: JSONValue = ["expression": .string(query.expression), "json": true]
        let job = WorkerJob(task: query.kind.rawValue, arguments: arguments, limits: limits)
        var pieces = try (query.kind == .shell ? results(of: query, in: input, limits: limits) : run(job, input)).makeAsyncIterator()
        var text: [UInt8] = []
        do throws(QueryError) {
            while let piece = try await pieces.next(isolation: nil) { text += piece }
        } catch {
            var error = error
            // A worker that was ended may have written a part of a result.
            error.found = (try? Self.parsed(text)) ?? []
            throw error
        }
        return try Self.parsed(text)
    }

    /// The values in the output of a worker, one after the other.
    private static func parsed(_ text: [UInt8]) throws(QueryError) -> [JSONValue] {
        var values: [JSONValue] = []
        var start = text.startIndex
        try text.withUnsafeBufferPointer { text throws(QueryError) in
            let bytes = UnsafeRawBufferPointer(text)
            let reader = JSONText(bytes)
            while true {
                if values.count.isMultiple(of: 1024), Task.isCancelled { throw QueryError(.cancelled, "The query was cancelled.") }
                start = reader.skipSpace(start)
                guard start < bytes.count else { return }
                let end = reader.end(of: start)
                do throws(JSONError) { values.append(try JSONValue(parsing: Array(bytes[start..<end]))) } catch {
                    throw QueryError(.evaluation, "A result is not JSON: \(error).")
                }
                start = end
            }
        }
        return values
    }

    /// Starts a task of the worker.
    /// - Throws: also ``QueryError/Code/syntax`` if the arguments are too long.
    public func run(_ job: WorkerJob, _ input: QueryInput) throws(QueryError) -> WorkerResults {
        var (job, body) = (job, [UInt8]())
        var command = ChildProcess.Command([program, Worker.argument])
        switch input {
        case .file(let descriptor, let count):
            job.fileByteCount = count
            command.extraDescriptor = descriptor
        case .bytes(let bytes): body = bytes
        }
        let line = job.line
        guard line.count <= WorkerJob.maxLineLength else {
            throw QueryError(.syntax, "A query may have up to \(WorkerJob.maxLineLength >> 20) MB as JSON, and this one is longer.")
        }
        return try start(command, limits: job.limits) { [body] input throws(SystemError) in
            try input.write(line)
            try input.write(body)
        }
    }

    /// Starts a shell command, which reads the body itself. It runs with the rights of the user, so only its output is limited; it can be ended.
    private func run(shell text: String, _ input: QueryInput, _ limits: QueryLimits) throws(QueryError) -> WorkerResults {
        let command = ChildProcess.Command(["/bin/sh", "-c", text])
        switch input {
        case .bytes(let body):
            return try start(command, limits: limits, isCommand: true) { input throws(SystemError) in try input.write(body) }
        case .file(let descriptor, let count):
            let file: Descriptor
            do throws(SystemError) { file = try Descriptor(duplicating: descriptor) } catch {
                throw QueryError(.process, "The body could not be opened: \(error.reason).")
            }
            return try start(command, limits: limits, isCommand: true) { input throws(SystemError) in try Self.copy(file, count, to: input)
            }
        }
    }

    private func start(
        _ command: ChildProcess.Command, limits: QueryLimits, isCommand: Bool = false,
        feeding feed: @escaping @Sendable (borrowing Descriptor) throws(SystemError) -> Void
    ) throws(QueryError) -> WorkerResults {
        var command = command
        (command.input, command.output, command.errorOutput) = (.pipe, .pipe, .pipe)
        // A worker that runs out of memory is an ordinary case, which needs no backtrace.
        let additions = ["SWIFT_BACKTRACE": "enable=no"]
        command.environment = (isCommand ? processEnvironment : Self.workerEnvironment).merging(additions) { _, new in new }
        do throws(SystemError) {
            let process = try ChildProcess(command)
            process.feed(feed)
            return WorkerResults(process, limits: limits, isCommand: isCommand)
        } catch {
            throw QueryError(.process, "\(command.words[0]) could not be started: \(error.reason).")
        }
    }

    /// The variables that a worker needs to start; it removes them before it reads a query.
    private static var workerEnvironment: [String: String] {
        let names: Set = ["LANG", "LANGUAGE", "PATH", "TZ"]
        let prefixes = ["LC_", "LD_", "DYLD_", "ASAN_", "TSAN_", "UBSAN_"]
        return processEnvironment.filter { variable in names.contains(variable.key) || prefixes.contains { variable.key.hasPrefix($0) } }
    }

    /// Copies the first bytes of a file, without using its position, which is shared with other readers.
    private static func copy(_ file: borrowing Descriptor, _ byteCount: Int, to output: borrowing Descriptor) throws(SystemError) {
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        var offset = 0
        while offset < byteCount {
            let count = pread(file.number, &piece, min(piece.count, byteCount - offset), off_t(offset))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            try output.write(Array(piece[..<count]))
            offset += count
        }
    }
}
