public import JSON

/// A JSONPath query (RFC 9535), parsed and checked.
///
/// It is evaluated over the bytes of a JSON text without building values of them: the memory does not grow with the body, and the first
/// results come before the last byte has been read.
public struct JSONPath: Hashable, Sendable {
    let query: PathQuery

    /// Parses a query.
    /// - Throws: ``QueryError/Code/syntax`` with the place and what was expected there.
    public init(_ text: String) throws(QueryError) {
        var parser = PathParser(text)
        query = try parser.query()
    }

    /// Finds the selected values in the order that the RFC gives them.
    /// - Parameters:
    ///   - bytes: one JSON value, or the first of several. What is no JSON is passed over as well as can be: check it before.
    ///   - body: takes the place of a value, without the space around it; gives false to end the search.
    /// - Throws: ``QueryError/Code/limit`` where values that are compared are nested too deep.
    public func forEachMatch(in bytes: UnsafeRawBufferPointer, _ body: (Range<Int>) throws(QueryError) -> Bool) throws(QueryError) {
        let text = JSONText(bytes)
        let root = text.skipSpace(0)
        guard root < bytes.count else { return }
        _ = try PathEvaluator(text: text, root: root).run(query, from: root) { node throws(QueryError) in
            try body(node..<text.end(of: node))
        }
    }

    /// All selected values of a JSON text, for small bodies.
    /// - Throws: ``QueryError/Code/input`` where the text is no JSON, with line and column.
    public func values(in bytes: [UInt8]) throws(QueryError) -> [JSONValue] {
        do throws(JSONError) { _ = try JSONValue(parsing: bytes) } catch { throw QueryError(.input, "The body is not JSON: \(error).") }
        var values: [JSONValue] = []
        try bytes.withUnsafeBufferPointer { buffer throws(QueryError) in
            let bytes = UnsafeRawBufferPointer(buffer)
            try forEachMatch(in: bytes) { range in
                if let value = try? JSONValue(parsing: Array(bytes[range])) { values.append(value) }
                return true
            }
        }
        return values
    }
}
