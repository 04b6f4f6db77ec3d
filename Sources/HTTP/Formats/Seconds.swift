/// A number of seconds from a file, a command, a header or a server.
///
/// `Duration.seconds(_:)` and `Int(_:)` trap on infinity, NaN and numbers out of their range, so numbers from outside are limited here
/// first.
package struct Seconds: Hashable, Sendable {
    /// The maximum, more than 300 years. Dates can be computed with it, and stay before the year 10,000.
    package static let longest = 1e10
    /// ``longest`` as a duration: clocks trap on times that are too far away.
    static let longestDuration = Duration.seconds(longest)
    /// The maximum of a time limit, more than eleven days, which every transport supports.
    package static let longestTimeout = 1e6
    /// The value used for a larger `delta-seconds` (RFC 9111 section 1.2.2).
    private static let longestDelta = 2_147_483_648.0

    /// The number, from zero to ``longest``.
    package let value: Double

    /// Creates a number from zero to `maximum`; nil for other numbers.
    package init?(_ value: Double, maximum: Double = longest) {
        guard value >= 0, value <= min(maximum, Self.longest) else { return nil }
        self.value = value
    }

    /// Creates the nearest number in a range, which is itself within zero to ``longest``; the lower bound for NaN.
    package init(nearest value: Double, in range: ClosedRange<Double> = 0...longest) {
        let nearest = value.isNaN ? range.lowerBound : min(max(value, range.lowerBound), range.upperBound)
        self.value = min(max(nearest, 0), Self.longest)
    }

    /// Parses `delta-seconds`, which has digits only (RFC 9111 section 1.2.2); nil for other text.
    package init?(delta text: some StringProtocol) {
        guard !text.isEmpty, text.utf8.allSatisfy(ASCII.isDigit) else { return nil }
        value = min(Double(text) ?? Self.longestDelta, Self.longestDelta)
    }

    package var duration: Duration { .seconds(value) }

    /// The number rounded towards zero.
    package var whole: Int { Int(value) }
}
