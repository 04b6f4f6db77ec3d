package import Workspace

/// Reads the history entries of a set to send in groups, each before it is needed, so that sending rarely waits for the disk.
package actor OriginalEntries {
    /// The number of entries that are read together.
    private static let groupCount = 64

    /// The ids of the set, in the order of sending.
    package nonisolated let ids: [Exchange.ID]
    private let history: any HistoryStore
    /// False to read only what was sent.
    private let areWhole: Bool
    private let places: [Exchange.ID: Int]
    /// The groups that were read or are being read, by number.
    private var groups: [Int: Task<[Exchange.ID: Exchange], any Error>] = [:]

    /// Creates a reader of entries.
    ///
    /// - Parameter areWhole: false to read only what was sent.
    package init(_ ids: [Exchange.ID], in history: any HistoryStore, areWhole: Bool) {
        self.ids = ids
        self.history = history
        self.areWhole = areWhole
        places = Dictionary(zip(ids, ids.indices)) { first, _ in first }
    }

    /// An entry of the set; nil if it is no longer in the history.
    ///
    /// - Throws: the error of reading its group.
    package func exchange(_ id: Exchange.ID) async throws -> Exchange? {
        guard let place = places[id] else { return nil }
        let number = place / Self.groupCount
        let group = group(number)
        _ = self.group(number + 1)
        // A request that comes so late reads its group again.
        groups[number - 2] = nil
        return try await group.value[id]
    }

    private func group(_ number: Int) -> Task<[Exchange.ID: Exchange], any Error> {
        if let known = groups[number] { return known }
        let wanted = Array(ids.dropFirst(number * Self.groupCount).prefix(Self.groupCount))
        let group = Task { [history, areWhole] in
            let found = wanted.isEmpty ? [] : try await areWhole ? history.exchanges(wanted) : history.requests(wanted)
            return Dictionary(found.map { ($0.id, $0) }) { $1 }
        }
        groups[number] = group
        return group
    }
}
