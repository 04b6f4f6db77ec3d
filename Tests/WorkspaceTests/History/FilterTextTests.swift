import Foundation
import Platform
import Testing

@testable import Workspace

struct FilterTextTests {
    private static let now = Date(timeIntervalSince1970: 1_767_225_600 + 15 * 3600)  // 2026-01-01 15:00 UTC

    private static func day(_ number: Double, offset: Double = 0) -> Date {
        Date(timeIntervalSince1970: 1_767_225_600 + number * 86_400 - offset)
    }

    private static let readable: [(String, [HistoryFilter.Condition])] = [
        ("", []), ("  people  ada ", [.words(["people"]), .words(["ada"])]), ("\"exact text\"", [.phrase("exact text")]),
        ("-draft", [.not(.words(["draft"]))]), ("method:post", [.method("post")]), ("METHOD:post", [.method("post")]),
        ("host:api.example.com", [.host("api.example.com")]), ("path:/people", [.path("/people")]), ("status:5xx", [.status(500...599)]),
        ("status:404", [.status(404...404)]), ("status:400-404", [.status(400...404)]), ("status:>=400", [.status(400...999)]),
        ("status:<300", [.status(0...299)]), ("env:\"my env\"", [.environment("my env")]), ("-env:dev", [.not(.environment("dev"))]),
        ("pinned failed", [.pinned, .failed]), ("\"pinned\"", [.phrase("pinned")]), ("time:>=500ms", [.duration(.init(lower: 0.5))]),
        ("time:100ms-2s", [.duration(.init(lower: 0.1, upper: 2))]), ("size:>1mb", [.size(.init(lower: 1_000_001))]),
        ("size:<1kib", [.size(.init(upper: 1023))]), ("size:0b", [.size(.init(lower: 0, upper: 0))]),
        ("size:740b", [.size(.init(lower: 740, upper: 740))]),
        ("size:2kb", [.size(.init(lower: 1500.0.nextUp, upper: 2500.0.nextDown))]), ("time:200ms", [.duration(.init(lower: 0.2))]),
        ("https://a.b/c", [.words(["https", "a", "b", "c"])]),
        ("localhost:8080", [.words(["localhost", "8080"])]), ("on:today", [.sent(day(0)..<day(1))]),
        ("before:yesterday", [.sent(.distantPast..<day(-1))]), ("after:2025-12-25", [.sent(day(-7)..<Date.distantFuture)]),
        ("after:2h", [.sent(now.addingTimeInterval(-7200)..<Date.distantFuture)]),
        ("after:\"2026-01-01 12:30\"", [.sent(day(0).addingTimeInterval(45_000)..<Date.distantFuture)]),
        ("on:\"2026-01-01 12:30:05\"", [.sent(day(0).addingTimeInterval(45_005)..<day(0).addingTimeInterval(45_006))]),
        ("after:2026-01-01T12:30:05.25Z", [.sent(day(0).addingTimeInterval(45_005)..<Date.distantFuture)]),
        ("workspace:shop", [.workspace("shop")]), ("status:", []), ("-", []), ("\"open quote", [.phrase("open quote")]),
        ("tag:bug", [.tag("bug")]), ("status:>999", [.status(1000...1000)]), ("before:999999d", [.sent(.distantPast..<Date.distantPast)]),
        ("before:0000-12-01", [.sent(.distantPast..<Date.distantPast)]), ("on:2025-12", [.sent(day(-31)..<day(0))]),
        ("on:2025", [.sent(day(-365)..<day(0))]), ("before:2026", [.sent(.distantPast..<day(0))]),
        ("after:2025-11", [.sent(day(-61)..<Date.distantFuture)]),
        ("after:1mo", [.sent(now.addingTimeInterval(-30 * 86_400)..<Date.distantFuture)]),
        ("after:1y", [.sent(now.addingTimeInterval(-365 * 86_400)..<Date.distantFuture)]),
    ]

