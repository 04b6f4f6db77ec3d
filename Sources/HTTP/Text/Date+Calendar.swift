#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Date {
    /// 0000-01-01 and 9999-12-31, in seconds since 1970.
    private static let calendar = -62_167_219_200.0...253_402_300_799

    /// The nearest of the years 0 to 9999. A file or a server may put any number of seconds in a date, and calendars end the program at those that
    /// they cannot hold.
    public var withinCalendar: Date {
        let seconds = timeIntervalSince1970
        if seconds.isNaN { return Date(timeIntervalSince1970: 0) }
        return Date(timeIntervalSince1970: min(max(seconds, Self.calendar.lowerBound), Self.calendar.upperBound))
    }
}
