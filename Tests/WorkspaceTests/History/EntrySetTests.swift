import Platform
import Testing

@testable import Workspace

@Suite struct EntrySetTests {
    private static let matching: MatchingEntries = {
        let filter = HistoryFilter(
            text: "sent:today \"a b\"", now: Date(timeIntervalSince1970: 1_700_000_000.123456),
            timeZone: TimeZoneOffsets(in: 0..<40_000_000) { $0 / 20_000_000 * 3600 })
        var entries = MatchingEntries(filter: filter, start: HistoryCursor(startedAt: Date(timeIntervalSince1970: 0.1 + 0.2), id: "x"))
        (entries.exceptions, entries.additions, entries.isUnpinned) = (["a", "é\"\n"], ["b"], true)
        return entries
    }()

    @Test(arguments: [
        EntrySet.ids([]), .ids(["a", "é\"\n"]), .matching(matching),
        .matching(MatchingEntries(filter: HistoryFilter(), start: HistoryCursor(startedAt: .distantFuture, id: ""))),
    ])
    func `a set of entries survives storing and reading`(set: EntrySet) {
        #expect(EntrySet(storedText: set.storedText) == set)
    }

    @Test(arguments: ["", "{}", "1", #"{"filter":"x","now":"1","zone":[0,0],"startedAt":"1","id":"","isUnpinned":true,"additions":[]}"#])
    func `a set of which a part is missing is none`(text: String) {
        #expect(EntrySet(storedText: text) == nil)
    }
}
