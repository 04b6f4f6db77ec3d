internal import CCurl
internal import HTTP

/// The work of the engine's thread: takes commands, lets libcurl work, hands out what came, sleeps.
///
/// Made and used on that thread alone.
final class EngineLoop {
    private let library: CurlLibrary
    private let inbox: EngineInbox
    private let connections = ConnectionTable()
    private var active: [ObjectIdentifier: ActiveTransfer] = [:]
    private var touched: [ActiveTransfer] = []
    private var commands: [EngineCommand] = []
    private var onShutDown: [@Sendable () -> Void] = []
    private var isRetiring = false
    /// How many active transfers have a limit of idle time, so that the others need not be looked through.
    private var idleLimitCount = 0

    init(library: CurlLibrary, inbox: EngineInbox) {
        self.library = library
        self.inbox = inbox
    }

    /// Works until it is told to end.
    func run() {
        while !(isRetiring && active.isEmpty) {
            inbox.take(into: &commands)
            for command in commands { carryOut(command) }
            inbox.multi.perform()
            finishCompleted()
            endIdleTransfers()
            handOut()
            if !(isRetiring && active.isEmpty), inbox.fallAsleep() { inbox.multi.poll(milliseconds: timeToSleep()) }
        }
        for command in inbox.close() { refuse(command) }
        for callback in onShutDown { callback() }
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

    /// Answers what comes after the end.
    private func refuse(_ command: EngineCommand) {
        switch command {
        case .start(let transfer): transfer.end(.failure(HTTPError(.cancelled, request: transfer.plan.request)))
        case .shutDown(let callback): onShutDown.append(callback)
        case .cancel, .resume, .retire: break
        }
    }

    private func start(_ transfer: Transfer) {
        guard !transfer.isCancelRequested, onShutDown.isEmpty else {
            return fail(transfer, HTTPError(.cancelled, request: transfer.plan.request))
        }
        let running: ActiveTransfer
        do throws(HTTPError) {
            running = try ActiveTransfer(transfer, library: library, connections: connections) { [unowned self] in touched.append($0) }
        } catch {
            return fail(transfer, error)
        }
        active[ObjectIdentifier(transfer)] = running
        if transfer.plan.request.timeouts.idle != nil { idleLimitCount += 1 }
        let code = inbox.multi.add(running.easy)
        if code != CURLM_OK { complete(running, with: CURLE_FAILED_INIT) }
    }

    private func fail(_ transfer: Transfer, _ error: HTTPError) {
        transfer.reporter.report(.finished(HTTPMetrics()))
        transfer.reporter.report(.failed(error))
        transfer.end(.failure(error))
    }

    // MARK: Endings

    private func finishCompleted() {
        while let (easy, result) = inbox.multi.nextFinished() {
            var argument: UnsafeMutableRawPointer?
            _ = ccurl_get_pointer(library.functions, easy, CURLINFO_PRIVATE, &argument)
            complete(ActiveTransfer.from(argument), with: result)
        }
    }

    private func end(_ running: ActiveTransfer, failing failure: TransferFailure) {
        running.progress.failure = failure
        complete(running, with: CURLE_ABORTED_BY_CALLBACK)
    }

    /// Reports the end, tells the reader, and puts the handle away.
    private func complete(_ running: ActiveTransfer, with result: CURLcode) {
        let transfer = running.transfer
        running.hasEnded = true
        if result == CURLE_OK { running.deliverHead() }
        let error = running.verdict(result)
        transfer.reporter.report(.finished(TransferMetrics.read(from: running.easy, running.progress)))
        if let error { transfer.reporter.report(.failed(error)) }
        // The reader goes on while the handle is put away.
        transfer.end(error.map { .failure($0) } ?? .success(()))
        inbox.multi.remove(running.easy)
        if transfer.plan.request.timeouts.idle != nil { idleLimitCount -= 1 }
        active[ObjectIdentifier(transfer)] = nil
    }

    // MARK: Between the rounds

    private func handOut() {
        for running in touched {
            running.isTouched = false
            running.handOut()
        }
        touched.removeAll(keepingCapacity: true)
    }

    private func endIdleTransfers() {
        guard idleLimitCount > 0 else { return }
        let now = ContinuousClock.now
        for running in active.values {
            if let (limit, deadline) = running.idleLimit, now >= deadline { end(running, failing: .idle(limit)) }
        }
    }

    /// Until the next idle limit may pass; as good as for ever without one. libcurl adds its own timers.
    private func timeToSleep() -> Int32 {
        guard idleLimitCount > 0 else { return .max }
        let now = ContinuousClock.now
        let first = active.values.compactMap { $0.idleLimit?.deadline }.min() ?? now
        return Int32(clamping: TransferSettings.milliseconds(max(first - now, .zero)))
    }
}
