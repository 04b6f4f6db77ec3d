extension AppState {
    /// More at once would cover what is worked with.
    static let mostToasts = 2
    /// So many messages can be read again.
    private static let mostSaid = 50

    /// Says something in the corner; only an error stays until it is dismissed, and what `stays` since something waits for a person.
    mutating func say(
        _ kind: Toast.Kind, _ text: String, about topic: Toast.Topic? = nil, action: Toast.Action? = nil, stays: Bool = false
    ) -> [Effect] {
        lastToast += 1
        if let topic { settle(topic) }
        let toast = Toast(id: lastToast, kind: kind, text: text, topic: topic, action: action, stays: stays || kind == .error)
        toasts.removeAll { $0.says(toast) }
        toasts.append(toast)
        giveWay()
        keep(toast)
        guard !toast.stays, !reducesMotion else { return [] }
        return [.after(.seconds(kind == .warning || action != nil ? 8 : 4), .toast(lastToast), .application(.dismissToast(lastToast)))]
    }

    /// Keeps what stands elsewhere on the screen, and may be cut there, to be read again with the messages.
    mutating func note(_ kind: Toast.Kind, _ text: String) {
        lastToast += 1
        keep(Toast(id: lastToast, kind: kind, text: text, topic: nil, action: nil, stays: false))
    }

    private mutating func keep(_ toast: Toast) {
        said.removeAll { $0.says(toast) }
        said = said.suffix(Self.mostSaid - 1) + [toast]
    }

    /// Says all that is wrong with files in one message, a line each, so that none covers another.
    mutating func say(warnings: [String]) -> [Effect] {
        warnings.isEmpty ? [] : say(.warning, warnings.count == 1 ? warnings[0] : warnings.map { "• " + $0 }.joined(separator: "\n"))
    }

    /// Takes away what was said of something that has been done since.
    mutating func settle(_ topic: Toast.Topic) { toasts.removeAll { $0.topic == topic } }

    /// Takes away what was wrong with the request in the pane: another one is there now, or this one is tried again.
    mutating func settleRequest() {
        for topic in [Toast.Topic.sending, .saving, .draft] { settle(topic) }
    }

    /// Takes away the messages that offer what is being done, as `undo`: what they say is true no more.
    mutating func withdrawOffers(of message: Message) {
        toasts.removeAll { $0.action?.message == message }
    }

    /// Takes away the messages that offer to undo a change of a request that is not its last one any more.
    mutating func withdrawLateOffers() {
        let late = toasts.filter { toast in
            guard case .request(.undoChange(let number, let id))? = toast.action?.message else { return false }
            let request = response.owner == id ? request : tabs[id]?.request
            return request?.history.changeNumber != number
        }
        if !late.isEmpty { toasts.removeAll(where: late.contains) }
    }

    /// Older messages give way to newer ones, successes first. What stays is seen again when what came after it has gone.
    private mutating func giveWay() {
        while toasts.count > Self.mostToasts {
            let passing = toasts.indices.dropLast().filter { !toasts[$0].stays }
            guard let index = passing.first(where: { toasts[$0].kind == .done }) ?? passing.first else { return }
            toasts.remove(at: index)
        }
    }
}

extension Toast {
    /// Whether it says the same.
    fileprivate func says(_ other: Toast) -> Bool { kind == other.kind && text == other.text && action == other.action }
}
