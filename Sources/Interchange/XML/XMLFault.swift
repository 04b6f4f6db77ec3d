/// The fault that keeps a text from being XML, with its place.
public struct XMLFault: Error, Hashable, Sendable {
    /// Bytes before the place.
    public let offset: Int
    /// The expectation, as a sentence without its full stop.
    public let message: String
}
