#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A date of the proleptic Gregorian calendar with a time of day, in UTC: what protocols write down.
package struct CivilTime: Equatable {
    var year: Int
    /// 1...12
    package var month: Int
    /// 1...31
    package var day: Int
    var hour = 0
    var minute = 0
    /// 0...60
    var second = 0

    static let monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let dayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    /// 1...12 for the first three letters of an English month name, whatever their case.
    static func month(named name: some StringProtocol) -> Int? {
        monthNames.firstIndex { ASCII.equalIgnoringCase($0, String(name.prefix(3))) }.map { $0 + 1 }
    }
}

extension CivilTime {
    /// Days since 1970-01-01, by the era algorithm of Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms".
    private var dayNumber: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    var date: Date {
        Date(timeIntervalSince1970: Double(dayNumber * 86_400 + hour * 3_600 + minute * 60 + second))
    }

    /// The second that holds a date; the nearest in the years 0 to 9999.
    package init(_ date: Date) {
        let seconds = Int(date.withinCalendar.timeIntervalSince1970.rounded(.down))
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let rest = seconds - days * 86_400
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60)
    }

    /// True for days that exist: no 30 February.
    var isValid: Bool {
        (0...9999).contains(year) && (1...12).contains(month) && (1...31).contains(day) && CivilTime(date).day == day
            && (0..<24).contains(hour) && (0..<60).contains(minute) && (0...60).contains(second)
    }

    /// IMF-fixdate (RFC 9110 section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
    var httpDate: String {
        let weekday = Self.dayNames[((dayNumber + 4) % 7 + 7) % 7]
        return "\(weekday), \(Self.padded(day)) \(Self.monthNames[month - 1]) \(Self.padded(year, to: 4)) \(timeOfDay) GMT"
    }

    /// ISO 8601 basic format: `19941106T084937Z`.
    var compact: String {
        compactDay + "T\(Self.padded(hour))\(Self.padded(minute))\(Self.padded(second))Z"
    }

    /// ISO 8601 basic format of the day: `19941106`.
    var compactDay: String { "\(Self.padded(year, to: 4))\(Self.padded(month))\(Self.padded(day))" }

    private var timeOfDay: String { "\(Self.padded(hour)):\(Self.padded(minute)):\(Self.padded(second))" }

    private static func padded(_ number: Int, to width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
