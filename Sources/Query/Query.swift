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
