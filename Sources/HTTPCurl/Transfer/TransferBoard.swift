internal import CCurl
internal import HTTP

/// What the transfers of one engine share. Used by its driver alone.
final class TransferBoard {
    let connections = ConnectionTable()
    var handles = HandlePool()
    /// Those whose readers, or the engine, have something new to see.
    var touched: [ActiveTransfer] = []
}

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

/// Easy handles that have served a transfer well and may serve another one that differs in its URL alone. To make one and set it up costs a fifth of
/// a short transfer.
struct HandlePool {
    /// What two transfers must share for the handle of one to serve the other as it is.
    struct Shape: Equatable {
        let headerLines: [String]
        let settings: [EasySetting]
    }

    /// As many as are likely to be on their way at once; each takes some 10 KB.
    static let capacity = 64

    private var spares: [(shape: Shape, handle: EasyHandle)] = []

    mutating func take(_ shape: Shape) -> EasyHandle? {
        guard let index = spares.lastIndex(where: { $0.shape == shape }) else { return nil }
        return spares.remove(at: index).handle
    }

    /// Keeps a handle, and lets go of the one that has waited longest where there are too many.
    mutating func put(_ handle: EasyHandle, _ shape: Shape) {
        if spares.count >= Self.capacity { spares.removeFirst() }
        spares.append((shape, handle))
    }
}
