internal import CCurl
internal import HTTP

/// The loop over the transfers: carries out commands, lets libcurl work, wakes readers, sleeps.
///
/// Used by the engine's driver alone.
final class EngineLoop {
    private let library: CurlLibrary
    private let multi: MultiHandle
    private let board = TransferBoard()
    private var active: [ObjectIdentifier: ActiveTransfer] = [:]
    private var onShutDown: [@Sendable () -> Void] = []
    private var isRetiring = false
    /// The number of active transfers with an idle limit; while it is 0, none need be checked.
    private var idleLimitCount = 0
    /// True if this turn brought bytes over HTTP/2: another stream of the same connection may have some too.
    private var hasNewsOverHTTP2 = false

    init(library: CurlLibrary, multi: MultiHandle) {
        self.library = library
        self.multi = multi
    }

    var transferCount: Int { active.count }
    /// True if nothing is left to do for now.
    var mayRest: Bool { active.isEmpty ? !isRetiring : awaitsReader }
    /// True if nothing is left to do and nothing more will come.
    var isOver: Bool { active.isEmpty && isRetiring }

    /// True if the only transfer has bytes for its reader, which fetches more when it wants them.
    private var awaitsReader: Bool {
        guard active.count == 1, let transfer = active.first?.value.transfer else { return false }
        return transfer.plan.isFetchedByReader && transfer.hasBytes
    }

    /// Carries out commands and does all that can be done without waiting.
    func turn(_ commands: [EngineCommand]) {
        hasNewsOverHTTP2 = false
        for command in commands { carryOut(command) }
        multi.work()
        finishCompleted()
        endIdleTransfers()
        handOut()
        if hasNewsOverHTTP2, library.version.keepsBytesOfSharedConnections { multi.lookAgain() }
    }

    /// Waits for work, or for the engine's pipe.
    ///
    /// - Returns: true if the pipe was written to.
    func sleep(atMost limit: Duration?) -> Bool {
        guard let idle = timeToIdleLimit else { return multi.sleep(atMost: limit) }
        return multi.sleep(atMost: limit.map { min($0, idle) } ?? idle)
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
            if let running = active[ObjectIdentifier(transfer)] { end(running, failing: .cancelled) }
        case .resume(let transfer):
            if let running = active[ObjectIdentifier(transfer)] { running.resume() }
        case .retire: isRetiring = true
        case .shutDown(let callback):
            isRetiring = true
            onShutDown.append(callback)
            for running in active.values { end(running, failing: .shutDown) }
        }
    }

    /// Ends a transfer, or keeps a callback, of a command that came after the end.
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
        let running: ActiveTransfer
        do throws(HTTPError) {
            running = try ActiveTransfer(transfer, library: library, board: board, isOneOfMany: active.count >= Transfer.manyCount)
        } catch {
            return transfer.fail(error)
        }
        active[ObjectIdentifier(transfer)] = running
        if transfer.plan.idleLimit != nil { idleLimitCount += 1 }
        let code = multi.add(running.easy)
        if code != CURLM_OK { complete(running, with: CURLE_FAILED_INIT) }
    }

    // MARK: Endings

    private func finishCompleted() {
        while let (easy, result) = multi.nextFinished() {
            var argument: UnsafeMutableRawPointer?
            _ = ccurl_get_pointer(library.functions, easy, CURLINFO_PRIVATE, &argument)
            complete(ActiveTransfer.from(argument), with: result)
        }
    }

    private func end(_ running: ActiveTransfer, failing failure: TransferFailure) {
        running.progress.failure = failure
        complete(running, with: CURLE_ABORTED_BY_CALLBACK)
    }

    /// Reports the end, puts the handle away, and wakes the reader last, so that the reader frees the remaining memory.
    private func complete(_ running: ActiveTransfer, with code: CURLcode) {
        let transfer = running.transfer
        let result = running.isRefused ? CURLE_BAD_FUNCTION_ARGUMENT : code
        running.hasEnded = true
        noteNews(of: running)
        if result == CURLE_OK { running.deliverHead() }
        running.reportSentCount()
        running.reportReceivedCount()
        let error = running.verdict(result)
        transfer.reporter.report(.finished(TransferMetrics.read(from: running.easy, running.progress)))
        if let error { transfer.reporter.report(.failed(error)) }
        multi.remove(running.easy)
        if result == CURLE_OK { running.leaveHandle() }
        if transfer.plan.idleLimit != nil { idleLimitCount -= 1 }
        active[ObjectIdentifier(transfer)] = nil
        transfer.end(error.map { .failure($0) } ?? .success(()))
    }

    // MARK: Between the rounds

    private func handOut() {
        for running in board.touched {
            running.isTouched = false
            guard !running.hasEnded else { continue }
            guard !running.isRefused else {
                complete(running, with: CURLE_BAD_FUNCTION_ARGUMENT)
                continue
            }
            noteNews(of: running)
            running.reportCounts()
            running.transfer.wakeReader()
        }
        board.touched.removeAll(keepingCapacity: true)
    }

    private func noteNews(of running: ActiveTransfer) {
        guard !hasNewsOverHTTP2, running.transfer.plan.isEncrypted else { return }
        hasNewsOverHTTP2 = running.easy.long(CURLINFO_HTTP_VERSION) == Int(CURL_HTTP_VERSION_2_0)
    }

    private func endIdleTransfers() {
        guard idleLimitCount > 0 else { return }
        let now = ContinuousClock.now
        for running in active.values {
            if let (limit, deadline) = running.idleLimit, now >= deadline { end(running, failing: .idle(limit)) }
        }
    }

    /// The time until the next idle limit may pass; nil without one.
    private var timeToIdleLimit: Duration? {
        guard idleLimitCount > 0, let first = active.values.compactMap({ $0.idleLimit?.deadline }).min() else { return nil }
        return max(first - .now, .zero)
    }
}
