import Dispatch
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
public import JSON

/// Starts queries in processes of their own, so that each can be ended at any time, and a crash in it costs nothing.
public struct QueryWorker: Sendable {
    private let program: String

    /// Takes the program that works when it is started with ``Worker/argument``; this one unless given.
    public init(program: String? = nil) {
        #if os(Linux)
            self.program = program ?? "/proc/self/exe"
        #else
            self.program = program ?? CommandLine.arguments[0]
        #endif
    }

    /// Starts a query. The results come as bytes: JSON values, nodes or texts, each ended by a line end; what a shell command writes, as it is.
    ///
    /// The worker is ended when the sequence is given up or the task that iterates is cancelled.
    /// - Throws: ``QueryError/Code/process`` when no process can be started.
    public func results(of query: Query, in input: QueryInput, limits: QueryLimits = QueryLimits()) throws(QueryError) -> WorkerResults {
        if query.kind == .shell { return try run(shell: query.expression, input) }
        return try run(WorkerJob(task: query.kind.rawValue, arguments: ["expression": .string(query.expression)], limits: limits), input)
    }

    /// All results of a query that gives JSON, for short ones.
    /// - Parameter limits: the results must fit into memory; 16 MB unless said otherwise.
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

    /// Starts one of the program's tasks.
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

    /// The command reads the body, not the worker; its own rights are the user's, so there are no bounds but that it can be ended.
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
