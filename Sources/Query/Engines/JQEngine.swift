internal import CJQ

/// Runs a jq filter over each value of a body, as `jq -c` does.
final class JQEngine {
    private let library: jq_library
    private let state: OpaquePointer
    private let parser: OpaquePointer?
    /// What the compiler complained.
    private var complaints: [String] = []

    static func run(_ context: Worker.Context) throws(QueryError) {
        let engine = try JQEngine()
        try engine.compile(Worker.expression(context))
        try engine.filter(context)
    }

    private init() throws(QueryError) {
        library = try JQLibrary.open()
        guard let state = library.`init`() else { throw QueryError(.process, "libjq could not be started.") }
        self.state = state
        parser = library.parser_new(0)
        let own = Unmanaged.passUnretained(self).toOpaque()
        library.set_error_cb(state, { context, message in JQEngine.complain(context, message) }, own)
        library.set_input_cb(state, { _, context in JQEngine.nextInput(context) }, own)
        // What `debug` says has no place to go; without a function to take it libjq crashes.
        library.set_debug_cb(state, { context, message in JQEngine.ignore(context, message) }, own)
    }

    private static func engine(_ context: UnsafeMutableRawPointer?) -> JQEngine? {
        context.map { Unmanaged<JQEngine>.fromOpaque($0).takeUnretainedValue() }
    }

    /// What `input` and `inputs` read.
    private static func nextInput(_ context: UnsafeMutableRawPointer?) -> jv {
        engine(context).map { $0.library.parser_next($0.parser) } ?? jv()
    }

    private static func ignore(_ context: UnsafeMutableRawPointer?, _ message: jv) {
        engine(context)?.library.free(message)
    }

    /// Called by libjq with a message that is to be given back.
    private static func complain(_ context: UnsafeMutableRawPointer?, _ message: jv) {
        guard let engine = engine(context) else { return }
        engine.complaints.append(engine.take(text: engine.library.format_error(message)))
    }

    // MARK: The filter

    private func compile(_ expression: String) throws(QueryError) {
        guard !expression.unicodeScalars.contains("\0") else { throw QueryError(.syntax, "A filter holds no zero character.") }
        guard !compiles(expression) else { return }
        throw JQComplaint(complaints, of: expression) { self.compiles($0) ? [] : self.complaints }.error
    }

    private func compiles(_ expression: String) -> Bool {
        complaints = []
        return library.compile(state, expression) != 0
    }

    // MARK: The values

    private func filter(_ context: Worker.Context) throws(QueryError) {
        // libjq counts in 32 bits.
        let pieceSize = 16 << 20
        var offset = 0
        repeat {
            let piece = UnsafeRawBufferPointer(rebasing: context.body[offset..<min(offset + pieceSize, context.body.count)])
            offset += piece.count
            let isLast = offset >= context.body.count
            library.parser_set_buf(parser, piece.assumingMemoryBound(to: CChar.self).baseAddress, Int32(piece.count), isLast ? 0 : 1)
            try filterValues(context.output)
        } while offset < context.body.count
    }

    private func filterValues(_ output: WorkerOutput) throws(QueryError) {
        while true {
            let value = library.parser_next(parser)
            guard isValid(value) else {
                if let message = message(value) { throw QueryError(.input, "The body is not JSON: \(message).") }
                return
            }
            library.start(state, value, 0)
            try writeResults(to: output)
        }
    }

    private func writeResults(to output: WorkerOutput) throws(QueryError) {
        while true {
            let result = library.next(state)
            guard isValid(result) else {
                if let message = message(result) { throw QueryError(.evaluation, "jq: \(message)") }
                return
            }
            try write(library.dump_string(result, 0), to: output)
            try output.endLine()
        }
    }

    // MARK: Values of libjq, which each function takes away

    private func isValid(_ value: jv) -> Bool { library.get_kind(value) != JV_KIND_INVALID }

    private func message(_ value: jv) -> String? {
        guard library.invalid_has_msg(library.copy(value)) != 0 else {
            library.free(value)
            return nil
        }
        let message = library.invalid_get_msg(value)
        return take(text: library.get_kind(message) == JV_KIND_STRING ? message : library.dump_string(message, 0))
    }

    private func write(_ text: jv, to output: WorkerOutput) throws(QueryError) {
        let count = Int(library.string_length_bytes(library.copy(text)))
        try output.write(UnsafeRawBufferPointer(start: library.string_value(text), count: count))
        library.free(text)
    }

    private func take(text: jv) -> String {
        defer { library.free(text) }
        return library.string_value(text).map { String(cString: $0) } ?? ""
    }
}
