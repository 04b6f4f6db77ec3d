/// Limits of time for one transfer; nil for none.
public struct HTTPTimeouts: Hashable, Sendable {
    /// Until the connection, TLS included, stands.
    public var connect: Duration?
    /// Until the last byte of the answer.
    public var total: Duration?
    /// Without a single byte in either direction.
    public var idle: Duration?

    /// Thirty seconds to connect, no limit else.
    public init(connect: Duration? = .seconds(30), total: Duration? = nil, idle: Duration? = nil) {
        self.connect = connect
        self.total = total
        self.idle = idle
    }
}

private enum TimeoutsOption: HTTPRequestOption {
    static let defaultOptionValue: HTTPTimeouts = HTTPTimeouts()
}

extension HTTPRequest {
    /// How long the phases of each transfer may take. Passing a limit is ``HTTPError/Code/timedOut``.
    public var timeouts: HTTPTimeouts {
        get { self[option: TimeoutsOption.self] }
        set { self[option: TimeoutsOption.self] = newValue }
    }
}
