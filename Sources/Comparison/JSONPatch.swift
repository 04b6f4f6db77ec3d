public import JSON

/// The operations that turn one JSON document into another (RFC 6902).
public struct JSONPatch: Hashable, Sendable {
    /// An operation.
    public enum Operation: Hashable, Sendable {
        case add(path: String, JSONValue)
        case remove(path: String)
        case replace(path: String, JSONValue)
        case move(from: String, path: String)
    }

    /// The operations, in order.
    public private(set) var operations: [Operation] = []

    /// The patch as a JSON document.
    public var document: JSONValue {
        .array(
            operations.map { operation in
                switch operation {
                case .add(let path, let value): ["op": "add", "path": .string(path), "value": value]
                case .remove(let path): ["op": "remove", "path": .string(path)]
                case .replace(let path, let value): ["op": "replace", "path": .string(path), "value": value]
                case .move(let from, let path): ["op": "move", "from": .string(from), "path": .string(path)]
                }
            })
    }
}

/// Creates the patch of a difference.
struct JSONPatchWriter {
    /// The maximum number of elements moved within an array; beyond it they are removed and added.
    private static let maxMoveCount = 500

    let old: JSONScanner
    let new: JSONScanner
    private(set) var operations: [JSONPatch.Operation] = []

    mutating func write(_ difference: JSONDifference, at path: String) throws(JSONError) {
        switch difference {
        case .replaced(_, let node): operations.append(.replace(path: path, try new.value(node)))
        case .inside(let node, _, let steps):
            if old.isObject(node) { try writeMembers(steps, at: path) } else { try writeElements(steps, at: path) }
        }
    }

    private func pointer(_ child: HashedChild, in scanner: JSONScanner, at path: String) -> String {
        "\(path)/\(JSONPointer.escaped(scanner.name(of: child)))"
    }

    private mutating func writeMembers(_ steps: [JSONDifference.Step], at path: String) throws(JSONError) {
        for step in steps {
            switch step {
            case .same: continue
            case .removed(let child, _): operations.append(.remove(path: pointer(child, in: old, at: path)))
            case .added(let child, _): operations.append(.add(path: pointer(child, in: new, at: path), try new.value(child.node)))
            case .changed(_, _, let child, _, let change): try write(change, at: pointer(child, in: new, at: path))
            case .moved(let source, _, let child, _, let change):
                let target = pointer(child, in: new, at: path)
                operations.append(.move(from: pointer(source, in: old, at: path), path: target))
                if let change { try write(change, at: target) }
            }
        }
    }

    /// Removes from the end, moves, adds from the beginning, and finally changes, so that every index is valid when it is used.
    private mutating func writeElements(_ steps: [JSONDifference.Step], at path: String) throws(JSONError) {
        var (removed, added): ([Int], [(Int, HashedChild)]) = ([], [])
        var changes: [(Int, JSONDifference)] = []
        let moveCount = steps.count { if case .moved = $0 { true } else { false } }
        let moves = (1...Self.maxMoveCount).contains(moveCount)
        for step in steps {
            switch step {
            case .same: continue
            case .removed(_, let index): removed.append(index)
            case .added(let child, let index): added.append((index, child))
            case .changed(_, _, _, let index, let change): changes.append((index, change))
            case .moved(_, let source, let child, let index, let change):
                if moves {
                    if let change { changes.append((index, change)) }
                } else {
                    removed.append(source)
                    added.append((index, child))
                }
            }
        }
        for index in removed.sorted(by: >) { operations.append(.remove(path: "\(path)/\(index)")) }
        if moves { writeMoves(steps, at: path) }
        for (index, child) in added.sorted(by: { $0.0 < $1.0 }) {
            operations.append(.add(path: "\(path)/\(index)", try new.value(child.node)))
        }
        for (index, change) in changes { try write(change, at: "\(path)/\(index)") }
    }

    /// Moves each element after the one that it follows among those that are not added.
    private mutating func writeMoves(_ steps: [JSONDifference.Step], at path: String) {
        let order = steps.flatMap { step -> [(source: Int, isMoved: Bool)] in
            switch step {
            case .same(let olds, _): olds.indices.map { ($0, false) }
            case .changed(_, let source, _, _, _): [(source, false)]
            case .moved(_, let source, _, _, _): [(source, true)]
            case .removed, .added: []
            }
        }
        var list = order.map(\.source).sorted()
        var previous: Int?
        for (source, isMoved) in order {
            defer { previous = source }
            guard isMoved, let from = list.firstIndex(of: source) else { continue }
            list.remove(at: from)
            let to = previous.flatMap { list.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            list.insert(source, at: to)
            if from != to { operations.append(.move(from: "\(path)/\(from)", path: "\(path)/\(to)")) }
        }
    }
}

extension JSONScanner {
    func value(_ node: HashedNode) throws(JSONError) -> JSONValue {
        try JSONValue(parsing: Array(bytes[node.range]), limits: JSONLimits(byteCount: .max))
    }

    /// The name of a member.
    func name(of child: HashedChild) -> String {
        var end = Int(child.nameStart) + 1
        while bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
        return string(at: Int(child.nameStart)..<end + 1)
    }
}
