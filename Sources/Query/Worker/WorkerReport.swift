#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import JSON

/// How a worker says what went wrong: a line of JSON on standard error.
struct WorkerReport {
    let error: QueryError

    init(_ error: QueryError) { self.error = error }

    /// Finds the report in what a worker complained; nil where it did not come to that.
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

/// The system's call, which methods of the same name hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(descriptor, bytes, count) }
