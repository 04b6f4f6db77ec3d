import Testing

@testable import HTTP

@Suite struct ThrottleQueueTests {
    @Test func waitersStartInOrder() {
        var queue = ThrottleQueue(limit: 1, requestsPerSecond: nil)
        #expect(queue.enter(1, now: .zero) == [.start(1)])
        #expect(queue.enter(2, now: .zero) == [])
        #expect(queue.enter(3, now: .zero) == [])
        #expect(queue.leave(now: .zero) == [.start(2)])
        #expect(queue.leave(now: .zero) == [.start(3)])
    }

    @Test func entersAtOnceWhenThereIsRoom() {
        var queue = ThrottleQueue(limit: 2, requestsPerSecond: nil)
        #expect(queue.enterAtOnce(now: .zero) == true)
        #expect(queue.enter(1, now: .zero) == [.start(1)])
        #expect(queue.enterAtOnce(now: .zero) == false)
        #expect(queue.enter(2, now: .zero) == [])
        #expect(queue.leave(now: .zero) == [.start(2)])
        #expect(queue.leave(now: .zero) == [])
        #expect(queue.enterAtOnce(now: .zero) == true)
    }

    @Test func doesNotOvertakeWaitingRequests() {
        var queue = ThrottleQueue(limit: 0, requestsPerSecond: nil)
        #expect(queue.enterAtOnce(now: .zero) == false)
        _ = queue.enter(1, now: .zero)
        #expect(queue.setLimit(3, now: .zero) == [.start(1)])
        var slow = ThrottleQueue(limit: nil, requestsPerSecond: 2)
        #expect(slow.enterAtOnce(now: .zero) == true)
        #expect(slow.enterAtOnce(now: .milliseconds(499)) == false)
        #expect(slow.enter(1, now: .milliseconds(499)) == [.sleep(1, until: .milliseconds(500))])
        #expect(slow.enterAtOnce(now: .seconds(9)) == false)
    }

    @Test(arguments: [0, -1, 1e-300, .nan]) func aZeroRateStartsOneRequest(rate: Double) {
        var queue = ThrottleQueue(limit: nil, requestsPerSecond: rate)
        #expect(queue.enterAtOnce(now: .zero) == true)
        #expect(queue.enterAtOnce(now: .seconds(86_400)) == false)
    }

    @Test func aCancelledWaiterLeavesTheQueue() {
        var queue = ThrottleQueue(limit: 1, requestsPerSecond: nil)
        for id in 1...4 { _ = queue.enter(id, now: .zero) }
        #expect(queue.cancel(2, now: .zero) == [])
        #expect(queue.waitingCount == 2)
        #expect(queue.leave(now: .zero) == [.start(3)])
        #expect(queue.cancel(2, now: .zero) == [])
    }

