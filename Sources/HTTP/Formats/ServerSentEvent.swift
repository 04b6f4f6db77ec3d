/// One event of a `text/event-stream` (WHATWG HTML section 9.2).
public struct ServerSentEvent: Hashable, Sendable {
    /// What kind it is; `message` unless the stream said otherwise.
    public var event: String
    /// Its lines, joined with line feeds.
    public var data: String
    /// The last id that the stream gave, with this event or before; empty for none.
    public var id: String

    /// An event of these parts.
    public init(event: String = "message", data: String, id: String = "") {
        self.event = event
        self.data = data
        self.id = id
    }
}
