internal import CCurl
internal import HTTP

/// The state that the transfers of one engine share. Used by its driver alone.
final class TransferBoard {
    let connections = ConnectionTable()
    var handles = HandlePool()
    /// Transfers with news for their reader or for the engine.
    var touched: [ActiveTransfer] = []
}

/// The TLS details of each open connection: libcurl gives them only to the transfer that opened it.
final class ConnectionTable {
    private struct Key: Hashable {
        let local: HTTPEndpoint
        let remote: HTTPEndpoint
    }

    /// Far more than the number of open connections: a full table holds mostly closed ones.
    private static let capacity = 1024
    private var details: [Key: HTTPTLSDetails] = [:]

    /// Keeps the details of a new connection; nil for one without TLS.
    func add(_ tls: HTTPTLSDetails?, local: HTTPEndpoint, remote: HTTPEndpoint) {
        if tls != nil, details.count >= Self.capacity { details.removeAll(keepingCapacity: true) }
        details[Key(local: local, remote: remote)] = tls
    }

    func tls(local: HTTPEndpoint, remote: HTTPEndpoint) -> HTTPTLSDetails? {
        details.isEmpty ? nil : details[Key(local: local, remote: remote)]
    }
}

/// Easy handles whose transfer ended well, kept for transfers that differ in their URL alone. Making and configuring a handle takes a fifth of
/// the time of a short transfer.
struct HandlePool {
    /// The settings that two transfers must share for one to use the handle of the other unchanged.
    struct Shape: Equatable {
        let headerLines: [String]
        let settings: [EasySetting]
    }

    /// The likely number of simultaneous transfers; a handle takes some 10 KB.
    static let capacity = 64

    private var spares: [(shape: Shape, handle: EasyHandle)] = []

    mutating func take(_ shape: Shape) -> EasyHandle? {
        guard let index = spares.lastIndex(where: { $0.shape == shape }) else { return nil }
        return spares.remove(at: index).handle
    }

    /// Keeps a handle; frees the one that has waited longest if there are too many.
    mutating func put(_ handle: EasyHandle, _ shape: Shape) {
        if spares.count >= Self.capacity { spares.removeFirst() }
        spares.append((shape, handle))
    }
}
