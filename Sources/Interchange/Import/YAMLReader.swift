import CYAML
public import JSON

/// Reads YAML as JSON values, with libyaml.
///
/// Plain scalars follow the JSON and core schemas of YAML 1.2: `null`, `true` and `false`, and numbers as JSON writes them. All others are
/// strings, so that `on`, `1_000`, `007` and dates keep their text. Mappings keep their order; keys are texts; `<<` merges mappings.
public struct YAMLReader {
    /// The maximum number of values of a document with aliases expanded. An alias costs no memory, but reading it does.
    private let limits: ImportLimits
    /// True to read a value with a local tag, `!name`, as an object with the only member `!name`.
    private let keepsTags: Bool
    private var stack: [Frame] = []
    private var anchors: [String: Node] = [:]
    private var documents: [JSONValue] = []

    /// A value with the number of values in it, including itself.
    private struct Node {
        var value: JSONValue
        var count = 1
    }

    /// A sequence or a mapping that is not complete.
    private struct Frame {
        var isMapping: Bool
        var anchor: String?
        var tag: String?
        var elements: [JSONValue] = []
        var members: [JSONMember] = []
        var merged: [JSONMember] = []
        var key: (text: String, isMerge: Bool)?
        var count = 1
    }

    /// All documents of a text.
    ///
    /// - Throws: an error with the line and the column.
    public static func documents(_ bytes: [UInt8], limits: ImportLimits = ImportLimits()) throws(ImportError) -> [JSONValue] {
        try documents(bytes, limits: limits, keepingTags: false)
    }

    /// All documents of a text; with tags, a value `!name value` is an object with the one member `!name`.
    static func documents(_ bytes: [UInt8], limits: ImportLimits, keepingTags: Bool) throws(ImportError) -> [JSONValue] {
        do throws(ImportError) {
            return try parsed(bytes, limits, keepingTags)
        } catch {
            // libyaml refuses a tab on a blank line of a block scalar, which YAML 1.2 allows.
            guard let bytes = withoutBlankTabs(bytes), let documents = try? parsed(bytes, limits, keepingTags) else { throw error }
            return documents
        }
    }

    /// The text with nothing on its blank lines; nil if none of them has a tab.
    private static func withoutBlankTabs(_ bytes: [UInt8]) -> [UInt8]? {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let isBlank = lines.map { $0.contains(UInt8(ascii: "\t")) && $0.allSatisfy { " \t\r".utf8.contains($0) } }
        guard isBlank.contains(true) else { return nil }
        return Array(zip(lines, isBlank).map { $1 ? [] : $0 }.joined(separator: [UInt8(ascii: "\n")]))
    }

    private static func parsed(_ bytes: [UInt8], _ limits: ImportLimits, _ keepingTags: Bool) throws(ImportError) -> [JSONValue] {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else { throw ImportError("There is not enough memory to read YAML.") }
        defer { yaml_parser_delete(&parser) }
        yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
        var reader = YAMLReader(limits: limits, keepsTags: keepingTags)
        let result = bytes.withUnsafeBufferPointer { buffer in
            yaml_parser_set_input_string(&parser, buffer.baseAddress, buffer.count)
            return Result { () throws(ImportError) in try reader.read(&parser) }
        }
        try result.get()
        return reader.documents
    }

    /// The only document of a text, or the first of several.
    public static func document(_ bytes: [UInt8], limits: ImportLimits = ImportLimits()) throws(ImportError) -> JSONValue {
        try documents(bytes, limits: limits).first ?? .null
    }

    private mutating func read(_ parser: inout yaml_parser_t) throws(ImportError) {
        while true {
            var event = yaml_event_t()
            guard yaml_parser_parse(&parser, &event) == 1 else { throw Self.error(parser) }
            defer { yaml_event_delete(&event) }
            if event.type == YAML_STREAM_END_EVENT { return }
            try handle(event)
        }
    }

    private static func error(_ parser: yaml_parser_t) -> ImportError {
        let problem = parser.problem.map { String(cString: $0) } ?? "the text is not YAML"
        let context = parser.context.map { " " + String(cString: $0) } ?? ""
        // An error in the encoding has a byte offset, but no line and column.
        guard parser.error != YAML_READER_ERROR else { return ImportError("The text is not YAML: \(problem).") }
        return ImportError(
            "The text is not YAML: \(problem)\(context).",
            at: .line(parser.problem_mark.line + 1, column: parser.problem_mark.column + 1))
    }

    // MARK: Events

