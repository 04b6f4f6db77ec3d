import HTTP
import JSON
import Workspace

/// The body formed by the items of a line: JSON, a form, or parts if there is a file.
struct HTTPieBody {
    private enum Field {
        case text(String)
        case json(JSONValue)
        case file(String)
    }

    private let form: HTTPieOptions.Form?
    /// The texts of files, by their paths as written.
    private let files: [String: String]
    /// The text that is the whole body; nil for none.
    private let raw: String?
    private var fields: [(name: String, field: Field)] = []
    /// The file that is the whole body.
    private var wholeFile: String?
    /// The names in lower case of the headers that the line has set.
    private var headerNames: Set<String> = []
    /// The names in lower case of the headers that the line has removed.
    private var removedNames: Set<String> = []

    init(as form: HTTPieOptions.Form?, files: [String: String], raw: String?) {
        self.form = form
        self.files = files
        self.raw = raw
    }

    mutating func addItem(_ item: HTTPieItem, _ draft: inout RequestDraft) throws(ImportError) {
        switch item.kind {
        case .query: draft.query.append(Row(Self.queryText(item.name), Self.queryText(item.value)))
        case .queryFile: draft.query.append(Row(Self.queryText(item.name), Self.queryText(try line(item))))
        case .header where item.value.isEmpty: removeHeader(item.name, from: &draft)
        case .header, .emptyHeader: setHeader(item.name, item.value, in: &draft)
        case .headerFile: setHeader(item.name, try line(item), in: &draft)
        case .field: fields.append((item.name, .text(item.value)))
        case .file where item.name.isEmpty: wholeFile = item.value
        case .file: fields.append((item.name, .file(item.value)))
        case .rawJSON: fields.append((item.name, .json(try Self.json(item.value, "“\(item.name):=\(item.value)”"))))
        case .textFile: fields.append((item.name, .text(try file(item))))
        case .rawFile:
            let place = "The file of “\(item.name):=@\(item.value)”"
            // Escapes in the JSON may be braces too.
            let text = LiteralBraces.marked(try Self.json(try file(item), place).compactText)
            fields.append((item.name, .json(try Self.json(text, place))))
        }
    }

    /// A text encoded for a query, which keeps escapes: a percent sign and a plus are literal here, but not in the arguments of a variable.
    private static func queryText(_ text: String) -> String {
        text.replacing(/\{\{[^{}]*\}\}|[%+]/) { ["%": "%25", "+": "%2B"][$0.0] ?? $0.0 }
    }

    /// Sets a header in place of that of the existing request. One that the line repeats is sent each time.
    private mutating func setHeader(_ name: String, _ value: String, in draft: inout RequestDraft) {
        removedNames.remove(name.lowercased())
        if headerNames.insert(name.lowercased()).inserted { draft.headers.removeAll { $0.isNamed(name) } }
        draft.headers.append(Row(name, value))
    }

    /// Removes a header. A disabled row suppresses one that is added to every request.
    private mutating func removeHeader(_ name: String, from draft: inout RequestDraft) {
        headerNames.remove(name.lowercased())
        removedNames.insert(name.lowercased())
        draft.headers.removeAll { $0.isNamed(name) }
        if AutomaticHeaders.fields.contains(name) { draft.headers.append(Row(name, "", isEnabled: false)) }
    }

    /// The text of a file without the line breaks at its end.
    private func line(_ item: HTTPieItem) throws(ImportError) -> String {
        let text = try file(item)
        return String(text[..<(text.lastIndex { !$0.isNewline }.map(text.index(after:)) ?? text.startIndex)])
    }

    private func file(_ item: HTTPieItem) throws(ImportError) -> String {
        guard let text = files[item.value] else {
            throw ImportError("“\(item.name)\(item.kind.rawValue)\(item.value)”: the file is not available; write the value.")
        }
        return text
    }

