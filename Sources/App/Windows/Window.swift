/// A window over the panes; the top of the stack gets the keys.
///
/// Everything that differs between kinds is in their ``WindowContent``: a new kind is a type of its own.
enum Window<Sent: Sendable & Equatable>: Sendable {
    /// A window whose choices send messages.
    case choosing(any ChoosingWindow<Sent>)
    /// A window that sends requests to the root.
    case asking(any AskingWindow)

    init(_ content: some ChoosingWindow<Sent>) { self = .choosing(content) }

    init(_ content: some AskingWindow) { self = .asking(content) }

    /// The kind's own behaviour.
    var content: any WindowContent {
        switch self {
        case .choosing(let content): content
        case .asking(let content): content
        }
    }

    /// Changes the content; a change to another kind of window has no effect.
    mutating func change<Result>(_ change: (inout any WindowContent) -> Result) -> Result {
        var content = content
        let result = change(&content)
        switch self {
        case .choosing: if let content = content as? any ChoosingWindow<Sent> { self = .choosing(content) }
        case .asking: if let content = content as? any AskingWindow { self = .asking(content) }
        }
        return result
    }

    /// The messages that a choice in the window sends.
    func messages(for choice: WindowChoice) -> [Sent] {
        switch self {
        case .choosing(let content): content.messages(for: choice)
        case .asking: []
        }
    }

    /// The same window with other messages.
    func map<Other: Sendable & Equatable>(_ change: @escaping @Sendable (Sent) -> Other) -> Window<Other> {
        switch self {
        case .choosing(let content): content.sending(change)
        case .asking(let content): .asking(content)
        }
    }
}

extension Window: Equatable {
    static func == (left: Self, right: Self) -> Bool { left.content.isEqual(to: right.content) }
}

/// A window whose choices send messages.
protocol ChoosingWindow<Sent>: WindowContent {
    associatedtype Sent: Sendable & Equatable

    /// The messages that a choice sends.
    func messages(for choice: WindowChoice) -> [Sent]
    /// The same window with other messages.
    func sending<Other: Sendable & Equatable>(_ change: @escaping @Sendable (Sent) -> Other) -> Window<Other>
}

/// A window that sends requests to the root, by ``WindowOutput``.
protocol AskingWindow: WindowContent {}
