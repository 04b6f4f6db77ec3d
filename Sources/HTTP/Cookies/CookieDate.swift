#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Dates in `Set-Cookie`, read as leniently as RFC 6265 section 5.1.1 asks.
public enum CookieDate {
    /// The date in a text of any order and any separators; nil without a day, a month, a year and a time.
    public static func date(from text: String) -> Date? {
        var found = Found()
        for token in text.utf8.split(whereSeparator: isDelimiter) { found.take(Array(token)) }
        return found.civil?.date
    }

    /// Everything but digits, letters, colons and what is not ASCII separates.
    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }
}

/// The parts of a date, each from the first token that looks like it.
private struct Found {
    var time: (hour: Int, minute: Int, second: Int)?
    var day: Int?
    var month: Int?
    var year: Int?

    mutating func take(_ token: [UInt8]) {
        if time == nil, let value = Self.time(token) {
            time = value
        } else if day == nil, let value = Self.number(token, digits: 1...2) {
            day = value
        } else if month == nil, token.count >= 3, let value = CivilTime.month(named: String(decoding: token, as: UTF8.self)) {
            month = value
        } else if year == nil, let value = Self.number(token, digits: 2...4) {
            year = value
        }
    }

    var civil: CivilTime? {
        guard let time, let day, let month, var year else { return nil }
        if (70...99).contains(year) { year += 1900 }
        if (0...69).contains(year) { year += 2000 }
        guard year >= 1601, time.second <= 59 else { return nil }
        let civil = CivilTime(year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second)
        return civil.isValid ? civil : nil
    }

    /// So many digits, and then anything that is no digit.
    private static func number(_ token: [UInt8], digits: ClosedRange<Int>) -> Int? {
        let leading = token.prefix(while: ASCII.isDigit)
        guard digits.contains(leading.count) else { return nil }
        return Int(String(decoding: leading, as: UTF8.self))
    }

    private static func time(_ token: [UInt8]) -> (hour: Int, minute: Int, second: Int)? {
        let parts = token.split(separator: 0x3A, maxSplits: 2, omittingEmptySubsequences: false).map(Array.init)
        guard parts.count == 3, parts[0].allSatisfy(ASCII.isDigit), parts[1].allSatisfy(ASCII.isDigit) else { return nil }
        let numbers = parts.compactMap { number($0, digits: 1...2) }
        return numbers.count == 3 ? (numbers[0], numbers[1], numbers[2]) : nil
    }
}
