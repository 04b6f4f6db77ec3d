internal import CJQ
import JSON
import Platform

/// Runs a jq filter on each value of a body, like `jq -c`.
final class JQEngine {
    private let library: jq_library
    private let state: OpaquePointer
    private let parser: OpaquePointer?
    /// The bytes of the body that the parser does not have yet.
    private var rest = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The error messages of the compiler.
    private var messages: [String] = []

    static func run(_ context: Worker.Context) throws(QueryError) {
        let expression = Worker.expression(context)
        let rest = try JQPath(expression)?.writeResults(for: context.body, to: context.output) ?? context.body[...]
        guard !rest.isEmpty || context.body.isEmpty else { return }
        let engine = try JQEngine()
        Worker.closeFileSystem()
        try engine.compile(expression)
        try engine.filter(UnsafeRawBufferPointer(rebasing: rest), context.output)
    }

    private init() throws(QueryError) {
        library = try Self.openLibrary()
        guard let state = library.`init`() else { throw QueryError(.process, "libjq could not be started.") }
        self.state = state
        parser = library.parser_new(0)
        let pointer = Unmanaged.passUnretained(self).toOpaque()
        library.set_error_cb(state, { context, message in JQEngine.collect(context, message) }, pointer)
        library.set_input_cb(state, { _, context in JQEngine.nextInput(context) }, pointer)
        // The output of `debug` is discarded; without this callback libjq crashes.
        library.set_debug_cb(state, { context, message in JQEngine.ignore(context, message) }, pointer)
    }

    private static func openLibrary() throws(QueryError) -> jq_library {
        var library = jq_library()
        guard DynamicLibrary.Names.jq.contains(where: { jq_open(&library, $0) == nil }) else {
            throw QueryError(.unavailable, "A jq filter needs libjq, which is not installed: install libjq1 (jq on other systems).")
        }
        return library
    }

    private static func engine(_ context: UnsafeMutableRawPointer?) -> JQEngine? {
        context.map { Unmanaged<JQEngine>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The next value for `input` and `inputs`.
    private static func nextInput(_ context: UnsafeMutableRawPointer?) -> jv { engine(context)?.nextValue() ?? jv() }

    private static func ignore(_ context: UnsafeMutableRawPointer?, _ message: jv) {
        engine(context)?.library.free(message)
    }

    /// Takes a message of libjq and frees it.
    private static func collect(_ context: UnsafeMutableRawPointer?, _ message: jv) {
        guard let engine = engine(context) else { return }
        engine.messages.append(engine.string(text: engine.library.format_error(message)))
    }

    // MARK: The filter

    private func compile(_ expression: String) throws(QueryError) {
        guard !expression.unicodeScalars.contains("\0") else { throw QueryError(.syntax, "A filter cannot contain NUL.") }
        if let word = Self.moduleDirective(of: expression) {
            throw QueryError(.syntax, "A filter cannot \(word) modules: write the functions in the filter itself.", place: 1)
        }
        guard !compiles(expression) else { return }
        throw JQCompileError.error(messages, of: expression) { self.compiles($0) ? [] : self.messages }
    }

    /// The module directive at the start of a filter, after comments. Without search paths for modules, libjq would end the process.
    private static func moduleDirective(of expression: String) -> String? {
        var rest = expression.drop(while: \.isWhitespace)
        while rest.first == "#" { rest = rest.drop { !$0.isNewline }.drop(while: \.isWhitespace) }
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        return switch word {
        case "import", "include": String(word)
        case "module": "name"
        default: nil
        }
    }

    private func compiles(_ expression: String) -> Bool {
        messages = []
        return library.compile(state, expression) != 0
    }

    // MARK: The values

    private func filter(_ body: UnsafeRawBufferPointer, _ output: WorkerOutput) throws(QueryError) {
        rest = body
        feedParser()
        while true {
            let value = nextValue()
            guard isValid(value) else {
                if let message = message(value) { throw QueryError(.input, "The body is not JSON: \(message).") }
                return
            }
            library.start(state, value, 0)
            try writeResults(to: output)
            if try hasHalted() { return }
        }
    }

    /// The next value of the body: for the filter itself, and for `input` and `inputs` in it.
    private func nextValue() -> jv {
        while true {
            let value = library.parser_next(parser)
            // Without a message, the parser has come to the end of its bytes.
            if rest.isEmpty || isValid(value) || library.invalid_has_msg(library.copy(value)) != 0 { return value }
            library.free(value)
            feedParser()
        }
    }

    /// The number of bytes that the parser gets at once: libjq counts in 32 bits.
    private static let pieceSize = 16 << 20

    private func feedParser() {
        let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.pieceSize))
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(piece.count))
        let bytes = piece.assumingMemoryBound(to: CChar.self)
        library.parser_set_buf(parser, bytes.baseAddress, Int32(bytes.count), rest.isEmpty ? 0 : 1)
    }

    /// True after `halt`, which libjq 1.6 and later have.
    /// - Throws: the message of `halt_error`.
    private func hasHalted() throws(QueryError) -> Bool {
        guard library.halted?(state) ?? 0 != 0 else { return false }
        guard let error = library.get_error_message?(state), isValid(error) else { return true }
        throw QueryError(.evaluation, plainText(error), by: "jq")
    }

    private func writeResults(to output: WorkerOutput) throws(QueryError) {
        while true {
            let result = library.next(state)
            guard isValid(result) else {
                if let message = message(result) { throw QueryError(.evaluation, message, by: "jq") }
                return
            }
            try write(library.dump_string(result, 0), to: output)
            try output.endLine()
        }
    }

    // MARK: Values of libjq; each function frees its argument

    private func isValid(_ value: jv) -> Bool { library.get_kind(value) != JV_KIND_INVALID }

    private func message(_ value: jv) -> String? {
        guard library.invalid_has_msg(library.copy(value)) != 0 else {
            library.free(value)
            return nil
        }
        return plainText(library.invalid_get_msg(value))
    }

    /// The string itself, or the JSON of another value.
    private func plainText(_ value: jv) -> String {
        string(text: library.get_kind(value) == JV_KIND_STRING ? value : library.dump_string(value, 0))
    }

    private func write(_ text: jv, to output: WorkerOutput) throws(QueryError) {
        let count = Int(library.string_length_bytes(library.copy(text)))
        try output.write(UnsafeRawBufferPointer(start: library.string_value(text), count: count))
        library.free(text)
    }

    private func string(text: jv) -> String {
        defer { library.free(text) }
        return library.string_value(text).map { String(cString: $0) } ?? ""
    }
}

