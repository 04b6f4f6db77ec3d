package import Workspace

/// Stores exchanges in the history while others are sent. Those that arrive during a write are written together.
package actor RecordQueue {
    /// The number of waiting exchanges at which senders must wait.
    private static let maxCount = 1000
    /// The maximum number of exchanges that are written together.
    private static let groupCount = 500
    /// The number of exchanges at which a write begins; fewer are written after ``moment``. Each write changes some pages of the database
    /// however many exchanges it stores.
    private static let minCount = 256
    /// The maximum time to wait for more exchanges.
    private static let moment = Duration.milliseconds(100)

    private let history: any HistoryStore
    private var exchanges: [Exchange] = []
    private var isWriting = false
    private var isFinishing = false
    /// The wait for more exchanges.
    private var gathering: Task<Void, Never>?
    private var failure: (any Error)?
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// A queue for a history.
    package init(_ history: any HistoryStore) { self.history = history }

    /// Runs work that adds to a queue; returns or throws after everything that was added is stored.
    ///
    /// - Throws: the error of the work, or else the first error of storing.
    package static func finish(_ queue: RecordQueue?, after work: () async throws -> Void) async throws {
        do { try await work() } catch {
            try? await queue?.finish()
            throw error
        }
        try await queue?.finish()
    }

    /// Masks the secrets of an exchange and adds it; throws the error of an earlier one.
    ///
    /// - Returns: the masked exchange.
    package nonisolated func record(_ sent: LiveSender.Result) async throws -> Exchange {
        let masked = await CapturedSecrets().masked(sent.exchange, sent.mask)
        try await add(masked)
        return masked
    }

    /// Adds an exchange; throws the error of an earlier one.
    package func add(_ exchange: Exchange) async throws {
        while exchanges.count >= Self.maxCount { await change() }
        if let failure { throw failure }
        exchanges.append(exchange)
        if exchanges.count >= Self.minCount { gathering?.cancel() }
        guard !isWriting else { return }
        isWriting = true
        Task { await write() }
    }

    private func finish() async throws {
        isFinishing = true
        gathering?.cancel()
        while isWriting { await change() }
        if let failure { throw failure }
    }

    private func write() async {
        while !exchanges.isEmpty {
            await gather()
            let group = Array(exchanges.prefix(Self.groupCount))
            exchanges.removeFirst(group.count)
            wake()
            do { try await history.record(group) } catch { failure = failure ?? error }
        }
        isWriting = false
        wake()
    }

    private func gather() async {
        guard exchanges.count < Self.minCount, !isFinishing else { return }
        let gathering = Task { _ = try? await Task.sleep(for: Self.moment) }
        self.gathering = gathering
        await gathering.value
    }

    private func wake() {
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    private func change() async { await withCheckedContinuation { waiters.append($0) } }
}
