import Dispatch
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
public import JSON

/// Runs queries in separate processes, so that each can be ended at any time and a crash does not affect the program.
public struct QueryWorker: Sendable {
    private let program: String

    /// Creates a runner. The program becomes a worker when it is started with ``Worker/argument``; by default it is this program.
    public init(program: String? = nil) {
        #if os(Linux)
            self.program = program ?? "/proc/self/exe"
        #else
            self.program = program ?? CommandLine.arguments[0]
        #endif
    }

    /// Starts a query. The results come as bytes: JSON values, nodes or texts, each followed by a line feed; the output of a shell command
    /// is unchanged.
    ///
    /// The worker is ended when the sequence is released or the iterating task is cancelled.
    /// - Throws: ``QueryError/Code/process`` if no process can be started.
    public func results(of query: Query, in input: QueryInput, limits: QueryLimits = QueryLimits()) throws(QueryError) -> WorkerResults {
        if query.kind == .shell { return try run(shell: query.expression, input) }
        return try run(WorkerJob(task: query.kind.rawValue, arguments: ["expression": .string(query.expression)], limits: limits), input)
    }

    /// All results of a query whose results are JSON. Use it for short results.
    /// - Parameter limits: the limits; by default 16 MB of results, which must fit into memory.
    public func values(
        of query: Query, in input: QueryInput, limits: QueryLimits = QueryLimits(outputByteCount: 16 << 20)
    ) async throws(QueryError) -> [JSONValue] {
        let text = try await results(of: query, in: input, limits: limits).collect()
        var values: [JSONValue] = []
        var start = text.startIndex
        try text.withUnsafeBufferPointer { text throws(QueryError) in
            let bytes = UnsafeRawBufferPointer(text)
            let reader = JSONText(bytes)
            while true {
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
    public func run(_ job: WorkerJob, _ input: QueryInput) throws(QueryError) -> WorkerResults {
        let (reader, writer) = try Channel.make()
        defer { close(reader) }
        var file: Int32?
        var (job, bytes) = (job, [UInt8]())
        switch input {
        case .file(let descriptor, let count): (file, job) = (descriptor, job.with(fileByteCount: count))
        case .bytes(let body): bytes = body
        }
        let process: WorkerProcess
        do throws(QueryError) { process = try WorkerProcess([program, Worker.argument], input: reader, body: file) } catch {
            close(writer)
            throw error
        }
        BodyPump.start([job.line, bytes], file: nil, to: writer)
        return WorkerResults(process, limits: job.limits)
    }

    /// Starts a shell command, which reads the body itself. It runs with the rights of the user, so it has no resource limits; it can be
    /// ended.
    private func run(shell command: String, _ input: QueryInput) throws(QueryError) -> WorkerResults {
        let (reader, writer) = try Channel.make()
        defer { close(reader) }
        let process: WorkerProcess
        do throws(QueryError) { process = try WorkerProcess(["/bin/sh", "-c", command], input: reader, body: nil) } catch {
            close(writer)
            throw error
        }
        switch input {
        case .bytes(let bytes): BodyPump.start([bytes], file: nil, to: writer)
        case .file(let descriptor, let count): BodyPump.start([], file: (dup(descriptor), count), to: writer)
        }
        return WorkerResults(process, limits: nil)
    }
}
