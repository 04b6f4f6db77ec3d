#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The wait that a server asks for (RFC 9110 section 10.2.3).
enum RetryAfter {
    /// From a number of seconds or from a date; nil when the field is missing or says neither. A date gone by is no wait.
    static func delay(in headers: HTTPHeaders, now: Date) -> Duration? {
        guard let value = headers["Retry-After"] else { return nil }
        if let seconds = Seconds(delta: value) { return seconds.duration }
        return HTTPDate.date(from: value).map { Seconds(nearest: $0.timeIntervalSince(now).rounded(.up)).duration }
    }
}
