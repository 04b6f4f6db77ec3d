/// A date of the proleptic Gregorian calendar with a time of day, in UTC: the form in which protocols write dates.
public struct CivilTime: Hashable, Sendable {
    /// The year, from 0 to 9999 where a text is made of it.
    public var year: Int
    /// 1...12
    public var month: Int
    /// 1...31
    public var day: Int
    /// 0...23
    public var hour: Int
    /// 0...59
    public var minute: Int
    /// 0...60
    public var second: Int

    /// Takes the numbers as they are; see ``isValid``.
    public init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, second)
    }

    /// The time that is this many seconds from the beginning of 1970.
    public init(secondsSince1970 seconds: Int) {
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

    /// Days since 1970-01-01, by the era algorithm of Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms".
    private var dayNumber: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The seconds from the beginning of 1970, without leap seconds.
    public var secondsSince1970: Int { dayNumber * 86_400 + hour * 3_600 + minute * 60 + second }

    /// 0 for Sunday.
    public var weekday: Int { ((dayNumber + 4) % 7 + 7) % 7 }

    /// True for days that exist (no 30 February) in the years 0 to 9999.
    public var isValid: Bool {
        (0...9999).contains(year) && (1...12).contains(month) && (1...31).contains(day)
            && CivilTime(secondsSince1970: dayNumber * 86_400).day == day
            && (0..<24).contains(hour) && (0..<60).contains(minute) && (0...60).contains(second)
    }
}

extension CivilTime {
    private static let monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let dayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    /// 1...12 for the first three letters of an English month name, in any case.
    public static func month(named name: some StringProtocol) -> Int? {
        let start = name.prefix(3).lowercased()
        return monthNames.firstIndex { $0.lowercased() == start }.map { $0 + 1 }
    }

    /// IMF-fixdate (RFC 9110 section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
    public var httpDate: String {
        "\(Self.dayNames[weekday]), \(padded(day)) \(Self.monthNames[month - 1]) \(padded(year, to: 4)) \(timeOfDay) GMT"
    }

    /// RFC 3339: `1994-11-06T08:49:37Z`.
    public var iso8601: String { "\(padded(year, to: 4))-\(padded(month))-\(padded(day))T\(timeOfDay)Z" }

    /// RFC 3339 with milliseconds: `1994-11-06T08:49:37.250Z`.
    public static func iso8601(secondsSince1970: Double) -> String {
        // Years of at most five digits; a time from a file may be any number.
        let limit = 1e12
        let milliseconds = Int((min(max(secondsSince1970.isNaN ? 0 : secondsSince1970, -limit), limit) * 1000).rounded(.down))
        let fraction = String(1000 + (milliseconds % 1000 + 1000) % 1000).dropFirst()
        let seconds = Int((Double(milliseconds) / 1000).rounded(.down))
        return "\(CivilTime(secondsSince1970: seconds).iso8601.dropLast()).\(fraction)Z"
    }

    /// ISO 8601 basic format: `19941106T084937Z`.
    public var compact: String { "\(compactDay)T\(padded(hour))\(padded(minute))\(padded(second))Z" }

    /// ISO 8601 basic format of the day: `19941106`.
    public var compactDay: String { "\(padded(year, to: 4))\(padded(month))\(padded(day))" }

    private var timeOfDay: String { "\(padded(hour)):\(padded(minute)):\(padded(second))" }

    private func padded(_ number: Int, to width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

/// The seconds that the time of a zone is ahead of UTC, with the moments at which they change, as for summer time.
public struct TimeZoneOffsets: Hashable, Sendable, ExpressibleByIntegerLiteral {
    private struct Change: Hashable, Sendable {
        /// The first second with the offset, since 1970.
        let start: Int
        let offset: Int
    }

    /// The changes in order; the first also counts before its start.
    private var changes: [Change]

    /// A zone with the same offset all the time.
    public init(integerLiteral offset: Int) { changes = [Change(start: .min, offset: offset)] }

    /// The offsets in a range of seconds since 1970; an offset stays for at least two weeks.
    package init(in range: Range<Int>, _ offset: (Int) -> Int) {
        changes = [Change(start: range.lowerBound, offset: offset(range.lowerBound))]
        for end in stride(from: range.lowerBound, to: range.upperBound, by: 14 * 86_400).dropFirst() {
            let new = offset(end)
            guard let old = changes.last, new != old.offset else { continue }
            var (low, high) = (max(old.start, end - 14 * 86_400), end)
            while high - low > 1 {
                let middle = (low + high) / 2
                if offset(middle) == old.offset { low = middle } else { high = middle }
            }
            changes.append(Change(start: high, offset: new))
        }
    }

    /// The zone of this machine, with its changes in the last ten years and the next two.
    public static func local() -> TimeZoneOffsets {
        let (now, year) = (time(nil), 366 * 86_400)
        return TimeZoneOffsets(in: now - 10 * year..<now + 2 * year) { seconds in
            var (seconds, local) = (time_t(seconds), tm())
            localtime_r(&seconds, &local)
            return local.tm_gmtoff
        }
    }

    /// A zone with these changes: for each its first second since 1970 and its offset. Nil without a change.
    package init?(numbers: [Int]) {
        changes = stride(from: 0, to: numbers.count - 1, by: 2).map { Change(start: numbers[$0], offset: numbers[$0 + 1]) }
        if changes.isEmpty { return nil }
    }

    /// The numbers from which ``init(numbers:)`` makes the zone.
    package var numbers: [Int] { changes.flatMap { [$0.start, $0.offset] } }

    /// The offset at a moment, in seconds since 1970.
    public func offset(at seconds: Double) -> Int {
        (changes.last { Double($0.start) <= seconds } ?? changes.first)?.offset ?? 0
    }

    /// The local time as seconds since 1970 as if it were UTC.
    public func local(_ seconds: Double) -> Double { seconds + Double(offset(at: seconds)) }

    /// The moment of a local time: the first one if the time is repeated, or as long after the change if the change skips the time.
    public func moment(ofLocal seconds: Double) -> Double {
        let (before, after) = (seconds - Double(offset(at: seconds - 86_400)), seconds - Double(offset(at: seconds + 86_400)))
        return local(after) == seconds && local(before) != seconds ? after : before
    }
}
