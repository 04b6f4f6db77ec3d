import Screen
import HTTP
import Workspace

/// Follows what is sent.
enum ExchangeUpdate {
    static func update(_ state: inout AppState, _ message: ExchangeMessage) -> [Effect] {
        switch message {
        case .started(let sending): start(&state, sending)
        case .refused(let reasons): return refuse(&state, reasons)
        case .progressed(let id, let progress): state.response.update(id) { $0.progress = progress }
        case .answered(let id, let answer): state.response.show(answer, of: id)
        case .grew(let body): state.response.grow(body)
        case .finished(let exchange): return finish(&state, exchange)
        case .cancel(let id): return [.cancel(.send(id))]
        }
        return []
    }

    private static func start(_ state: inout AppState, _ sending: Sending) {
        state.response.begin(sending)
    }

    private static func refuse(_ state: inout AppState, _ reasons: [String]) -> [Effect] {
        let list = reasons.count == 1 ? reasons[0] : reasons.map { "• " + $0 }.joined(separator: "\n")
        return state.say(.error, "Not sent: " + list)
    }

    private static func finish(_ state: inout AppState, _ exchange: Exchange) -> [Effect] {
        state.response.finish(exchange)
        state.history.insert(exchange.summary, height: state.inner(of: .history).height)
        return []
    }
}
