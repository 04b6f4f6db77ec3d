import Screen

/// Keys that are pressed before what the last session left is there again: they are meant for that, and wait for it.
struct EarlyKeys {
    private var waiting: [Message] = []

    /// Takes a message that has to wait; false for one that is due now. Keys that cancel and quit never wait.
    mutating func hold(_ message: Message, _ state: AppState) -> Bool {
        guard Self.isTyped(message), state.isComingBack || !waiting.isEmpty else { return false }
        waiting.append(message)
        return true
    }

    /// The messages that have waited, once they are due.
    mutating func release(_ state: AppState) -> [Message] {
        guard !waiting.isEmpty, !state.isComingBack else { return [] }
        defer { waiting = [] }
        return waiting
    }

    private static func isTyped(_ message: Message) -> Bool {
        switch message {
        case .input(.key(.control("c"))), .input(.key(.control("q"))): false
        case .input(.key), .input(.paste): true
        default: false
        }
    }
}
