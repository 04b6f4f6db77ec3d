import Synchronization

/// The effects that run, with the ids under which they can be cancelled.
final class RunningEffects: Sendable {
    private struct Entry {
        let id: EffectID
        let number: Int
        let task: Task<Void, Never>
    }

    private struct State {
        var entries: [Entry] = []
        var last = 0

        mutating func take(_ id: EffectID) -> Task<Void, Never>? {
            entries.firstIndex { $0.id == id }.map { entries.remove(at: $0).task }
        }
    }

    // Guards the list, which an effect leaves on its own thread: nobody is woken for it.
    private let state = Mutex(State())

    /// Begins an effect. One with the id of a running effect takes its place.
    func start(_ id: EffectID?, _ work: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            state.last += 1
            let number = state.last
            let id = id ?? EffectID("unnamed", String(number))
            let former = state.take(id)
            // Begins on another thread at once, also while this one is still drawing the first frame. It cannot leave before it is in the list.
            let task = Task { @concurrent in
                await work()
                leave(number)
            }
            state.entries.append(Entry(id: id, number: number, task: task))
            return former
        }?.cancel()
    }

    /// Cancels an effect, where one with this id runs.
    func cancel(_ id: EffectID) {
        state.withLock { state in state.entries.first { $0.id == id }?.task }?.cancel()
    }

    /// Cancels all, and returns when they have ended.
    func finish() async {
        let tasks = state.withLock { $0.entries.map(\.task) }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    private func leave(_ number: Int) {
        state.withLock { $0.entries.removeAll { $0.number == number } }
    }
}
