public import JSON

/// What a worker is told before it gets the body: one line of JSON.
public struct WorkerJob: Sendable {
    /// Which of the worker's tasks it is.
    public let task: String
    /// What the task needs to know beside the body.
    public let arguments: JSONValue
    /// The bounds within which it works.
    public let limits: QueryLimits
    /// How many bytes of the file at descriptor 3 are the body; nil where the body follows the line.
    let fileByteCount: Int?

    /// A job with a body that follows.
    public init(task: String, arguments: JSONValue, limits: QueryLimits) {
        self.init(task: task, arguments: arguments, limits: limits, fileByteCount: nil)
    }

    init(task: String, arguments: JSONValue, limits: QueryLimits, fileByteCount: Int?) {
        self.task = task
        self.arguments = arguments
        self.limits = limits
        self.fileByteCount = fileByteCount
    }

    /// The descriptor at which a worker finds a body that is a file.
    static let bodyDescriptor: Int32 = 3

    func with(fileByteCount: Int?) -> WorkerJob {
        WorkerJob(task: task, arguments: arguments, limits: limits, fileByteCount: fileByteCount)
    }

    /// The line, with its end.
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
