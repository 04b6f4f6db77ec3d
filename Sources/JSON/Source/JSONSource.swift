/// A JSON text with its value and the place of every part, for edits that leave the rest of the text alone.
public struct JSONSource: Hashable, Sendable {
    /// The text as it was read.
    public let bytes: [UInt8]
    /// What the text says.
    public var value: JSONValue { root.value }
    let root: JSONNode

    /// Reads a whole JSON text.
    ///
    /// - Throws: a `JSONError` with the place of the first fault, or the limit that was passed.
    public init(parsing bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
        self.bytes = bytes
        let result = bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(JSONError) in
                var parser = JSONParser<JSONNodeBuilder>(buffer, limits: limits)
                return try parser.document()
            }
        }
        root = try result.get()
    }

    /// Where the value at the pointer begins; where the way to it ends when it is not there.
    public func position(of pointer: JSONPointer) -> JSONPosition {
        var node = root
        for step in pointer.steps {
            guard let next = node.child(at: step) else { break }
            node = next
        }
        return JSONPosition(offset: node.range.lowerBound, in: bytes)
    }
}
