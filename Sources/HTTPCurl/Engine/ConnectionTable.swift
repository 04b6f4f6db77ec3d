internal import HTTP

/// What TLS agreed on for each open connection: libcurl tells it to the transfer that opened the connection only.
final class ConnectionTable {
    private struct Key: Hashable {
        let local: HTTPEndpoint
        let remote: HTTPEndpoint
    }

    /// Far more than connections are kept open: a full table holds mostly dead ones.
    private static let capacity = 1024
    private var details: [Key: HTTPTLSDetails] = [:]

    /// Remembers what a new connection agreed on; nil for one without TLS.
    func add(_ tls: HTTPTLSDetails?, local: HTTPEndpoint, remote: HTTPEndpoint) {
        if tls != nil, details.count >= Self.capacity { details.removeAll(keepingCapacity: true) }
        details[Key(local: local, remote: remote)] = tls
    }

    func tls(local: HTTPEndpoint, remote: HTTPEndpoint) -> HTTPTLSDetails? {
        details.isEmpty ? nil : details[Key(local: local, remote: remote)]
    }
}
