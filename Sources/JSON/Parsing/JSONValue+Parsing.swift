extension JSONValue {
    /// Reads a whole JSON text: UTF-8, strictly after RFC 8259.
    ///
    /// - Throws: a `JSONError` with the place of the first fault, or the limit that was passed.
    public init(parsing bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
        // A closure that throws a type through `withUnsafeBufferPointer` would lose it: the result carries it out.
        let result = bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(JSONError) in
                var parser = JSONParser<JSONValueBuilder>(buffer, limits: limits)
                return try parser.document()
            }
        }
        self = try result.get()
    }

    /// Reads a whole JSON text.
    ///
    /// - Throws: a `JSONError` with the place of the first fault, or the limit that was passed.
    public init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONError) {
        try self.init(parsing: Array(text.utf8), limits: limits)
    }
}
