import Screen
import Synchronization
import Testing

@testable import App

/// When memory is returned to the system.
@MainActor
@Suite struct IdleMemoryTests {
    /// A clock with its timers, which fire when it is advanced.
    @MainActor
    private final class Timers {
        nonisolated let now = TimeBox()
        var releases: [Duration] = []
        private(set) var waiting: [(due: Duration, action: @MainActor () -> Void)] = []

        func add(_ delay: Duration, _ action: @escaping @MainActor () -> Void) { waiting.append((now.value + delay, action)) }

        func advance(to time: Duration) {
            while let index = waiting.indices.filter({ waiting[$0].due <= time }).min(by: { waiting[$0].due < waiting[$1].due }) {
                let timer = waiting.remove(at: index)
                now.value = max(now.value, timer.due)
                timer.action()
            }
            now.value = time
        }
    }

    private final class TimeBox: Sendable {
        private let time = Mutex(Duration.zero)
        var value: Duration {
            get { time.withLock { $0 } }
            set { time.withLock { $0 = newValue } }
        }
    }

    private let timers = Timers()

    @Test func `memory is released once after work, and an idle program has no timer`() {
        let (timers, clock) = (timers, timers.now)
        let memory = IdleMemory(
            callLater: { delay, action in
                timers.add(delay, action)
                return {}
            }, uptime: { clock.value }, release: { timers.releases.append(clock.value) })
        timers.advance(to: .seconds(100))
        #expect(timers.releases.isEmpty && timers.waiting.isEmpty)
        // Work for ten seconds.
        for second in 100...110 {
            timers.advance(to: .seconds(second))
            memory.noteWork()
            #expect(timers.waiting.count == 1)
        }
        timers.advance(to: .seconds(120))
        #expect(timers.releases == [.seconds(115)] && timers.waiting.isEmpty)
        // Not again before half a minute has passed.
        memory.noteWork()
        timers.advance(to: .seconds(144))
        #expect(timers.releases.count == 1)
        timers.advance(to: .seconds(1000))
        #expect(timers.releases == [.seconds(115), .seconds(145)] && timers.waiting.isEmpty)
    }

    @Test func `keys are not work`() {
        #expect(!IdleMemory.isWork(.input(.key(.character("a")))))
        #expect(IdleMemory.isWork(.application(.typingPaused)))
    }
}
