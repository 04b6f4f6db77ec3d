public import JSON

/// The job of a worker, sent before the body as one line of JSON.
public struct WorkerJob: Sendable {
    /// The descriptor of a body that is passed as a file.
    static let bodyDescriptor: Int32 = 3

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
        var members: [(String, JSONValue)] = [("workerError", .string(code.name)), ("message", .string(message))]
        if let place { members.append(("place", .number(place))) }
        return Array(("\n" + JSONValue.object(members).compactText + "\n").utf8)
    }

    /// Finds the report in the error output of a worker; nil if there is none.
    init?(report errorText: [UInt8]) {
        guard let line = errorText.split(separator: 0x0A).last, let value = try? JSONValue(parsing: Array(line)),
            let code = value["workerError"]?.string, let message = value["message"]?.string
        else { return nil }
        self.init(Code(code), message, place: value["place"]?.integer)
    }
}