    private static func json(_ text: String, _ place: String) throws(ImportError) -> JSONValue {
        do throws(JSONError) { return try JSONValue(parsing: text) } catch {
            throw ImportError("\(place): the text after := must be JSON: \(error).")
        }
    }

    /// Nil if no item concerns the body.
    func draft(over old: BodyDraft) throws(ImportError) -> BodyDraft? {
        if let raw {
            guard fields.isEmpty, wholeFile == nil else {
                throw ImportError("The text of --raw is the whole body, so fields and files are not allowed.")
            }
            var body = old
            if form == nil, (try? JSONValue(parsing: raw)) != nil {
                (body.kind, body.json) = (.json, raw)
            } else {
                let type = form == nil ? "application/json" : "application/x-www-form-urlencoded; charset=utf-8"
                (body.kind, body.text, body.contentType) = (.text, raw, type)
            }
            return body
        }
        if let wholeFile {
            guard fields.isEmpty else { throw ImportError("“@\(wholeFile)” is the whole body, so fields are not allowed.") }
            var body = old
            (body.kind, body.file) = (.file, wholeFile)
            return body
        }
        guard !fields.isEmpty else { return nil }
        var body = old
        if form == .multipart || fields.contains(where: { if case .file = $0.field { true } else { false } }) {
            body.kind = .multipart
            body.parts = fields.map(part)
        } else if form == .urlEncoded {
            body.kind = .form
            body.form = fields.map { Row($0.name, text(of: $0.field)) }
        } else {
            body.kind = .json
            body.json = try json().prettyText.trimmingEnd("\n")
        }
        return body
    }

    /// Adds the headers that HTTPie sends with JSON and with forms, unless the line or the request says something about them. The kinds of
    /// body send their types by themselves.
    ///
    /// - Parameter isJSON: true if the line asks for JSON, also without a body.
    func addHeaders(to draft: inout RequestDraft, isJSON: Bool) {
        let hasBody = raw != nil || wholeFile != nil || !fields.isEmpty
        switch form {
        case nil where isJSON || hasBody && draft.body.kind != .multipart:
            Self.add("Accept", "application/json, */*;q=0.5", to: &draft)
            // The type of a file follows from the ending of its name.
            let isUntyped = wholeFile.map { !$0.lastPathComponent.contains(".") && draft.body.fileContentType.isEmpty } ?? false
            if draft.body.kind == .none || isUntyped { addType("application/json", to: &draft) }
        case .urlEncoded where [.none, .form].contains(draft.body.kind):
            addType("application/x-www-form-urlencoded; charset=utf-8", to: &draft)
        case nil, .urlEncoded, .multipart: break
        }
    }

    private func addType(_ type: String, to draft: inout RequestDraft) {
        if !removedNames.contains("content-type") { Self.add("Content-Type", type, to: &draft) }
    }

    private static func add(_ name: String, _ value: String, to draft: inout RequestDraft) {
        if !draft.headers.contains(where: { $0.isNamed(name) }) { draft.headers.append(Row(name, value)) }
    }

    private func part(_ name: String, _ field: Field) -> BodyDraft.Part {
        guard case .file(let value) = field else { return BodyDraft.Part(name, text(of: field)) }
        let pieces = value.components(separatedBy: ";type=")
        return BodyDraft.Part(name, pieces[0], isFile: true, contentType: pieces.count > 1 ? pieces[1] : "")
    }

    private func text(of field: Field) -> String {
        switch field {
        case .text(let text), .file(let text): text
        case .json(let value): value.string ?? value.compactText
        }
    }

    private func json() throws(ImportError) -> JSONValue {
        var body = JSONValue.null
        for (name, field) in fields {
            let value: JSONValue = if case .json(let value) = field { value } else { .string(text(of: field)) }
            try HTTPieMember(name).insert(value, into: &body)
        }
        return body
    }
}

