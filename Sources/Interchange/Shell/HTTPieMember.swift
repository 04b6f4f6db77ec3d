import JSON

/// The place of a field in a JSON body, as HTTPie writes it: `a[b][0][]` (httpie.io/docs, “Nested JSON”).
struct HTTPieMember {
    private enum Step {
        case key(String)
        case index(Int)
        /// The place after the last element of an array.
        case end
    }

    /// The largest index; the elements before it are filled with null.
    private static let maxIndex = 65_535
    private static let depthLimit = 64
    private let text: String
    private let steps: [Step]

    /// Parses a name. A backslash makes a bracket a part of it, and an index a key.
    ///
    /// - Throws: a sentence with the place of the first wrong sign.
    init(_ text: String) throws(ImportError) {
        var rest = text[...]
        var steps: [Step] = []
        if let first = Self.takeStep(&rest) {
            // At the beginning, a number is a name.
            if case .index = first { steps = [.key(String(text[..<rest.startIndex]))] } else { steps = [first] }
        }
        while !rest.isEmpty {
            guard rest.first == "[" else { throw Self.misplaced("[", in: text, before: rest) }
            rest.removeFirst()
            let step = Self.takeStep(&rest) ?? .end
            if steps.isEmpty, case .key = step { throw Self.misplaced("a number or ]", in: text, before: rest) }
            guard rest.first == "]" else { throw Self.misplaced("]", in: text, before: rest) }
            rest.removeFirst()
            if case .index(let index) = step, !(0...Self.maxIndex).contains(index) {
                throw ImportError("“\(text)”: expected an index from 0 to \(Self.maxIndex), found \(index).")
            }
            steps.append(step)
            guard steps.count <= Self.depthLimit else {
                throw ImportError("“\(text.prefix(40))…” is nested deeper than \(Self.depthLimit) levels.")
            }
        }
        self.text = text
        self.steps = steps
    }

    /// The text up to the next bracket; nil for none.
    private static func takeStep(_ rest: inout Substring) -> Step? {
        var (name, isEscaped) = ("", false)
        while let sign = rest.first, sign != "[", sign != "]" {
            rest.removeFirst()
            if sign == "\\", let next = rest.first, "[]\\".contains(next) {
                rest.removeFirst()
                name.append(next)
                isEscaped = true
            } else {
                name.append(sign)
            }
        }
        if isEscaped { return .key(name) }
        if let index = Int(name) { return .index(index) }
        if name.hasPrefix("\\"), Int(name.dropFirst()) != nil { return .key(String(name.dropFirst())) }
        return name.isEmpty ? nil : .key(name)
    }

    private static func misplaced(_ expected: String, in text: String, before rest: Substring) -> ImportError {
        ImportError("“\(text)”: expected \(expected) after “\(text.dropLast(rest.count))”; \\[ is a bracket in a name.")
    }

    /// Stores a value at this place; missing objects and arrays around it are created.
    ///
    /// - Throws: a sentence if a value of another kind is there.
    func put(_ value: JSONValue, into body: inout JSONValue) throws(ImportError) { try put(value, steps[...], in: &body) }

    private func put(_ value: JSONValue, _ path: ArraySlice<Step>, in target: inout JSONValue) throws(ImportError) {
        guard let step = path.first else { return target = value }
        switch step {
        case .key(let name):
            var object = try container(target.object, or: JSONObject(), in: target, "an object")
            // The target gives up its copy, which would make each change copy the whole.
            target = .null
            var member = object[name] ?? .null
            try put(value, path.dropFirst(), in: &member)
            object[name] = member
            target = .object(object)
        case .index, .end:
            var array = try container(target.array, or: [], in: target, "an array")
            target = .null
            let index = if case .index(let index) = step { index } else { array.count }
            array += Array(repeating: .null, count: max(0, index + 1 - array.count))
            try put(value, path.dropFirst(), in: &array[index])
            target = .array(array)
        }
    }

    /// The object or the array of a value; an empty one if nothing is there yet.
    private func container<Value>(
        _ present: Value?, or empty: Value, in target: JSONValue, _ kind: String
    ) throws(ImportError) -> Value {
        if let present { return present }
        guard target == .null else { throw ImportError("“\(text)” needs \(kind) where another field has put a different value.") }
        return empty
    }
}
