#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the end of a worker means.
struct WorkerEnding {
    /// Nil when it did what it should.
    let error: QueryError?

    /// - Parameter limits: the bounds it worked within; nil for a command of the user's.
    init(_ ending: WorkerProcess.Ending, _ limits: QueryLimits?) {
        if ending.status == 0 {
            error = nil
        } else if let limits {
            error = WorkerReport(complaint: ending.complaint)?.error ?? Self.crash(ending, limits)
        } else {
            error = Self.failure(ending)
        }
    }

    private static func crash(_ ending: WorkerProcess.Ending, _ limits: QueryLimits) -> QueryError {
        let signal = ending.status - 128
        if signal == SIGXCPU || signal == SIGKILL {
            return QueryError(
                .limit,
                "The query took more than \(limits.cpuSeconds) s and was ended. JSONPath ($…) needs less; a command (!jq …) has no limit.")
        }
        // Libraries and the runtime give up when there is no memory: abort(), a trap, or a pointer to nothing.
        if [SIGABRT, SIGTRAP, SIGILL, SIGSEGV].contains(signal) {
            return QueryError(.limit, "The query was ended: it needs more than \(limits.memoryByteCount >> 20) MB, or it crashed.")
        }
        return QueryError(.process, "The query ended with status \(ending.status).")
    }

    private static func failure(_ ending: WorkerProcess.Ending) -> QueryError {
        let complaint = String(decoding: ending.complaint, as: UTF8.self).split(whereSeparator: \.isNewline).first.map { ": \($0)" } ?? ""
        return QueryError(.evaluation, "The command ended with status \(ending.status)\(complaint)")
    }
}
