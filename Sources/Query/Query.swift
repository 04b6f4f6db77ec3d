public import JSON

/// A query over a body.
public struct Query: Hashable, Sendable {
    /// The query languages.
    public enum Kind: String, CaseIterable, Sendable {
        /// A jq filter, run by the installed libjq.
        case jq
        /// JSONPath (RFC 9535).
        case jsonPath
        /// XPath 1.0 over XML, run by libxml2. Prefixes are those of the root element; its default namespace has the prefix `_`.
        case xpath
        /// XPath 1.0 over HTML, parsed as leniently as by browsers.
        case xpathHTML
        /// A shell command that reads the body and writes the result.
        case shell
    }

    /// The language.
    public var kind: Kind
    /// The text of the query.
    public var expression: String

    /// Creates a query, without checking the expression.
    public init(_ kind: Kind, _ expression: String) {
        self.kind = kind
        self.expression = expression
    }
}

/// The body that a query is run on.
public enum QueryInput: Sendable {
    /// Bytes in memory, passed to the worker through a pipe.
    case bytes([UInt8])
    /// The first bytes of an open file, mapped by the worker. The descriptor must stay open until the query has started.
    case file(descriptor: Int32, byteCount: Int)
}

/// The resource limits of a query. Reaching one ends the query with ``QueryError/Code/limit``; results before it are kept.
public struct QueryLimits: Hashable, Sendable {
    /// The processor time in seconds, one or more.
    public var cpuSeconds: Int
    /// The bytes of address space on top of the program's own, for the body, its values and the loaded libraries.
    public var memoryByteCount: Int
    /// The bytes of results.
    public var outputByteCount: Int

    /// Creates limits; by default ten seconds, four gigabytes of memory and one gigabyte of results.
    public init(cpuSeconds: Int = 10, memoryByteCount: Int = 4 << 30, outputByteCount: Int = 1 << 30) {
        self.cpuSeconds = cpuSeconds
        self.memoryByteCount = memoryByteCount
        self.outputByteCount = outputByteCount
    }
}

/// An error of a query, which gave no results or only some.
public struct QueryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error, which a worker sends by its name.
    public enum Code: String, Sendable {
        /// The query has a syntax error.
        case syntax
        /// The query is valid but names a prefix that the body does not declare.
        case undeclaredPrefix
        /// The query failed on this body: jq's `error`, or a function on a value of the wrong type.
        case evaluation
        /// The body has the wrong format for the query.
        case input
        /// A limit on time, memory or output was reached.
        case limit
        /// A library or a program that the query needs is not installed.
        case unavailable
        /// The user cancelled the query.
        case cancelled
        /// The worker process could not be started, or crashed.
        case process
    }

    /// The kind of the error.
    public let code: Code
    /// The text for the user: what is wrong, what was expected, what to do.
    public let text: String
    /// The name of the language whose library found the error; nil for an error of this program.
    public let language: String?
    /// The position of the mistake in the query, in characters from one; nil if it has no single position.
    public let place: Int?
    /// The results before the error.
    public var found: [JSONValue] = []

    /// Creates an error.
    public init(_ code: Code, _ text: String, by language: String? = nil, place: Int? = nil) {
        (self.code, self.text, self.language, self.place) = (code, text, language, place)
    }

    /// The text, after the name of the language that found the error.
    public var message: String { (language.map { "\($0): " } ?? "") + text }

    /// The message with the position.
    public var description: String { place.map { "character \($0): \(message)" } ?? message }
}
