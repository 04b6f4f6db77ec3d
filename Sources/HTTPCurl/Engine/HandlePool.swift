internal import CCurl

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
