/// What a `FaultServer` saw, in order.
public enum FaultServerEvent: Sendable {
    /// A client connected; connections are counted from 0.
    case connected(connection: Int)
    /// A whole request was read.
    case request(ReceivedRequest)
    /// The client closed or reset the connection while the script waited for that.
    case clientClosed(connection: Int)
}
