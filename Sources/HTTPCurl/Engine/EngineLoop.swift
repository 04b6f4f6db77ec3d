internal import CCurl
internal import HTTP

/// The loop over the transfers: runs commands, calls libcurl, wakes readers, sleeps.
///
/// Used by the engine's driver alone.
final class EngineLoop {
    private let library: CurlLibrary
    private let multi: MultiHandle
    private let board = SharedTransferState()
    // Accesses need no check at run time: only the driver makes them, and no part of them calls back.
    @exclusivity(unchecked) private var active: [ObjectIdentifier: ActiveTransfer] = [:]
    @exclusivity(unchecked) private var queue: ConnectionQueue<Transfer>
    /// The commands of the next turn. Its storage is exchanged with that of the gate, so that queueing a command takes no allocation.
    var commands: [EngineCommand] = []
    /// The time at which the first waiting transfer may have to end; nil if none of them has a time limit.
    @exclusivity(unchecked) private var queueDeadline: ContinuousClock.Instant?
    private var onShutDown: [@Sendable () -> Void] = []
    private var isRetiring = false
    /// The earliest time at which an idle limit may pass; nil if no active transfer has one. Arriving bytes only postpone the limits, so the
    /// transfers are checked at this time and not in every turn.
    @exclusivity(unchecked) private var idleDeadline: ContinuousClock.Instant?
    /// True if this turn brought bytes over HTTP/2: another stream of the same connection may have some too.
    private var hasNewsOverHTTP2 = false
    /// True if the last turn left bytes to a reader, which may take its time: the server is not idle meanwhile.
    private var hasWaitedForReader = false

    init(library: CurlLibrary, multi: MultiHandle, _ connectionLimits: HTTPConnectionLimits) {
        self.library = library
        self.multi = multi
        queue = ConnectionQueue(connectionLimits)
    }

    var transferCount: Int { active.count }
    /// True if nothing is left to do for now.
    var isIdle: Bool { active.isEmpty ? !isRetiring : awaitsReader }
    /// True if nothing is left to do and nothing more will come.
    var isOver: Bool { active.isEmpty && isRetiring }

    /// True if the only transfer has bytes for its reader, which fetches more when it wants them.
    private var awaitsReader: Bool {
        guard active.count == 1, queue.isEmpty, let transfer = active.first?.value.transfer else { return false }
        return transfer.plan.isFetchedByReader && transfer.hasBytes
    }

    /// Carries out the commands and does all that can be done without waiting.
    func turn() {
        hasNewsOverHTTP2 = false
        if hasWaitedForReader { for running in active.values { running.noteActivity() } }
        for command in commands { carryOut(command) }
        // A command keeps its transfer alive.
        commands.removeAll(keepingCapacity: true)
        repeat {
            multi.work()
            finishCompleted()
            endLateTransfers()
            notifyReaders()
        } while startWaiting()
        hasWaitedForReader = awaitsReader
        if hasNewsOverHTTP2, library.version.keepsBytesOfSharedConnections { multi.lookAgain() }
    }

    /// Waits for work, or for the engine's pipe.
    ///
    /// - Returns: true if the pipe was written to.
    func sleep(atMost limit: Duration?) -> Bool {
        guard let deadline = Self.earlier(idleDeadline, queueDeadline) else { return multi.sleep(atMost: limit) }
        let left = max(deadline - .now, .zero)
        return multi.sleep(atMost: limit.map { min($0, left) } ?? left)
    }

    /// Closes the connections, ends the transfers of late commands, and calls back those who wait for the end.
    func close(refusing late: [EngineCommand]) {
        multi.close()
        for command in late { refuse(command) }
        for callback in onShutDown { callback() }
        onShutDown = []
    }

    // MARK: Commands

    private func carryOut(_ command: EngineCommand) {
        switch command {
        case .start(let transfer): start(transfer)
        case .cancel(let transfer):
            if let running = active[ObjectIdentifier(transfer)] {
                end(running, failing: .cancelled)
            } else if queue.remove(transfer) {
                endWaiting(transfer, failing: .cancelled)
            }
        case .resume(let transfer):
            guard let running = active[ObjectIdentifier(transfer)] else { return }
            let code = running.resume()
            if code != CURLE_OK { complete(running, with: code) }
        case .retire: isRetiring = true
        case .shutDown(let callback):
            isRetiring = true
            onShutDown.append(callback)
            for transfer in queue.waitingMembers where queue.remove(transfer) { endWaiting(transfer, failing: .shutDown) }
            for running in active.values { end(running, failing: .shutDown) }
        }
    }

    /// Ends a transfer, or stores a callback, for a command that arrived after the end.
    private func refuse(_ command: EngineCommand) {
        switch command {
        case .start(let transfer): transfer.end(.failure(HTTPError(.cancelled, request: transfer.plan.request)))
        case .shutDown(let callback): onShutDown.append(callback)
        case .cancel, .resume, .retire: break
        }
    }

    private func start(_ transfer: Transfer) {
        guard !transfer.isCancelRequested, onShutDown.isEmpty else {
            return transfer.fail(HTTPError(.cancelled, request: transfer.plan.request))
        }
        guard let host = queue.enter(transfer, for: transfer.plan.connectionTarget) else {
            transfer.execution.report(.queued)
            queueDeadline = Self.earlier(queueDeadline, transfer.deadline)
            return
        }
        start(transfer, at: host)
    }

    /// Starts the transfers whose turn has come; returns true if there were any.
    private func startWaiting() -> Bool {
        guard !queue.isEmpty else { return false }
        var hasStarted = false
        while let (transfer, host) = queue.next() {
            start(transfer, at: host)
            hasStarted = true
        }
        return hasStarted
    }

