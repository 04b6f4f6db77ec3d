import JSON
import Synchronization

/// A kind of record in the API, with its fields and their valid values.
struct Resource: Sendable {
    struct Field: Sendable {
        let name: String
        let kind: Kind
        var isRequired = false
    }

    enum Kind: Sendable {
        case text(atMost: Int)
        case number(ClosedRange<Int>)
        case choice([String])

        var expected: String {
            switch self {
            case .text(let most): "a text of 1 to \(most) characters"
            case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound), or null"
            case .choice(let words): "one of " + words.joined(separator: ", ")
            }
        }

        func accepts(_ value: JSONValue) -> Bool {
            switch (self, value) {
            case (.text(let most), .string(let text)): (1...most).contains(text.count)
            case (.number, .null): true
            case (.number(let range), _): value.integer.map(range.contains) ?? false
            case (.choice(let words), .string(let text)): words.contains(text)
            default: false
            }
        }
    }

    /// The path segment under `/api`: `people`.
    let name: String
    let singular: String
    let fields: [Field]
    /// The initial records, without `id` and `url`.
    let records: [JSONValue]

    /// The values in the order of the fields.
    ///
    /// - Throws: 422 with all invalid values.
    func validate(_ value: JSONValue) throws(Problem) -> JSONValue {
        guard case .object = value else { throw Self.invalid([("", "expected an object")]) }
        var mistakes: [(pointer: String, detail: String)] = []
        for name in value.memberNames where !fields.contains(where: { $0.name == name }) && !Self.ownFields.contains(name) {
            mistakes.append(("/\(name)", "is unknown; known are \(fields.map(\.name).joined(separator: ", "))"))
        }
        var record: JSONValue = [:]
        for field in fields {
            guard let given = value[field.name] else {
                if field.isRequired { mistakes.append(("/\(field.name)", "is missing; expected \(field.kind.expected)")) }
                continue
            }
            if !field.kind.accepts(given) { mistakes.append(("/\(field.name)", "expected \(field.kind.expected)")) }
            record[field.name] = given
        }
        guard mistakes.isEmpty else { throw Self.invalid(mistakes) }
        return record
    }

    /// Fields that the server sets. They are ignored in requests, so that a client can send back a record that it has read.
    private static let ownFields = ["id", "url"]

    private static func invalid(_ mistakes: [(pointer: String, detail: String)]) -> Problem {
        Problem(
            status: 422, title: "Invalid content", detail: "\(mistakes.count) of the values are invalid.",
            members: [("errors", .array(mistakes.map { ["pointer": .string("#\($0.pointer)"), "detail": .string($0.detail)] }))])
    }
}

/// The records of a resource by number. No number is used twice.
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

    /// All records in the order of their numbers.
    var all: [(id: Int, record: JSONValue)] {
        state.withLock { state in state.records.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
    }

    func record(_ id: Int) -> JSONValue? {
        state.withLock { $0.records[id] }
    }

    /// Adds a record and returns its number; nil if there are too many records.
    func add(_ record: JSONValue) -> Int? {
        state.withLock { state in
            guard state.records.count < Self.mostRecords else { return nil }
            defer { state.nextID += 1 }
            state.records[state.nextID] = record
            return state.nextID
        }
    }

    /// Replaces a record by the result of `change`, and returns it; nil if there is no such record.
    func change(_ id: Int, _ change: (JSONValue) throws(Problem) -> JSONValue) throws(Problem) -> JSONValue? {
        try state.withLock { state throws(Problem) in
            guard let record = state.records[id] else { return nil }
            let changed = try change(record)
            state.records[id] = changed
            return changed
        }
    }

    /// Removes a record; false if there is no such record.
    func remove(_ id: Int) -> Bool {
        state.withLock { $0.records.removeValue(forKey: id) != nil }
    }
}

extension JSONValue {
    /// Applies a JSON Merge Patch (RFC 7396, section 2): `null` deletes, objects merge, all else replaces.
    func merging(patch: JSONValue) -> JSONValue {
        guard case .object = patch else { return patch }
        var merged: JSONValue = [:]
        if case .object = self { merged = self }
        for name in patch.memberNames {
            guard let value = patch[name] else { continue }
            merged[name] = value.isNull ? JSONValue?.none : (merged[name] ?? .null).merging(patch: value)
        }
        return merged
    }
}