/// A jq filter that is only a path: `.`, `.a.b`, `."a b"`, `.["a"][0]`, `.[-1]`. It is evaluated without libjq, whose numbers are of type
/// `double`, so that numbers keep their digits.
package struct JQPath {
    private enum Step {
        case name(String)
        case index(Int)
    }

    private var steps: [Step] = []

    /// Parses a filter; nil for any other one.
    package init?(_ filter: String) {
        let space = Set(" \t\r\n".utf8)
        var rest = Array(filter.utf8)[...]
        while let last = rest.last, space.contains(last) { rest.removeLast() }
        rest = rest.drop(while: space.contains)
        guard rest.first == UInt8(ascii: ".") else { return nil }
        if rest.count == 1 { return }
        // A bracket directly follows the first dot.
        if rest.dropFirst().first == UInt8(ascii: "[") { rest.removeFirst() }
        while !rest.isEmpty {
            guard let step = Self.step(&rest) else { return nil }
            steps.append(step)
        }
    }

    private static func step(_ rest: inout ArraySlice<UInt8>) -> Step? {
        switch rest.popFirst() {
        case UInt8(ascii: "."): return rest.first == UInt8(ascii: "\"") ? quoted(&rest) : name(&rest)
        case UInt8(ascii: "["):
            guard let step = rest.first == UInt8(ascii: "\"") ? quoted(&rest) : index(&rest), rest.popFirst() == UInt8(ascii: "]") else {
                return nil
            }
            return step
        default: return nil
        }
    }

    private static func name(_ rest: inout ArraySlice<UInt8>) -> Step? {
        let isLetter: (UInt8) -> Bool = { (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "_") }
        guard let first = rest.first, isLetter(first) else { return nil }
        let name = rest.prefix { isLetter($0) || isDigit($0) }
        rest.removeFirst(name.count)
        return .name(String(decoding: name, as: UTF8.self))
    }

    /// A string without escapes, which could contain filters.
    private static func quoted(_ rest: inout ArraySlice<UInt8>) -> Step? {
        let text = rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        rest = rest[text.endIndex...]
        return rest.popFirst() == UInt8(ascii: "\"") ? .name(String(decoding: text, as: UTF8.self)) : nil
    }

    private static func index(_ rest: inout ArraySlice<UInt8>) -> Step? {
        let text = rest.prefix { isDigit($0) || $0 == UInt8(ascii: "-") }
        rest.removeFirst(text.count)
        return text.count < 10 ? Int(String(decoding: text, as: UTF8.self)).map(Step.index) : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Writes the results for the values of a body, up to one that is left to libjq: one that is invalid, too large, or has no such part, which
    /// is an error.
    ///
    /// - Returns: the rest of the body, from that value on; empty if there is none.
    func writeResults(for body: UnsafeRawBufferPointer, to output: WorkerOutput) throws(QueryError) -> Slice<UnsafeRawBufferPointer> {
        let text = JSONText(body)
        var start = 0
        while true {
            start = text.skipSpace(start)
            guard start < body.count else { return body[body.count...] }
            let end = text.end(of: start)
            guard let value = try? JSONValue(parsing: Array(body[start..<end])), let result = result(for: value) else {
                return body[start...]
            }
            try output.write(result.withoutRepeatedMembers.compactText)
            try output.endLine()
            start = end
        }
    }

    /// The part of a value; nil where jq has an error.
    private func result(for value: JSONValue) -> JSONValue? {
        var value = value
        for step in steps {
            switch (step, value) {
            case (_, .null): return .null
            case (.name(let name), .object(let object)): value = object[name] ?? .null
            case (.index(let index), .array(let array)): value = JSONValue.array(array)[index < 0 ? index + array.count : index] ?? .null
            default: return nil
            }
        }
        return value
    }
}

extension JSONValue {
    /// The value as jq holds it: of several members with one name the last value, at the place of the first.
    fileprivate var withoutRepeatedMembers: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.withoutRepeatedMembers))
        case .object(let object): .object(JSONObject(Self.unrepeated(object)))
        default: self
        }
    }

    private static func unrepeated(_ object: JSONObject) -> [JSONMember] {
        var (members, places) = ([JSONMember](), [[UInt8]: Int]())
        for member in object {
            let value = member.value.withoutRepeatedMembers
            if let place = places.updateValue(members.count, forKey: Array(member.name.utf8)) {
                members[place].value = value
                places[Array(member.name.utf8)] = place
            } else {
                members.append(JSONMember(member.name, value))
            }
        }
        return members
    }
}