extension String {
    /// The pieces between a separator.
    fileprivate func components(separatedBy separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}

/// A word after the URL: a name, a separator that determines its kind, and a value.
struct HTTPieItem: Equatable {
    /// The meaning of the separator; longer ones are tried first.
    enum Kind: String, CaseIterable {
        case rawFile = ":=@"
        case queryFile = "==@"
        case rawJSON = ":="
        case query = "=="
        case textFile = "=@"
        case headerFile = ":@"
        case file = "@"
        case field = "="
        case header = ":"
        case emptyHeader = ";"

        /// True for an item that needs a name.
        var isOfHeader: Bool { [.headerFile, .header, .emptyHeader].contains(self) }
    }

    let kind: Kind
    /// Empty for a file that is the whole body.
    let name: String
    let value: String

    /// True if the text of a file takes the place of the value.
    var holdsFile: Bool { [.rawFile, .queryFile, .textFile, .headerFile].contains(kind) }

    /// True if the value is the path of a file.
    var namesFile: Bool { holdsFile || kind == .file }

    /// True if the item is another URL that only looks like a header.
    var isURL: Bool { kind == .header && value.hasPrefix("//") && Self.schemes.contains(name.lowercased()) }

    private static let schemes: Set<String> = ["http", "https", "ws", "wss", "ftp"]

    /// Splits a word at its first separator, the longest that begins there. A backslash before it makes it part of the name.
    init?(_ word: String) {
        var name = ""
        var rest = word[...]
        while let character = rest.first {
            if character == "\\", let next = rest.dropFirst().first {
                // Before other characters, the backslash itself is part of the name.
                name += ":=@;".contains(next) ? "\(next)" : "\\\(next)"
                rest = rest.dropFirst(2)
            } else if let found = Kind.allCases.first(where: { rest.hasPrefix($0.rawValue) }) {
                let value = rest.dropFirst(found.rawValue.count)
                guard !name.isEmpty || !found.isOfHeader, found != .emptyHeader || value.isEmpty else { return nil }
                (kind, self.name, self.value) = (found, name, String(value))
                return
            } else {
                name.append(character)
                rest.removeFirst()
            }
        }
        return nil
    }
}

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

    /// Parses a name. A backslash makes a bracket part of the name, and makes a number a key instead of an index.
    ///
    /// - Throws: a sentence with the place of the first wrong sign.
    init(_ text: String) throws(ImportError) {
        var rest = text[...]
        // An empty name is the name of the member.
        var steps: [Step] = text.isEmpty ? [.key("")] : []
        if let first = Self.consumeStep(&rest) {
            // At the beginning, a number is a name.
            if case .index = first { steps = [.key(String(text[..<rest.startIndex]))] } else { steps = [first] }
        }
        while !rest.isEmpty {
            guard rest.first == "[" else { throw Self.misplaced("[", in: text, before: rest) }
            rest.removeFirst()
            let step = Self.consumeStep(&rest) ?? .end
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
    private static func consumeStep(_ rest: inout Substring) -> Step? {
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
    func insert(_ value: JSONValue, into body: inout JSONValue) throws(ImportError) { try insert(value, steps[...], in: &body) }

    private func insert(_ value: JSONValue, _ path: ArraySlice<Step>, in target: inout JSONValue) throws(ImportError) {
        guard let step = path.first else { return target = value }
        switch step {
        case .key(let name):
            var object = try container(target.object, or: JSONObject(), in: target, "an object")
            // Releases the target's reference; a second reference would make each change copy the whole value.
            target = .null
            var member = object[name] ?? .null
            try insert(value, path.dropFirst(), in: &member)
            object[name] = member
            target = .object(object)
        case .index, .end:
            var array = try container(target.array, or: [], in: target, "an array")
            target = .null
            let index = if case .index(let index) = step { index } else { array.count }
            array += Array(repeating: .null, count: max(0, index + 1 - array.count))
            try insert(value, path.dropFirst(), in: &array[index])
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
