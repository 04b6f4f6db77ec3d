import Platform

/// The processor's time of the present thread, which other programs do not change.
public enum ProcessorTime {
    /// Runs a body; returns its result and the time that it took.
    public static func measured<Value>(_ body: () throws -> Value) rethrows -> (value: Value, time: Duration) {
        let start = now
        let value = try body()
        return (value, now - start)
    }

    private static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
