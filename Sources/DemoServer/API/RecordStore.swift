import JSON
import Synchronization

/// The records of one resource, by number. New ones get the next number, and no number is given twice.
final class RecordStore: Sendable {
    private struct State {
        var records: [Int: JSONValue]
        var nextID: Int
    }

    private static let mostRecords = 10_000

    /// Guards the records and the next number.
    private let state: Mutex<State>

    init(_ records: [JSONValue]) {
        let numbered = records.enumerated().map { ($0.offset + 1, $0.element) }
        state = Mutex(State(records: Dictionary(uniqueKeysWithValues: numbered), nextID: records.count + 1))
    }

    /// Every record in the order of their numbers.
    var all: [(id: Int, record: JSONValue)] {
        state.withLock { state in state.records.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
    }

    func record(_ id: Int) -> JSONValue? {
        state.withLock { $0.records[id] }
    }

    /// Keeps a new record and gives its number, `nil` when there are too many.
    func add(_ record: JSONValue) -> Int? {
        state.withLock { state in
            guard state.records.count < Self.mostRecords else { return nil }
            defer { state.nextID += 1 }
            state.records[state.nextID] = record
            return state.nextID
        }
    }

    /// Gives the record to `change` and keeps what comes back. `nil`, and no change, where there is no such record.
    func change(_ id: Int, _ change: (JSONValue) throws(Problem) -> JSONValue) throws(Problem) -> JSONValue? {
        try state.withLock { state throws(Problem) in
            guard let record = state.records[id] else { return nil }
            let changed = try change(record)
            state.records[id] = changed
            return changed
        }
    }

    /// Whether there was such a record.
    func remove(_ id: Int) -> Bool {
        state.withLock { $0.records.removeValue(forKey: id) != nil }
    }
}
