import Engine
import Synchronization
import Testing

@testable import App

@Suite struct MessageQueueTests {
    @Test func drainsInOrderAndWakesOnce() {
        let queue = MessageQueue()
        let wakes = Mutex(0)
        queue.listen { wakes.withLock { $0 += 1 } }
        for number in 0..<1000 { queue.post(.application(.toast(.dismiss(number)))) }
        #expect(wakes.withLock(\.self) == 1)
        #expect(queue.drain() == (0..<1000).map { .application(.toast(.dismiss($0))) })
        #expect(queue.drain().isEmpty)
        queue.post(.application(.toast(.dismiss(1))))
        #expect(wakes.withLock(\.self) == 2)
    }

    @Test func `progress that is not visible wakes nothing`() {
        let queue = MessageQueue()
        let wakes = Mutex(0)
        queue.listen { wakes.withLock { $0 += 1 } }
        queue.setShowsProgress(false)
        queue.post(.sending(.flight(.progressed("one", SendingProgress()))))
        #expect(wakes.withLock(\.self) == 0)
        queue.post(.application(.toast(.dismiss(1))))
        queue.post(.application(.toast(.dismiss(2))))
        #expect(wakes.withLock(\.self) == 1)
        #expect(queue.drain().count == 3)
        queue.post(.sending(.flight(.progressed("one", SendingProgress()))))
        queue.setShowsProgress(true)
        #expect(wakes.withLock(\.self) == 2)
        #expect(queue.drain().count == 1)
        queue.post(.sending(.flight(.progressed("one", SendingProgress()))))
        #expect(wakes.withLock(\.self) == 3)
    }

    /// A large response reports each piece, even if it arrives too fast to be visible.
    @Test func `only the newest queued progress of each request is kept`() {
        let queue = MessageQueue()
        queue.setShowsProgress(false)
        for count in 0..<1000 {
            for id in ["one", "two"] {
                var progress = SendingProgress()
                progress.receivedByteCount = Int64(count)
                queue.post(.sending(.flight(.progressed(id, progress))))
            }
        }
        var newest = SendingProgress()
        newest.receivedByteCount = 999
        #expect(queue.drain() == [.sending(.flight(.progressed("one", newest))), .sending(.flight(.progressed("two", newest)))])
    }

    @Test func wakesALateListenerWhenMessagesWait() {
        let queue = MessageQueue()
        queue.post(.application(.toast(.dismiss(1))))
        let wakes = Mutex(0)
        queue.listen { wakes.withLock { $0 += 1 } }
        #expect(wakes.withLock(\.self) == 1)
    }

    @Test func keepsTheOrderOfEachProducer() async {
        let queue = MessageQueue()
        await withTaskGroup(of: Void.self) { group in
            for producer in 0..<4 {
                group.addTask { for number in 0..<500 { queue.post(.application(.toast(.dismiss(producer * 1000 + number)))) } }
            }
        }
        var last: [Int: Int] = [:]
        for case .application(.toast(.dismiss(let value))) in queue.drain() {
            #expect(value % 1000 > last[value / 1000] ?? -1)
            last[value / 1000] = value % 1000
        }
        #expect(last.values.allSatisfy { $0 == 499 })
    }
}
