import Foundation
import Testing

@testable import HistorySQLite

struct HistoryKeyTests {
    @Test func laterTimesHaveGreaterKeys() {
        let times = [-5e9, -1, 0, 0.000_001, 1, 1_767_225_600, 7e9].map { Date(timeIntervalSince1970: $0) }
        let keys = times.map { HistoryKey.key(startedAt: $0, id: "ffffffff") }
        #expect(keys == keys.sorted() && Set(keys).count == keys.count)
    }

    @Test func idsOrderEqualTimes() {
        let keys = ["00000000", "004", "1", "7fc", "800", "abc", "fff"].map { HistoryKey.key(startedAt: .distantPast, id: $0) }
        #expect(keys == keys.sorted())
    }

    @Test func extremeTimesDoNotOverflow() {
        #expect(HistoryKey.key(startedAt: .distantFuture, id: "f") > HistoryKey.key(startedAt: .distantPast, id: "f"))
        #expect(HistoryKey.key(startedAt: Date(timeIntervalSince1970: 1e300), id: "f") > 0)
    }
}
