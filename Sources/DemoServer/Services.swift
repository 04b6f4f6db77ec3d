#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What handlers need from outside: time and chance. Tests give their own.
struct Services: Sendable {
    var scheduler: any DelayScheduler
    /// Seconds since 1970.
    var now: @Sendable () -> Int
    /// A text that nobody can guess: letters and digits, at least 128 bits of chance.
    var makeToken: @Sendable () -> String

    static let live = Services(
        scheduler: SystemDelayScheduler(),
        now: { time(nil) },
        makeToken: {
            var generator = SystemRandomNumberGenerator()
            return String(generator.next(), radix: 36) + String(generator.next(), radix: 36) + String(generator.next(), radix: 36)
        })
}