    private func start(_ transfer: Transfer, at host: ConnectionQueue<Transfer>.Host) {
        let running: ActiveTransfer
        do throws(HTTPError) {
            running = try ActiveTransfer.begin(
                transfer, at: host, library: library, board: board, isOneOfMany: active.count >= Transfer.manyCount)
        } catch {
            queue.leave(host)
            return transfer.fail(error)
        }
        active[ObjectIdentifier(transfer)] = running
        if let deadline = running.idleDeadline { idleDeadline = Self.earlier(idleDeadline, deadline) }
        if transfer.plan.mayUseHTTP2 { multi.watchCalls(limit: transfer.plan.shortestLimit, isOnlyTransfer: active.count == 1) }
        let code = multi.add(running.easy)
        if code != CURLM_OK { complete(running, with: CURLE_FAILED_INIT) }
    }

    // MARK: Endings

    private func finishCompleted() {
        while let (easy, result) = multi.nextFinished() {
            var argument: UnsafeMutableRawPointer?
            _ = ccurl_get_pointer(library.functions, easy, CURLINFO_PRIVATE, &argument)
            let running = ActiveTransfer.from(argument)
            complete(running, with: multi.wasKept && result != CURLE_OK ? blameServer(for: running, result) : result)
        }
    }

    /// Gives a transfer whose server kept libcurl in one call the reason that the user knows; returns the result to report.
    private func blameServer(for running: ActiveTransfer, _ result: CURLcode) -> CURLcode {
        guard running.progress.failure == nil else { return result }
        let now = ContinuousClock.now
        if running.transfer.isCancelRequested {
            running.progress.failure = .cancelled
        } else if let limit = running.transfer.plan.idleLimit, let deadline = running.idleDeadline, deadline <= now {
            running.progress.failure = running.idleFailure(after: limit)
        } else if let deadline = running.transfer.deadline, deadline <= now {
            return CURLE_OPERATION_TIMEDOUT
        } else {
            running.progress.failure = .keptByServer
        }
        return result
    }

    /// Ends a transfer that waits for a connection and is no longer in the queue.
    private func endWaiting(_ transfer: Transfer, failing failure: TransferFailure) {
        let failure = CurlFailure(own: failure, phase: .queued, request: transfer.plan.request)
        transfer.fail(HTTPError(failure.httpCode, request: transfer.plan.request, message: failure.message))
    }

    private func end(_ running: ActiveTransfer, failing failure: TransferFailure) {
        running.progress.failure = failure
        complete(running, with: CURLE_ABORTED_BY_CALLBACK)
    }

    /// Reports the end, returns the handle to the pool, and wakes the reader last, so that the reader frees the remaining memory.
    private func complete(_ running: ActiveTransfer, with code: CURLcode) {
        let transfer = running.transfer
        let result = running.isRefused ? CURLE_BAD_FUNCTION_ARGUMENT : code
        running.hasEnded = true
        noteNews(of: running)
        if result == CURLE_OK { running.deliverHead() }
        running.reportSentCount()
        running.reportReceivedCount()
        running.checkCodingEnd(result)
        let error = running.verdict(result)
        transfer.execution.report(.finished(TransferMetrics.read(from: running.easy, running.progress)))
        if let error { transfer.execution.report(.failed(error)) }
        multi.remove(running.easy)
        if result == CURLE_OK { running.returnHandle() }
        active[ObjectIdentifier(transfer)] = nil
        queue.leave(running.host)
        transfer.end(error.map { .failure($0) } ?? .success(()))
    }

    // MARK: Between the rounds

    private func notifyReaders() {
        for running in board.changed {
            running.isChanged = false
            guard !running.hasEnded else { continue }
            guard !running.isRefused else {
                complete(running, with: CURLE_BAD_FUNCTION_ARGUMENT)
                continue
            }
            noteNews(of: running)
            running.reportArrival()
            running.reportCounts()
            running.transfer.wakeReader()
        }
        board.changed.removeAll(keepingCapacity: true)
    }

    private func noteNews(of running: ActiveTransfer) {
        guard running.transfer.plan.mayMultiplex, !hasNewsOverHTTP2 || !running.host.isMultiplexed, running.usesHTTP2 else { return }
        hasNewsOverHTTP2 = true
        queue.noteMultiplexing(of: running.host)
    }

    private func endLateTransfers() {
        endIdleTransfers()
        guard let queueDeadline, queueDeadline <= .now else { return }
        let now = ContinuousClock.now
        var next: ContinuousClock.Instant?
        for transfer in queue.waitingMembers {
            guard let deadline = transfer.deadline else { continue }
            if deadline > now {
                next = Self.earlier(next, deadline)
            } else if queue.remove(transfer) {
                endWaiting(transfer, failing: .timedOutInQueue)
            }
        }
        self.queueDeadline = next
    }

    private func endIdleTransfers() {
        guard let idleDeadline, idleDeadline <= .now else { return }
        let now = ContinuousClock.now
        var next: ContinuousClock.Instant?
        for running in active.values {
            // A server is not idle while its bytes wait for the reader.
            if running.transfer.isPausedByReader { running.noteActivity() }
            guard let limit = running.transfer.plan.idleLimit, let deadline = running.idleDeadline else { continue }
            if deadline > now {
                next = Self.earlier(next, deadline)
            } else {
                end(running, failing: running.idleFailure(after: limit))
            }
        }
        self.idleDeadline = next
    }

    private static func earlier(_ one: ContinuousClock.Instant?, _ other: ContinuousClock.Instant?) -> ContinuousClock.Instant? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }
}
