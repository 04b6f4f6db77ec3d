/// The largest numbers of connections that a transport opens. Requests beyond them wait in order.
///
/// A response whose body nobody reads holds its connection as soon as more has arrived than the transport keeps in memory; a caller that wants many
/// heads before it reads a body needs as many connections.
public struct HTTPConnectionLimits: Hashable, Sendable {
    /// The number of connections to one host; nil for any number. At least 1.
    public let perHost: Int?
    /// The number of connections in all, idle ones included; nil for any number. At least 1.
    public let total: Int?

    /// Six connections to a host and 64 in all, unless other numbers are given. Numbers below 1 count as 1.
    public init(perHost: Int? = 6, total: Int? = 64) {
        self.perHost = perHost.map { max(1, $0) }
        self.total = total.map { max(1, $0) }
    }
}
