import Comparison
import JSON

/// The reason why a patch does not apply.
struct PatchError: Error {
    let path: String
}

extension JSONPatch {
    /// The document with the patch applied, by the words of RFC 6902 and with nothing of the code under test.
    func applied(to document: JSONValue) throws -> JSONValue {
        try operations.reduce(document) { document, operation in
            switch operation {
            case .add(let path, let value): return try Self.editing(document, path) { $0.add(value, at: $1) }
            case .remove(let path): return try Self.editing(document, path) { $0.remove(at: $1) != nil }
            case .replace(let path, let value): return path.isEmpty ? value : try Self.editing(document, path) { $0.replace(value, at: $1) }
            case .move(let from, let path):
                var taken: JSONValue?
                let rest = try Self.editing(document, from) { parent, step in
                    taken = parent.remove(at: step)
                    return taken != nil
                }
                guard let taken else { throw PatchError(path: from) }
                return try Self.editing(rest, path) { $0.add(taken, at: $1) }
            }
        }
    }

    private static func editing(
        _ document: JSONValue, _ path: String, _ edit: (inout JSONValue, String) -> Bool
    ) throws -> JSONValue {
        let steps = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { step in
            String(step).replacing("~1", with: "/").replacing("~0", with: "~")
        }
        var document = document
        guard let last = steps.last, document.edit(steps.dropLast()[...], last, edit) else { throw PatchError(path: path) }
        return document
    }
}

extension JSONValue {
    fileprivate mutating func edit(_ steps: ArraySlice<String>, _ last: String, _ edit: (inout JSONValue, String) -> Bool) -> Bool {
        guard let step = steps.first else { return edit(&self, last) }
        switch self {
        case .object(var object):
            guard var value = object[step], value.edit(steps.dropFirst(), last, edit) else { return false }
            object[step] = value
            self = .object(object)
        case .array(var elements):
            guard let index = Int(step), elements.indices.contains(index) else { return false }
            guard elements[index].edit(steps.dropFirst(), last, edit) else { return false }
            self = .array(elements)
        default: return false
        }
        return true
    }

    fileprivate mutating func add(_ value: JSONValue, at step: String) -> Bool {
        switch self {
        case .object(var object):
            object[step] = value
            self = .object(object)
        case .array(var elements):
            guard let index = Int(step), index >= 0, index <= elements.count else { return false }
            elements.insert(value, at: index)
            self = .array(elements)
        default: return false
        }
        return true
    }

    fileprivate mutating func remove(at step: String) -> JSONValue? {
        switch self {
        case .object(var object):
            let value = object[step]
            object[step] = nil
            self = .object(object)
            return value
        case .array(var elements):
            guard let index = Int(step), elements.indices.contains(index) else { return nil }
            let value = elements.remove(at: index)
            self = .array(elements)
            return value
        default: return nil
        }
    }

    fileprivate mutating func replace(_ value: JSONValue, at step: String) -> Bool {
        switch self {
        case .object(var object):
            guard object[step] != nil else { return false }
            object[step] = value
            self = .object(object)
        case .array(var elements):
            guard let index = Int(step), elements.indices.contains(index) else { return false }
            elements[index] = value
            self = .array(elements)
        default: return false
        }
        return true
    }
}
