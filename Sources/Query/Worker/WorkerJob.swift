public import JSON

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The job of a worker, sent before the body as one line of JSON.
public struct WorkerJob: Sendable {
    /// The name of the task.
    public let task: String
    /// The arguments of the task.
    public let arguments: JSONValue
    /// The resource limits.
    public let limits: QueryLimits
    /// The number of bytes of the file at ``bodyDescriptor`` that are the body; nil if the body follows the line.
    let fileByteCount: Int?

    /// Creates a job.
    public init(task: String, arguments: JSONValue, limits: QueryLimits) {
        self.init(task: task, arguments: arguments, limits: limits, fileByteCount: nil)
    }

    init(task: String, arguments: JSONValue, limits: QueryLimits, fileByteCount: Int?) {
        self.task = task
        self.arguments = arguments
        self.limits = limits
        self.fileByteCount = fileByteCount
    }

    /// The descriptor of a body that is passed as a file.
    static let bodyDescriptor: Int32 = 3

    func with(fileByteCount: Int?) -> WorkerJob {
        WorkerJob(task: task, arguments: arguments, limits: limits, fileByteCount: fileByteCount)
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

    init?(line: [UInt8]) {
        guard let value = try? JSONValue(parsing: line), let task = value["task"]?.string, let cpu = value["cpuSeconds"]?.integer,
            let memory = value["memory"]?.integer, let output = value["output"]?.integer
        else { return nil }
        self.init(
            task: task, arguments: value["arguments"] ?? .null,
            limits: QueryLimits(cpuSeconds: cpu, memoryByteCount: memory, outputByteCount: output), fileByteCount: value["file"]?.integer)
    }
}

/// The error report of a worker: a line of JSON on standard error.
struct WorkerReport {
    let error: QueryError

    init(_ error: QueryError) { self.error = error }

    /// Finds the report in the error output of a worker; nil if there is none.
    init?(complaint: [UInt8]) {
        guard let line = complaint.split(separator: 0x0A).last, let value = try? JSONValue(parsing: Array(line)),
            let code = value["workerError"]?.string, let message = value["message"]?.string
        else { return nil }
        error = QueryError(QueryError.Code(code), message, place: value["place"]?.integer)
    }

    func write() {
        var members: [(String, JSONValue)] = [("workerError", .string(error.code.name)), ("message", .string(error.message))]
        if let place = error.place { members.append(("place", .number(place))) }
        let line = "\n" + JSONValue.object(members).compactText + "\n"
        _ = Array(line.utf8).withUnsafeBytes { systemWrite(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

/// write(2), which methods of the same name hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(descriptor, bytes, count) }
