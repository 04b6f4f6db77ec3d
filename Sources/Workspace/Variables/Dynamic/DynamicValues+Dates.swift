#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension DynamicValues {
    static let dateFunctions: [String: Function] = [
        "randomDateFuture": { DateWords.text(of: $0.date(1...31_536_000)) },
        "randomDatePast": { DateWords.text(of: $0.date(-31_536_000 ... -1)) },
        "randomDateRecent": { DateWords.text(of: $0.date(-86_400 ... -1)) },
        "randomWeekday": { $0.pick(DateWords.weekdays) },
        "randomMonth": { $0.pick(DateWords.months) },
    ]

    private mutating func date(_ seconds: ClosedRange<Int>) -> Date { now.addingTimeInterval(Double(number(seconds))) }
}

/// Dates in English words, whatever the locale and the time zone of the machine.
enum DateWords {
    static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]

    /// `2020-06-09T21:10:36.177Z`.
    static func iso(_ date: Date) -> String {
        let milliseconds = Int((date.timeIntervalSince1970 * 1000).rounded(.down))
        let parts = parts(of: date)
        let fraction = String(1000 + (milliseconds % 1000 + 1000) % 1000).dropFirst()
        return "\(parts.year)-\(twoDigits(parts.month))-\(twoDigits(parts.day))T\(parts.time).\(fraction)Z"
    }

    /// As ECMAScript writes dates: `Tue Mar 17 2020 13:11:50 GMT+0000 (Coordinated Universal Time)`.
    static func text(of date: Date) -> String {
        let parts = parts(of: date)
        let weekday = weekdays[(parts.weekday - 1) % 7].prefix(3)
        let month = months[(parts.month - 1) % 12].prefix(3)
        return "\(weekday) \(month) \(twoDigits(parts.day)) \(parts.year) \(parts.time) GMT+0000 (Coordinated Universal Time)"
    }

    private static func parts(of date: Date) -> (year: Int, month: Int, day: Int, weekday: Int, time: String) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .weekday, .hour, .minute, .second], from: date)
        let time = [parts.hour, parts.minute, parts.second].map { twoDigits($0 ?? 0) }.joined(separator: ":")
        return (parts.year ?? 1970, parts.month ?? 1, parts.day ?? 1, parts.weekday ?? 1, time)
    }

    private static func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