    private mutating func handle(_ event: yaml_event_t) throws(ImportError) {
        switch event.type {
        case YAML_DOCUMENT_START_EVENT: anchors = [:]
        case YAML_SEQUENCE_START_EVENT:
            try begin(
                Frame(isMapping: false, anchor: Self.text(event.data.sequence_start.anchor), tag: Self.text(event.data.sequence_start.tag)),
                event)
        case YAML_MAPPING_START_EVENT:
            try begin(
                Frame(isMapping: true, anchor: Self.text(event.data.mapping_start.anchor), tag: Self.text(event.data.mapping_start.tag)),
                event)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            guard let frame = stack.popLast() else { return }
            let value: JSONValue =
                frame.isMapping ? .object(JSONObject(Self.merge(frame))) : .array(frame.elements)
            try add(Node(value: named(value, frame.tag), count: frame.count), anchor: frame.anchor, event)
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE && scalar.tag == nil
            if let index = stack.indices.last, stack[index].isMapping, stack[index].key == nil {
                stack[index].key = (text, isPlain && text == "<<")
                if let anchor = Self.text(scalar.anchor) { anchors[anchor] = Node(value: .string(text)) }
                return
            }
            let value = isPlain ? Self.resolved(text) : Self.tagged(text, Self.text(scalar.tag))
            try add(Node(value: named(value, Self.text(scalar.tag))), anchor: Self.text(scalar.anchor), event)
        case YAML_ALIAS_EVENT:
            let name = Self.text(event.data.alias.anchor) ?? ""
            guard let node = anchors[name] else {
                throw Self.error("The alias *\(name) names no anchor before it.", event)
            }
            try add(node, anchor: nil, event)
        default: break
        }
    }

    private func named(_ value: JSONValue, _ tag: String?) -> JSONValue {
        guard keepsTags, let tag, tag.count > 1, tag.hasPrefix("!") else { return value }
        return .object(JSONObject([JSONMember(tag, value)]))
    }

    private mutating func begin(_ frame: Frame, _ event: yaml_event_t) throws(ImportError) {
        guard stack.count < limits.documentDepth else {
            throw Self.error("Sequences and mappings are nested deeper than \(limits.documentDepth) levels.", event)
        }
        stack.append(frame)
    }

    /// Adds a complete value to its container.
    private mutating func add(_ node: Node, anchor: String?, _ event: yaml_event_t) throws(ImportError) {
        if let anchor { anchors[anchor] = node }
        guard let index = stack.indices.last else { return documents.append(node.value) }
        stack[index].count += node.count
        guard stack[index].count <= limits.valueCount else {
            throw Self.error("The document has more than \(limits.valueCount) values when its aliases are expanded.", event)
        }
        guard stack[index].isMapping else { return stack[index].elements.append(node.value) }
        guard let key = stack[index].key else {
            // A key that is a sequence or a mapping itself.
            stack[index].key = (node.value.looseText, false)
            return
        }
        stack[index].key = nil
        if key.isMerge, node.value.object != nil || node.value.array != nil {
            for source in node.value.array ?? [node.value] { stack[index].merged += source.object?.members ?? [] }
        } else {
            stack[index].members.append(JSONMember(key.text, node.value))
        }
    }

    /// The members of a mapping: its own, then merged ones that it does not have; the first merged one wins.
    private static func merge(_ frame: Frame) -> [JSONMember] {
        guard !frame.merged.isEmpty else { return frame.members }
        var names = Set(frame.members.map(\.name))
        return frame.members + frame.merged.filter { names.insert($0.name).inserted }
    }

    // MARK: Scalars

    private static func resolved(_ text: String) -> JSONValue {
        switch text {
        case "", "~", "null", "Null", "NULL": .null
        case "true", "True", "TRUE": true
        case "false", "False", "FALSE": false
        default: looksNumeric(text) ? JSONNumber(text).map(JSONValue.number) ?? .string(text) : .string(text)
        }
    }

    private static func looksNumeric(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return false }
        return first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    }

    private static func tagged(_ text: String, _ tag: String?) -> JSONValue {
        switch tag {
        case "tag:yaml.org,2002:int"?, "tag:yaml.org,2002:float"?, "tag:yaml.org,2002:bool"?, "tag:yaml.org,2002:null"?: resolved(text)
        default: .string(text)
        }
    }

    private static func text(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        bytes.map { String(decoding: UnsafeBufferPointer(start: $0, count: strlen($0)), as: UTF8.self) }
    }

    /// The length of a text that ends in NUL.
    private static func strlen(_ bytes: UnsafePointer<UInt8>) -> Int {
        var end = bytes
        while end.pointee != 0 { end += 1 }
        return end - bytes
    }

    private static func error(_ message: String, _ event: yaml_event_t) -> ImportError {
        ImportError(message, at: .line(event.start_mark.line + 1, column: event.start_mark.column + 1))
    }
}
