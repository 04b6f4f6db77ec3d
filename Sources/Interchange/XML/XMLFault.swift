/// What keeps a text from being XML, and where.
public struct XMLFault: Error, Hashable, Sendable {
    /// Bytes before the place.
    public let offset: Int
    /// What was expected there, as a sentence without its full stop.
    public let message: String
}
