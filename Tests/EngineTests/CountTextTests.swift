import Engine
import Testing

/// Counts as people read them.
@Suite struct CountTextTests {
    @Test(arguments: [
        (0, "0"), (7, "7"), (999, "999"), (1_000, "1,000"), (20_000, "20,000"), (123_456, "123,456"), (1_234_567, "1,234,567"),
        (-1_000, "-1,000"), (-999, "-999"), (Int.min, "-9,223,372,036,854,775,808"),
    ])
    func `a count separates thousands`(count: Int, text: String) {
        #expect(CountText.number(count) == text)
    }

    @Test(arguments: [(0, "0 entries"), (1, "1 entry"), (1_000_000, "1,000,000 entries")])
    func `a count has its noun`(count: Int, text: String) {
        #expect(CountText.of(count, "entry", "entries") == text)
    }

    @Test(arguments: [(2.54, "2.5 requests/s"), (120.9, "120 requests/s"), (12_345, "12,345 requests/s")])
    func `a small rate has a decimal, and the first moment has no rate`(rate: Double, text: String) {
        #expect(CountText.perSecond(rate, of: 100_000) == text)
        #expect(CountText.perSecond(rate, of: 10) == nil)
    }
}
