import Testing

@testable import DemoServer

@Suite struct ExpiringTableTests {
    @Test func aValueIsThereUntilItsTime() {
        var table = ExpiringTable<String>()
        table.insert("v", key: "k", expiry: 10, now: 0)
        #expect(table.value("k", now: 9) == "v")
        #expect(table.value("k", now: 10) == nil)
    }

    @Test func aValueIsTakenOnce() {
        var table = ExpiringTable<String>()
        table.insert("v", key: "k", expiry: 10, now: 0)
        let taken = (0..<2).map { _ in table.removeValue("k", now: 1) }
        #expect(taken == ["v", nil])
    }

    @Test func removesExpiredEntriesFirst() {
        var table = ExpiringTable<Int>(limit: 2)
        table.insert(1, key: "old", expiry: 5, now: 0)
        table.insert(2, key: "good", expiry: 100, now: 0)
        table.insert(3, key: "new", expiry: 50, now: 10)
        #expect(table.value("good", now: 10) == 2)
        #expect(table.value("new", now: 10) == 3)
    }

    @Test func removesTheEntryThatExpiresNext() {
        var table = ExpiringTable<Int>(limit: 2)
        table.insert(1, key: "soon", expiry: 50, now: 0)
        table.insert(2, key: "late", expiry: 100, now: 0)
        table.insert(3, key: "new", expiry: 75, now: 0)
        #expect(table.value("soon", now: 1) == nil)
        #expect(table.value("late", now: 1) == 2)
        #expect(table.value("new", now: 1) == 3)
    }
}
