extension AppState {
    /// More at once would cover what is worked with.
    static let mostToasts = 2
    /// So many messages can be read again.
    private static let mostSaid = 50

    /// Shows a toast; only an error stays until it is dismissed, and one that `stays` because something waits for a person.
    mutating func say(
        _ kind: ToastKind, _ text: String, about topic: ToastTopic? = nil, action: Toast<Message>.Action? = nil, stays: Bool = false
    ) -> [Effect] {
        say(Toast(kind: kind, text: text, about: topic, action: action, stays: stays))
    }

    /// Shows a toast in place of older ones about the same.
    mutating func say(_ toast: Toast<Message>) -> [Effect] {
        lastToast += 1
        if let topic = toast.topic { settle(topic) }
        var toast = toast
        toast.id = lastToast
        toasts.removeAll { $0.says(toast) }
        toasts.append(toast)
        giveWay()
        keep(toast)
        guard !toast.stays, !reducesMotion else { return [] }
        let delay = Duration.seconds(toast.kind == .warning || toast.action != nil ? 8 : 4)
        return [.after(delay, .toast(lastToast), .application(.dismissToast(lastToast)))]
    }

    /// Keeps what stands elsewhere on the screen, and may be cut there, to be read again with the messages.
    mutating func note(_ kind: ToastKind, _ text: String) {
        lastToast += 1
        var toast = Toast<Message>(kind: kind, text: text)
        toast.id = lastToast
        keep(toast)
    }

    private mutating func keep(_ toast: Toast<Message>) {
        said.removeAll { $0.says(toast) }
        said = said.suffix(Self.mostSaid - 1) + [toast]
    }

    /// Says all that is wrong with files in one message, a line each, so that none covers another.
    mutating func say(warnings: [String]) -> [Effect] {
        warnings.isEmpty ? [] : say(.warning, warnings.count == 1 ? warnings[0] : warnings.map { "• " + $0 }.joined(separator: "\n"))
    }

    /// Takes away what was said of something that has been done since.
    mutating func settle(_ topic: ToastTopic) { toasts.removeAll { $0.topic == topic } }

    /// Takes away what was wrong with the request in the pane: another one is there now, or this one is tried again.
    mutating func settleRequest() {
        for topic in [ToastTopic.sending, .saving, .draft] { settle(topic) }
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
    /// True if both have the same content.
    fileprivate func says(_ other: Toast) -> Bool { kind == other.kind && text == other.text && action == other.action }
}
