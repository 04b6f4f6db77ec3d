import Testing

@testable import App

@Suite struct MessageQueueTests {
    @Test func drainsInOrder() async {
        let queue = MessageQueue()
        for number in 0..<1000 { queue.post(.application(.dismissToast(number))) }
        #expect(await queue.wait())
        #expect(queue.drain() == (0..<1000).map { .application(.dismissToast($0)) })
        #expect(queue.drain().isEmpty)
    }

    @Test func wakesWhoWaits() async {
        let queue = MessageQueue()
        async let isThere = queue.wait()
        queue.post(.application(.dismissToast(1)))
        #expect(await isThere)
        #expect(queue.drain() == [.application(.dismissToast(1))])
    }

    @Test func endsWithItsLastMessage() async {
        let queue = MessageQueue()
        queue.post(.application(.dismissToast(1)))
        queue.finish()
        #expect(await queue.wait())
        #expect(queue.drain().count == 1)
        #expect(await !queue.wait())
    }

    @Test func endsWhileSomebodyWaits() async {
        let queue = MessageQueue()
        async let isThere = queue.wait()
        queue.finish()
        #expect(await !isThere)
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
