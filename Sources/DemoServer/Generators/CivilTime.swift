/// A moment as the calendar writes it, in UTC.
struct CivilTime: Sendable, Hashable {
    let year: Int
    let month: Int
    let day: Int
    let hour: Int
    let minute: Int
    let second: Int
    /// 0 is Sunday.
    let weekday: Int

    /// - Parameter unixTime: seconds since 1970, not negative.
    init(unixTime: Int) {
        let days = unixTime / 86400
        let secondOfDay = unixTime % 86400
        hour = secondOfDay / 3600
        minute = secondOfDay / 60 % 60
        second = secondOfDay % 60
        weekday = (days + 4) % 7
        (year, month, day) = Self.date(daysSince1970: days)
    }

    /// `2026-01-31T12:34:56Z` (RFC 3339).
    var iso8601: String {
        "\(padded(year, 4))-\(padded(month))-\(padded(day))T\(padded(hour)):\(padded(minute)):\(padded(second))Z"
    }

    /// `Sat, 31 Jan 2026 12:34:56 GMT` (RFC 9110, section 5.6.7).
    var httpDate: String {
        let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return "\(weekdays[weekday]), \(padded(day)) \(months[month - 1]) \(padded(year, 4)) "
            + "\(padded(hour)):\(padded(minute)):\(padded(second)) GMT"
    }

    private func padded(_ number: Int, _ width: Int = 2) -> String {
        var digits: [UInt8] = []
        digits.append(decimal: number, width: width)
        return String(decoding: digits, as: UTF8.self)
    }

    /// Howard Hinnant, “chrono-compatible low-level date algorithms”, civil_from_days: years begin in March, so that the
    /// day that comes and goes is the last one.
    private static func date(daysSince1970: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = daysSince1970 + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }
}
