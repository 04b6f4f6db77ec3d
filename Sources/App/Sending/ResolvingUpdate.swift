import Workspace

/// Follows what waits for the secrets that other programs are asked for, before anything is sent. The answer that is looked at stays as it
/// is.
enum ResolvingUpdate {
    /// Shows what a request waits for.
    static func wait(_ state: inout AppState, _ sending: Sending) -> [Effect] {
        if let index = state.inFlight.firstIndex(where: { $0.id == sending.id }) {
            state.inFlight[index].progress = sending.progress
            state.forEachResponse { if $0.resolving?.id == sending.id { $0.resolving?.progress = sending.progress } }
            return []
        }
        state.settle(.sending)
        _ = state.with(sending.owner) { $0.response.resolving = sending }
        state.inFlight.append(sending)
        ExchangeUpdate.showAnswer(&state, of: sending)
        let hasAnswer = state.tabs.all.contains { $0.id == sending.owner && ($0.response.answer != nil || $0.response.exchange != nil) }
        return hasAnswer ? [ExchangeUpdate.lingering(sending.id)] : ExchangeUpdate.linger(&state, sending.id)
    }

    /// Takes it away again: it is refused, asks for something, or was cancelled.
    static func drop(_ state: inout AppState, _ id: Exchange.ID) -> [Effect] {
        guard let sending = end(&state, id) else { return [] }
        let timer = Effect.cancel(sending.isSeen ? .waiting(id) : .linger(id))
        return sending.isSeen ? [timer, ExchangeUpdate.noteEnd(&state, of: sending.owner)] : [timer]
    }

    /// Removes a waiting request and returns it; nil if there was none.
    static func end(_ state: inout AppState, _ id: Exchange.ID) -> Sending? {
        guard let index = state.inFlight.firstIndex(where: { $0.id == id }) else { return nil }
        state.forEachResponse { if $0.resolving?.id == id { $0.resolving = nil } }
        return state.inFlight.remove(at: index)
    }

    /// Shows in a window what is waited for where nothing is to be sent; closing it gives up.
    static func show(_ state: inout AppState, _ text: String, _ purpose: SendPurpose) {
        let report = Report(title: purpose.title, waitingFor: text)
        if let index = state.windows.firstIndex(where: \.isWaiting) {
            state.windows[index] = .report(report)
        } else {
            state.windows.append(.report(report))
        }
    }

    /// Closes that window.
    static func close(_ state: inout AppState) { state.windows.removeAll(where: \.isWaiting) }
}

extension Window {
    /// True for the window that waits for a preview.
    fileprivate var isWaiting: Bool { if case .report(let report) = self { report.isWaiting } else { false } }
}