/// The error of a filter that does not compile, with its position, made from the messages of libjq.
private enum JQCompileError {
    /// - Parameters:
    ///   - messages: the messages of the compiler.
    ///   - expression: the filter.
    ///   - recompile: compiles another text and returns the messages of the compiler.
    static func error(_ messages: [String], of expression: String, recompile: (String) -> [String]) -> QueryError {
        let message = message(messages)
        return QueryError(.syntax, "\(message).", by: "jq", place: place(message, expression, recompile))
    }

    /// The text of the first message, which libjq gives as `jq: error: MESSAGE at <top-level>, line 1:`.
    private static func message(_ messages: [String]) -> String {
        let first = messages.first { $0.contains("error") } ?? messages.first ?? "the filter does not compile"
        var text = String(first.split(whereSeparator: \.isNewline).first ?? "")
        if text.hasPrefix("jq: error: ") { text.removeFirst("jq: error: ".count) }
        if text.hasPrefix("jq: "), text.contains("compile error") { text = "the filter does not compile" }
        for mark in [" at <top-level>", " at <unknown>", " (Unix shell quoting issues?)", " (Windows cmd shell quoting issues?)"] {
            if let range = text.firstRange(of: mark) { text = String(text[..<range.lowerBound]) }
        }
        if let range = text.firstRange(of: ", expecting ") { text = String(text[..<range.lowerBound]) }
        return
            text
            .replacing("unexpected $end", with: "unexpected end of the filter")
            .replacing("unexpected end of file", with: "unexpected end of the filter")
            .replacing("unexpected INVALID_CHARACTER", with: "unexpected character")
    }

    /// The position of the error, because libjq reports only the line. An undefined name is searched for in the text; a syntax error is
    /// at the end of the longest prefix that is merely incomplete.
    private static func place(_ message: String, _ expression: String, _ recompile: (String) -> [String]) -> Int? {
        if message.hasSuffix(" is not defined") {
            let name = message.prefix { $0 != "/" }
            return expression.firstRange(of: name).map { expression.distance(from: expression.startIndex, to: $0.lowerBound) + 1 }
        }
        guard message.hasPrefix("syntax error") else { return nil }
        let characters = Array(expression)
        var (viable, wrong) = (0, characters.count + 1)
        while wrong - viable > 1 {
            let middle = (viable + wrong) / 2
            if isUnfinished(recompile(String(characters[..<middle]))) { viable = middle } else { wrong = middle }
        }
        return max(1, min(wrong, characters.count + 1))
    }

    private static func isUnfinished(_ messages: [String]) -> Bool {
        messages.isEmpty
            || messages.contains {
                $0.contains("unexpected $end") || $0.contains("unexpected end of file") || $0.contains("is not defined")
            }
    }
}
