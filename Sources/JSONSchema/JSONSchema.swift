public import JSON
internal import Platform
internal import Synchronization

// A schema is read once and then applied to many values.
//
//   JSONValue ──SchemaRegistry──► subschemas with their base URIs ──SchemaCompiler──► SchemaNode ──SchemaEvaluator──► SchemaResult

/// A compiled JSON Schema: draft 4, 6, 7, 2019-09 or 2020-12, or the dialect of OpenAPI 2.0 and 3.0.
public struct JSONSchema: Sendable {
    let nodes: [SchemaNode]
    let root: Int
    /// The nodes that dynamic references reach: by name and resource.
    let dynamicAnchors: [DynamicAnchor: Int]
    let options: SchemaOptions
    /// True if the evaluated members and elements must be remembered.
    let tracksEvaluated: Bool

    /// Compiles a schema.
    ///
    /// - Parameter resolve: returns the document at an absolute URI, or nil; called for references to other documents.
    /// - Throws: a `SchemaError` with the place of the first fault.
    public init(
        _ document: JSONValue, options: SchemaOptions = SchemaOptions(), resolve: @escaping (String) -> JSONValue? = { _ in nil }
    ) throws(SchemaError) {
        let compiler = SchemaCompiler(SchemaRegistry(document, options: options, resolve: resolve), options: options)
        root = try compiler.compile()
        nodes = compiler.nodes
        dynamicAnchors = compiler.dynamicAnchors
        tracksEvaluated = compiler.tracksEvaluated || options.namesUndocumented
        self.options = options
    }

    /// The nesting depth of schemas that fits on the stack of any thread.
    private static let shallowDepth = 32

    /// The size of the stack for deeper nesting; only the used part takes memory.
    private static let deepStackByteCount = 128 << 20

    /// Applies the schema to a value.
    public func result(for value: JSONValue) -> SchemaResult {
        // The thread for deep schemas has no task, so it checks this one.
        withUnsafeCurrentTask { result(for: value, SchemaDeadline(options.timeLimit, task: $0)) }
    }

    private func result(for value: JSONValue, _ time: SchemaDeadline) -> SchemaResult {
        var evaluator = SchemaEvaluator(self, depthLimit: min(options.depthLimit, Self.shallowDepth), time)
        let result = evaluator.result(for: value)
        guard evaluator.isTooDeep, options.depthLimit > Self.shallowDepth else { return result }
        let deep = Mutex(result)
        // Without a thread, the result reports that the limit was reached.
        try? DetachedThread.wait(stackByteCount: Self.deepStackByteCount) {
            var evaluator = SchemaEvaluator(self, depthLimit: options.depthLimit, time)
            let result = evaluator.result(for: value)
            deep.withLock { $0 = result }
        }
        return deep.withLock { $0 }
    }
}

/// The end of the work on one value: a cancelled task, or a deadline.
struct SchemaDeadline: Sendable {
    private let limit: Duration
    private let start = ContinuousClock.now
    // Read only while the task waits for the result.
    nonisolated(unsafe) private let task: UnsafeCurrentTask?

    init(_ limit: Duration, task: UnsafeCurrentTask?) {
        self.limit = limit
        self.task = task
    }

    /// The reason to end the work now; nil to continue.
    var end: String? {
        if task?.isCancelled == true { return "no cancellation" }
        return .now - start > limit ? "a result within \(limit)" : nil
    }
}

/// Settings of a compiled schema.
public struct SchemaOptions: Hashable, Sendable {
    /// The dialect of schemas without `$schema`.
    public var dialect: SchemaDialect
    /// The absolute URI of the document, against which references are resolved.
    public var baseURI: String
    /// True if `format`, `contentEncoding` and `contentMediaType` are checked, not only noted.
    public var assertsFormats: Bool
    /// True if members that no schema describes are listed in ``SchemaResult/undocumented``.
    public var namesUndocumented: Bool
    /// True if violations show the values that were found; otherwise only their kinds.
    public var showsValues: Bool
    /// True if a keyword with a value of the wrong kind is ignored, as in many published OpenAPI documents; otherwise it is an error.
    public var ignoresMalformedKeywords: Bool
    /// The maximum nesting depth of applied schemas.
    public var depthLimit: Int
    /// The maximum number of schemas applied to one value and its parts.
    public var stepLimit: Int
    /// The maximum time for one value. A small schema can have a huge number of alternatives, each with violations to compare.
    public var timeLimit: Duration
    /// The maximum number of violations that are listed.
    public var violationLimit: Int

    /// Creates options; by default draft 2020-12, with `format` as an annotation only.
    public init(
        dialect: SchemaDialect = .draft2020, baseURI: String = "", assertsFormats: Bool = false, namesUndocumented: Bool = false,
        showsValues: Bool = true, ignoresMalformedKeywords: Bool = false, depthLimit: Int = 4000, stepLimit: Int = 20_000_000,
        timeLimit: Duration = .seconds(5), violationLimit: Int = 100
    ) {
        self.dialect = dialect
        self.baseURI = baseURI
        self.assertsFormats = assertsFormats
        self.namesUndocumented = namesUndocumented
        self.showsValues = showsValues
        self.ignoresMalformedKeywords = ignoresMalformedKeywords
        self.depthLimit = depthLimit
        self.stepLimit = stepLimit
        self.timeLimit = timeLimit
        self.violationLimit = violationLimit
    }
}

/// The outcome of applying a schema to a value.
public struct SchemaResult: Hashable, Sendable {
    /// True if the schema accepts the value.
    public internal(set) var isValid: Bool
    /// The rules that the value breaks, in the order of the schema, up to a limit.
    public internal(set) var violations: [SchemaViolation]
    /// The members that no schema describes, in objects with other described members.
    public internal(set) var undocumented: [JSONPointer]
}

/// A rule of a schema that a value breaks.
public struct SchemaViolation: Hashable, Sendable, CustomStringConvertible {
    /// The place in the value.
    public let instance: JSONPointer
    /// The place of the keyword in the schema: the URI of the document and a JSON pointer (`#/properties/name/type`).
    public let schema: String
    /// The keyword: `type`, `required` and so on.
    public let keyword: String
    /// The rule as the rest of a sentence: `a number of at least 5`.
    public let expected: String
    /// The part of the value that breaks it: `the number 3`; nil if that is clear from the rule.
    public let found: String?

    /// The rule and the value found: `expected a string, found the number 3`.
    public var message: String { "expected \(expected)" + (found.map { ", found \($0)" } ?? "") }

    /// The place in the value, the rule and the value found.
    public var description: String { instance.steps.isEmpty ? message : "\(instance): \(message)" }
}

/// A fault in a schema, or a limit that it exceeds.
public struct SchemaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public enum Code: Sendable {
        /// A keyword has a value that it cannot have.
        case malformed
        /// The target of a reference does not exist, or is in a document that is not available.
        case unresolved
        /// A pattern is not a regular expression, or regular expressions are not available.
        case pattern
        /// The schema is nested deeper, or has more parts, than the limits allow.
        case tooLarge
    }

    /// The kind of fault.
    public let code: Code
    /// The place of the fault: the URI of the document and a JSON pointer.
    public let place: String
    /// The fault in plain words.
    public let message: String

    /// The place and the fault.
    public var description: String { "\(place): \(message)" }
}
