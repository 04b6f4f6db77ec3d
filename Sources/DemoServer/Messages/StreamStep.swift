/// What comes after a piece of a stream.
enum StreamStep: Sendable, Hashable {
    case more
    /// Nothing for that long, then more. The piece is sent before the wait.
    case pause(Duration)
    case end
}
