/// A number of seconds that came from outside: from a file, a command, a header, or a server.
///
/// `Duration.seconds(_:)` and `Int(_:)` end the program at numbers that they cannot hold, at infinity and at what is no number: what comes from
/// outside goes to them through here.
public struct Seconds: Hashable, Sendable {
    /// The longest of all, more than 300 years: dates and durations can be reckoned with it, and lie before the year 10,000.
    public static let longest = 1e10
    /// The longest time-out, more than eleven days: every transport can wait that long.
    public static let longestTimeout = 1e6
    /// What counts of a longer `delta-seconds` (RFC 9111 section 1.2.2).
    private static let longestDelta = 2_147_483_648.0

    /// From zero to ``longest``.
    public let value: Double

    /// Seconds from zero to `most`; nil for others, and for what is no number.
    public init?(_ value: Double, most: Double = longest) {
        guard value >= 0, value <= min(most, Self.longest) else { return nil }
        self.value = value
    }

    /// The seconds of the range, itself within zero to ``longest``, that are nearest; the fewest for what is no number.
    public init(nearest value: Double, in range: ClosedRange<Double> = 0...longest) {
        let nearest = value.isNaN ? range.lowerBound : min(max(value, range.lowerBound), range.upperBound)
        self.value = min(max(nearest, 0), Self.longest)
    }

    /// Reads `delta-seconds`, digits alone (RFC 9111 section 1.2.2); nil for other texts.
    public init?(delta text: some StringProtocol) {
        guard !text.isEmpty, text.utf8.allSatisfy(ASCII.isDigit) else { return nil }
        value = min(Double(text) ?? Self.longestDelta, Self.longestDelta)
    }

    /// The same as a duration.
    public var duration: Duration { .seconds(value) }

    /// Rounded towards zero.
    public var whole: Int { Int(value) }
}