    /// Numbers on the way to another one while typing, which no exchange has.
    @Test(arguments: ["status:>", "status:>=", "status:<=", "status:0-", "status:", "time:>", "time:<", "size:>", "before:", "after:"])
    func hugeNumbersAreNumbers(key: String) {
        for digits in [4, 18, 19, 20, 400] {
            let number = String(repeating: "9", count: digits)
            for unit in ["", "s", "b", "d"] {
                let conditions = HistoryFilter(text: key + number + unit, now: Self.now).conditions
                #expect(conditions.count <= 1)
                if case .status(let range)? = conditions.first { #expect(range.count < 100_000) }
            }
        }
    }

    @Test(arguments: readable) func readsTerms(text: String, expected: [HistoryFilter.Condition]) {
        #expect(HistoryFilter(text: text, now: Self.now).conditions == expected)
        #expect(FilterText(text).terms.compactMap(\.problem).isEmpty)
    }

    /// A letter outside ASCII at the end makes a text go the longer way, on which it has the same words.
    @Test func asciiTextsHaveTheSameWordsAsOthers() {
        var generator = SystemRandomNumberGenerator()
        func text(_ count: Int) -> String { String((0..<count).map { _ in "abAB01 /-._".randomElement(using: &generator) ?? " " }) }
        let row = Exchange(startedAt: Self.now, request: Exchange.Request(method: "GET", url: "https://a.example/")).summary
        for _ in 0..<2000 {
            let (searched, wanted) = (text(12), HistoryFilter.words(of: text(4)))
            let condition = HistoryFilter.Condition.words(wanted)
            #expect(
                condition.matches(row, text: searched) == condition.matches(row, text: searched + " é"), "\(wanted) in “\(searched)”")
        }
    }

    @Test func daysBeginInTheTimeZone() {
        let filter = HistoryFilter(text: "on:today", now: Self.now, timeZone: 36_000)
        #expect(filter.conditions == [.sent(Self.day(1, offset: 36_000)..<Self.day(2, offset: 36_000))])
    }

    @Test(arguments: [("2026-03-29", -3600.0, 23), ("2026-03-30", 79_200, 24), ("2026-03-28", -90_000, 24)])
    func daysBeginWithTheOffsetThatTheyHave(day: String, start: Double, hours: Double) {
        let midnight = 1_774_742_400.0
        let summer = Int(midnight) + 3600
        let zone = TimeZoneOffsets(in: summer - 86_400..<summer + 30 * 86_400) { $0 < summer ? 3600 : 7200 }
        let begin = Date(timeIntervalSince1970: midnight + start)
        let filter = HistoryFilter(text: "on:\(day)", now: Self.now, timeZone: zone)
        #expect(filter.conditions == [.sent(begin..<begin.addingTimeInterval(hours * 3600))])
    }

    /// Texts with the terms that cannot be read, by their places.
    private static let unreadable: [(String, [Range<Int>])] = [
        ("status:abc", [0..<10]), ("a status:6x b", [2..<11]), ("staus:500", [0..<9]), ("time:>5", [0..<7]), ("time:fast", [0..<9]),
        ("before:someday -size:big", [0..<14, 15..<24]), ("on:2026-02-30", [0..<13]), ("time:1s-x", [0..<9]),
        ("a time:2s-1s", [2..<12]), ("size:2b-1b", [0..<10]), ("status:500-400", [0..<14]), ("status:-200", [0..<11]),
        ("status:+200", [0..<11]), ("status:>+200", [0..<12]), ("status:+2-+4", [0..<12]), ("on:+2026-11-01", [0..<14]),
        ("on:\"2026-11-01 +1:+2\"", [0..<21]), ("on:+2026", [0..<8]),
        ("on:2026-13", [0..<10]), ("before:202", [0..<10]), ("on:2026-", [0..<8]),
    ]

    @Test(arguments: unreadable) func marksInvalidTerms(text: String, ranges: [Range<Int>]) {
        let terms = FilterText(text).terms
        #expect(terms.filter { $0.problem != nil }.map(\.range) == ranges)
        #expect(HistoryFilter(text: text).conditions.count == terms.count - ranges.count)
    }

    @Test(arguments: ["err", "ERROR"]) func aStatusThatMeansAnErrorNamesTheTerm(value: String) {
        #expect(FilterText("status:\(value)").terms.first?.problem?.hasSuffix("failed.") == true)
        #expect(FilterText("status:abc").terms.first?.problem?.contains("failed") == false)
    }

    @Test func everyExampleCanBeRead() {
        for key in FilterKey.allCases {
            for example in key.example.split(separator: ", ") {
                #expect(FilterText(String(example)).terms.allSatisfy { $0.key == key && $0.problem == nil })
            }
            for value in key.values { #expect(FilterText("\(key.rawValue):\(value)").terms.first?.problem == nil) }
        }
    }

    @Test func `a time without its day is answered by an example with both`() throws {
        let problem = try #require(FilterText("after:19:30").terms.first?.problem)
        let examples = FilterKey.after.example.split(separator: ", ").filter { $0.contains("T") }
        #expect(!examples.isEmpty && examples.allSatisfy { problem.contains($0) })
    }

    @Test(arguments: ["a", "a b", "", "x\"y z"]) func quotedValuesAreReadBack(value: String) {
        #expect(FilterText("tag:" + FilterText.quoted(value)).terms.first?.value == value.filter { $0 != "\"" })
    }
}
