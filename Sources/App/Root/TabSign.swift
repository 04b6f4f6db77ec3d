import Workspace

/// The sign of a tab's response: a character of its own each, so that it can be told without colours and in ASCII.
enum TabSign {
    /// It is on its way.
    case sending
    /// It has come since the tab was last in front.
    case answered
    /// There is none, or it is not as the request's assertions say, since the tab was last in front.
    case failed

    /// Nil where there is nothing to say.
    init?(of open: Tab, _ state: AppState) {
        if state.sending.isSending(open.id) {
            self = .sending
        } else if open.response.hasNews {
            let isFailure = open.response.exchange?.error != nil || (open.response.checks?.failureCount ?? 0) > 0
            self = isFailure ? .failed : .answered
        } else {
            return nil
        }
    }

    /// One narrow glyph.
    var glyph: String {
        switch self {
        case .sending: "→"
        case .answered: "←"
        case .failed: "✗"
        }
    }

    /// The sign as a word, for lists.
    var word: String {
        switch self {
        case .sending: "sending"
        case .answered: "answered"
        case .failed: "failed"
        }
    }
}