    @Test func theLimitCanChangeAndZeroPauses() {
        var queue = ThrottleQueue(limit: 0, requestsPerSecond: nil)
        for id in 1...4 { #expect(queue.enter(id, now: .zero) == []) }
        #expect(queue.setLimit(2, now: .zero) == [.start(1), .start(2)])
        #expect(queue.setLimit(1, now: .zero) == [])
        #expect(queue.leave(now: .zero) == [])
        #expect(queue.leave(now: .zero) == [.start(3)])
        #expect(queue.setLimit(nil, now: .zero) == [.start(4)])
    }

    @Test func readsOneBodyAtATimeWhilePaused() {
        var queue = ThrottleQueue(limit: 0, requestsPerSecond: nil)
        #expect(queue.enterReadingAtOnce() == true)
        #expect(queue.enterReadingAtOnce() == false)
        #expect(queue.enterReading(1, now: .zero) == [])
        #expect(queue.leave(now: .zero) == [.start(1)])
    }

    @Test func aPauseKeepsTheLimit() {
        var queue = ThrottleQueue(limit: 1, requestsPerSecond: nil)
        #expect(queue.setPaused(true, now: .zero) == [])
        #expect(queue.enterAtOnce(now: .zero) == false)
        for id in 1...2 { #expect(queue.enter(id, now: .zero) == []) }
        #expect(queue.setLimit(nil, now: .zero) == [])
        #expect(queue.setLimit(1, now: .zero) == [])
        #expect(queue.setPaused(false, now: .zero) == [.start(1)])
    }

    /// It counts from the last start, and replaces the alarm of the first that waits.
    @Test func theRateChangesWhileRunning() {
        var queue = ThrottleQueue(limit: nil, requestsPerSecond: 1)
        #expect(queue.enterAtOnce(now: .zero) == true)
        #expect(queue.enter(1, now: .zero) == [.sleep(1, until: .seconds(1))])
        #expect(queue.enter(2, now: .zero) == [])
        #expect(queue.setRate(4, now: .zero) == [.sleep(1, until: .milliseconds(250))])
        #expect(queue.alarm(1, now: .milliseconds(250)) == [.start(1), .sleep(2, until: .milliseconds(500))])
        #expect(queue.setRate(nil, now: .milliseconds(300)) == [.start(2)])
        #expect(queue.setRate(2, now: .milliseconds(400)) == [])
        #expect(queue.enterAtOnce(now: .milliseconds(500)) == false)
    }

    @Test func aRateSpacesStarts() {
        var queue = ThrottleQueue(limit: nil, requestsPerSecond: 2)
        #expect(queue.enter(1, now: .zero) == [.start(1)])
        #expect(queue.enter(2, now: .zero) == [.sleep(2, until: .milliseconds(500))])
        #expect(queue.enter(3, now: .zero) == [])
        #expect(queue.alarm(2, now: .milliseconds(500)) == [.start(2), .sleep(3, until: .seconds(1))])
    }

    /// A pause does not accumulate starts: later ones have the same distance as before.
    @Test func spacesStartsAfterAPause() {
        var queue = ThrottleQueue(limit: 1, requestsPerSecond: 1)
        #expect(queue.enterAtOnce(now: .zero) == true)
        _ = queue.enter(1, now: .zero)
        #expect(queue.leave(now: .seconds(10)) == [.start(1)])
        #expect(queue.leave(now: .seconds(10)) == [])
        #expect(queue.enterAtOnce(now: .milliseconds(10_999)) == false)
        #expect(queue.enterAtOnce(now: .seconds(20)) == true)
        #expect(queue.leave(now: .seconds(20)) == [])
        #expect(queue.enterAtOnce(now: .milliseconds(20_999)) == false)
    }

    @Test func cancellingTheLastWaiterEndsTheSleep() {
        var queue = ThrottleQueue(limit: nil, requestsPerSecond: 1)
        #expect(queue.enterAtOnce(now: .zero) == true)
        _ = queue.enter(1, now: .zero)
        #expect(queue.hasSleeper)
        #expect(queue.cancel(1, now: .zero) == [])
        #expect(!queue.hasSleeper)
    }

    @Test func theNextWaiterSleepsAfterACancel() {
        var queue = ThrottleQueue(limit: nil, requestsPerSecond: 1)
        _ = queue.enter(1, now: .zero)
        _ = queue.enter(2, now: .zero)
        _ = queue.enter(3, now: .zero)
        #expect(queue.cancel(2, now: .zero) == [.sleep(3, until: .seconds(1))])
    }

    @Test func onlyItsAlarmStartsASleeper() {
        var queue = ThrottleQueue(limit: nil, requestsPerSecond: 1)
        _ = queue.enter(1, now: .zero)
        _ = queue.enter(2, now: .zero)
        #expect(queue.leave(now: .seconds(5)) == [])
        #expect(queue.alarm(2, now: .seconds(5)) == [.start(2)])
    }

    @Test func startsThousandsOfWaitersInOrder() {
        var queue = ThrottleQueue(limit: 1, requestsPerSecond: nil)
        for id in 0...10_000 { _ = queue.enter(id, now: .zero) }
        for id in 1...10_000 where id % 3 != 0 { _ = queue.cancel(id, now: .zero) }
        var order: [Int] = []
        while case .start(let id)? = queue.leave(now: .zero).first { order.append(id) }
        #expect(order == (1...10_000).filter { $0 % 3 == 0 })
    }
}
