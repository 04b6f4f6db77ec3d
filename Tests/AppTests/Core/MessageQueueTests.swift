import Testing

@testable import App

@Suite struct MessageQueueTests {
    @Test func drainsInOrderAndWakesOnce() async {
        let queue = MessageQueue()
        for number in 0..<1000 { queue.post(.application(.dismissToast(number))) }
        #expect(queue.drain() == (0..<1000).map { .application(.dismissToast($0)) })
        #expect(queue.drain().isEmpty)
        queue.finish()
        var wakes = 0
        for await _ in queue.wakes { wakes += 1 }
        #expect(wakes == 1)
    }

    @Test func keepsTheOrderOfEachProducer() async {
        let queue = MessageQueue()
        await withTaskGroup(of: Void.self) { group in
            for producer in 0..<4 {
                group.addTask { for number in 0..<500 { queue.post(.application(.dismissToast(producer * 1000 + number))) } }
            }
        }
        var last: [Int: Int] = [:]
        for case .application(.dismissToast(let value)) in queue.drain() {
            #expect(value % 1000 > last[value / 1000] ?? -1)
            last[value / 1000] = value % 1000
        }
        #expect(last.values.allSatisfy { $0 == 499 })
    }
}
