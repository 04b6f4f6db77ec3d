internal import CCurl
internal import HTTP

/// The work of the engine's thread: takes commands, lets libcurl work, hands out what came, sleeps.
///
/// Made and used on that thread alone.
final class EngineLoop {
    private let library: CurlLibrary
    private let inbox: EngineInbox
    private let connections = ConnectionTable()
    private var active: [ObjectIdentifier: TransferSlot] = [:]
    private var idle: [TransferSlot] = []
    private var touched: [TransferSlot] = []
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
        idle.removeAll()
        for callback in onShutDown { callback() }
    }

    // MARK: Commands

    private func carryOut(_ command: EngineCommand) {
        switch command {
        case .start(let transfer): start(transfer)
        case .cancel(let transfer):
            if let slot = active[ObjectIdentifier(transfer)] { end(slot, failing: .cancelled) }
        case .resume(let transfer):
            if let slot = active[ObjectIdentifier(transfer)] { slot.resume() }
        case .retire: isRetiring = true
        case .shutDown(let callback):
            isRetiring = true
            onShutDown.append(callback)
            for slot in active.values { end(slot, failing: .shutDown) }
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
        guard let slot = idle.popLast() ?? makeSlot() else {
            return fail(transfer, HTTPError(.unknown, request: transfer.plan.request, message: "libcurl is out of memory."))
        }
        do throws(HTTPError) {
            try slot.begin(transfer)
        } catch {
            slot.recycle()
            idle.append(slot)
            return fail(transfer, error)
        }
        active[ObjectIdentifier(transfer)] = slot
        if transfer.plan.request.timeouts.idle != nil { idleLimitCount += 1 }
        let code = inbox.multi.add(slot.easy)
        if code != CURLM_OK { complete(slot, with: CURLE_FAILED_INIT) }
    }

    private func fail(_ transfer: Transfer, _ error: HTTPError) {
        transfer.reporter.report(.finished(HTTPMetrics()))
        transfer.reporter.report(.failed(error))
        transfer.end(.failure(error))
    }

    private func makeSlot() -> TransferSlot? {
        TransferSlot(library, connections: connections) { [unowned self] slot in touched.append(slot) }
    }

    // MARK: Endings

    private func finishCompleted() {
        while let (easy, result) = inbox.multi.nextFinished() {
            var argument: UnsafeMutableRawPointer?
            _ = ccurl_get_pointer(library.functions, easy, CURLINFO_PRIVATE, &argument)
            complete(TransferSlot.from(argument), with: result)
        }
    }

    private func end(_ slot: TransferSlot, failing failure: TransferFailure) {
        slot.progress.failure = failure
        complete(slot, with: CURLE_ABORTED_BY_CALLBACK)
    }

    /// Reports the end, tells the reader, and gives the slot back.
    private func complete(_ slot: TransferSlot, with result: CURLcode) {
        guard let transfer = slot.transfer else { return }
        if result == CURLE_OK { slot.deliverHead() }
        let error = slot.verdict(result)
        transfer.reporter.report(.finished(TransferMetrics.read(from: slot.easy, slot.progress)))
        if let error { transfer.reporter.report(.failed(error)) }
        // The reader goes on while the handle is put away.
        transfer.end(error.map { .failure($0) } ?? .success(()))
        inbox.multi.remove(slot.easy)
        active[ObjectIdentifier(transfer)] = nil
        if transfer.plan.request.timeouts.idle != nil { idleLimitCount -= 1 }
        slot.recycle()
        idle.append(slot)
    }

    // MARK: Between the rounds

    private func handOut() {
        for slot in touched {
            slot.isTouched = false
            slot.handOut()
        }
        touched.removeAll(keepingCapacity: true)
    }

    private func endIdleTransfers() {
        guard idleLimitCount > 0 else { return }
        let now = ContinuousClock.now
        for slot in active.values {
            if let (limit, deadline) = slot.idleLimit, now >= deadline { end(slot, failing: .idle(limit)) }
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
