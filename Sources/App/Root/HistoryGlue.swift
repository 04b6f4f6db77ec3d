import Screen
import Workspace

extension AppState {
    /// The context of the history.
    var historyContext: HistoryContext {
        HistoryContext(
            area: inner(of: .history), frontTab: tabs.front.id, pinKey: keymap.shownKey(of: "history.pin"),
            timeZoneOffset: timeZoneOffset)
    }

    /// Reduces a message to the history.
    mutating func reduceHistory(_ message: HistoryMessage) -> [Effect] {
        carryOut(HistoryReducer.reduce(&history, message, historyContext))
    }

    /// Hands a key to the history's filter; nil if the key is not for it.
    mutating func pressInHistory(_ key: Key) -> [Effect]? {
        HistoryReducer.press(&history, key, historyContext).map { carryOut($0) }
    }

    private mutating func carryOut(_ outcome: HistoryOutcome) -> [Effect] {
        carryOut(outcome, message: Message.history, effect: Effect.history) { state, output in
            switch output {
            case .replay(let row): return RequestSending.replay(&state, row)
            case .compose(let draft, let origin, let sends):
                return [.next(.tabs(.composeAgain(draft, origin)))] + (sends ? [.next(.request(.send))] : [])
            case .show(let exchange, let owner): return state.show(exchange, owner: owner)
            case .bodyIndexed(let body): return [.next(.exchange(.grew(body)))]
            case .pinned(let isPinned, let id):
                state.forEachResponse { $0.setPinned(isPinned, id) }
                return []
            }
        }
    }

    /// Shows an entry as the response of a tab; the response gets the focus if that tab is in front.
    private mutating func show(_ exchange: Exchange, owner: Tab.ID) -> [Effect] {
        let isInFront = tabs.front.id == owner
        _ = tabs.update(owner) { tab in
            tab.response.open(exchange)
            tab.response.hasNews = !isInFront
        }
        return isInFront ? [.next(.application(.focus(.response)))] : []
    }
}
