public import Platform

/// Dates in header fields (RFC 9110 section 5.6.7).
public enum HTTPDate {
    /// A date in the preferred format: `Sun, 06 Nov 1994 08:49:37 GMT`.
    public static func text(for date: Date) -> String { CivilTime(date).httpDate }

    /// Parses the preferred format and both obsolete ones (`Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`); nil for other
    /// text.
    public static func date(from text: String) -> Date? { date(from: text, now: Date()) }

    /// Parses a date. A year with two digits that would be more than 50 years after `now` is in the past.
    static func date(from text: String, now: @autoclosure () -> Date) -> Date? {
        let words = text.split { ", -:".contains($0) }.map(String.init)
        guard let civil = modern(words, now: now) ?? asctime(words), civil.isValid else { return nil }
        return civil.date
    }

    /// Words: weekday, day, month, year, hour, minute, second, GMT.
    private static func modern(_ words: [String], now: () -> Date) -> CivilTime? {
        guard words.count == 8, words[7] == "GMT" || words[7] == "UTC", let day = Int(words[1]),
            let month = CivilTime.month(named: words[2]),
            let year = Int(words[3]), let time = timeOfDay(words[4...6])
        else { return nil }
        var civil = CivilTime(year: year, month: month, day: day, hour: time[0], minute: time[1], second: time[2])
        if words[3].count == 2 { civil.chooseCentury(now: CivilTime(now())) }
        return civil
    }

    /// Words: weekday, month, day, hour, minute, second, year.
    private static func asctime(_ words: [String]) -> CivilTime? {
        guard words.count == 7, let month = CivilTime.month(named: words[1]), let day = Int(words[2]), let time = timeOfDay(words[3...5]),
            let year = Int(words[6])
        else { return nil }
        return CivilTime(year: year, month: month, day: day, hour: time[0], minute: time[1], second: time[2])
    }

    private static func timeOfDay(_ words: ArraySlice<String>) -> [Int]? {
        let numbers = words.compactMap { Int($0) }.filter { (0...60).contains($0) }
        return numbers.count == 3 ? numbers : nil
    }
}

extension CivilTime {
    /// The time of a date, to the second, limited to the years 0 to 9999.
    package init(_ date: Date) { self.init(secondsSince1970: Int(date.withinCalendar.timeIntervalSince1970.rounded(.down))) }

    var date: Date { Date(timeIntervalSince1970: Double(secondsSince1970)) }

    /// Sets the year to the latest one with its two digits that is not more than 50 years ahead, to the second.
    fileprivate mutating func chooseCentury(now: CivilTime) {
        var limit = now
        limit.year += 50
        year += (limit.year / 100) * 100
        if limit.date < date { year -= 100 }
    }
}

extension Date {
    /// The range from 0000-01-01 to 9999-12-31 in seconds since 1970.
    private static let calendar = -62_167_219_200.0...253_402_300_799

    /// The nearest date in the years 0 to 9999. Files and servers may contain any number of seconds, and calendars trap on numbers that
    /// they cannot hold.
    package var withinCalendar: Date {
        let seconds = timeIntervalSince1970
        if seconds.isNaN { return Date(timeIntervalSince1970: 0) }
        return Date(timeIntervalSince1970: min(max(seconds, Self.calendar.lowerBound), Self.calendar.upperBound))
    }
}
