internal import CXML2
import JSON
import Platform

/// Evaluates XPath 1.0 on XML or HTML. The output is one line for each node, or the one value; as JSON strings, if asked for: a node may itself
/// have several lines.
struct XPathEngine {
    private let isJSON: Bool
    private let library: xml_library
    private let document: UnsafeMutableRawPointer

    /// XML_PARSE_NOERROR, NOWARNING, NONET and HUGE of libxml2's parser.h: no network access, no external entities, and the only limits are
    /// those of the process.
    private static let options: Int32 = 1 << 5 | 1 << 6 | 1 << 11 | 1 << 19
    /// HTML_PARSE_RECOVER, NOERROR, NOWARNING and NONET.
    private static let htmlOptions: Int32 = 1 << 0 | 1 << 5 | 1 << 6 | 1 << 11

    static func run(_ context: Worker.Context, isHTML: Bool) throws(QueryError) {
        let engine = try XPathEngine(context.body, isHTML: isHTML, isJSON: context.arguments["json"]?.bool == true)
        try engine.evaluate(Worker.expression(context), context.output)
    }

    private init(_ bytes: UnsafeRawBufferPointer, isHTML: Bool, isJSON: Bool) throws(QueryError) {
        self.isJSON = isJSON
        library = try Self.openLibrary()
        Worker.closeFileSystem()
        library.set_error_function(nil, { _, _ in })
        guard let count = Int32(exactly: bytes.count) else {
            throw QueryError(.limit, "The body is larger than 2 GB, the maximum for XPath.")
        }
        let text = bytes.assumingMemoryBound(to: CChar.self).baseAddress
        // The text was converted to UTF-8 before, so its own declaration is overridden.
        let parsed =
            isHTML
            ? library.html_read_memory(text, count, nil, "UTF-8", Self.htmlOptions)
            : library.read_memory(text, count, nil, "UTF-8", Self.options)
        guard let parsed else { throw Self.inputError(library) }
        document = parsed
    }

    private static func openLibrary() throws(QueryError) -> xml_library {
        var library = xml_library()
        guard DynamicLibrary.Names.xml2.contains(where: { xml_open(&library, $0) == nil }) else {
            throw QueryError(.unavailable, "XPath needs libxml2, which is not installed: install libxml2.")
        }
        return library
    }

    private static func inputError(_ library: xml_library) -> QueryError {
        guard let error = library.last_error()?.pointee else { return QueryError(.input, "The body is not XML.") }
        let place = error.line > 0 ? " in line \(error.line)" : ""
        return QueryError(.input, "The body is not well-formed XML\(place): \(sentence(error)).")
    }

    private static func sentence(_ error: xml_error) -> String {
        let text = error.message.map { String(cString: $0) } ?? ""
        return String(text.split(whereSeparator: \.isNewline).first ?? "it could not be parsed")
    }

    // MARK: Evaluation

    private func evaluate(_ expression: String, _ output: WorkerOutput) throws(QueryError) {
        guard let context = library.xpath_context(document) else { throw QueryError(.limit, "There is not enough memory for the query.") }
        registerNamespaces(context)
        guard let result = library.xpath_evaluate(expression, context) else { throw syntaxError(expression) }
        if Int(result.pointee.type) == XML_XPATH_NODESET {
            try write(result.pointee.nodes, output)
        } else {
            let text = library.xpath_text(result)
            // A function that finds nothing gives an empty text.
            if !isJSON || text?.pointee != 0 { try write(text: text, output) }
        }
    }

    /// Registers the prefixes declared by the root element; the default namespace gets the prefix `_`, because XPath 1.0 cannot refer to it
    /// otherwise.
    private func registerNamespaces(_ context: UnsafeMutableRawPointer) {
        guard let root = library.root(document), let list = library.namespaces(document, root) else { return }
        var index = 0
        while let space = list[index]?.pointee {
            if let prefix = space.prefix {
                _ = library.xpath_register(context, prefix, space.href)
            } else {
                _ = "_".withCString {
                    library.xpath_register(context, UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self), space.href)
                }
            }
            index += 1
        }
    }

    private func syntaxError(_ expression: String) -> QueryError {
        guard let error = library.last_error()?.pointee else { return QueryError(.syntax, "The expression is not valid XPath.") }
        let before = expression.utf8.prefix(max(0, Int(error.place)))
        let place = error.string1 == nil ? nil : String(decoding: Array(before), as: UTF8.self).count + 1
        let code: QueryError.Code = Int(error.code) == XML_UNDEFINED_PREFIX ? .undeclaredPrefix : .syntax
        return QueryError(code, "\(Self.sentence(error)).", by: "XPath", place: place)
    }

    // MARK: Results

    private func write(_ nodes: UnsafeMutablePointer<xml_node_set>?, _ output: WorkerOutput) throws(QueryError) {
        guard let nodes, let buffer = library.buffer() else { return }
        for index in 0..<Int(nodes.pointee.count) {
            guard let node = nodes.pointee.nodes[index] else { continue }
            try write(node, by: buffer, output)
        }
    }

    private func write(_ node: UnsafeMutablePointer<xml_node>, by buffer: UnsafeMutableRawPointer, _ output: WorkerOutput)
        throws(QueryError)
    {
        switch Int(node.pointee.type) {
        case XML_KIND_NAMESPACE:
            let space = UnsafeRawPointer(node).assumingMemoryBound(to: xml_namespace.self).pointee
            try write(text: space.href.map { UnsafeMutablePointer(mutating: $0) }, output)
        case XML_KIND_ATTRIBUTE, XML_KIND_TEXT, XML_KIND_CDATA: try write(text: library.node_text(node), output)
        default:
            let isDocument = [XML_KIND_DOCUMENT, XML_KIND_HTML_DOCUMENT].contains(Int(node.pointee.type))
            guard let shown = isDocument ? library.root(document) : node else { return }
            library.buffer_empty(buffer)
            _ = library.dump(buffer, document, shown, 0, 0)
            let bytes = UnsafeRawBufferPointer(start: library.buffer_content(buffer), count: Int(library.buffer_length(buffer)))
            if isJSON { try output.write(Self.json(String(decoding: bytes, as: UTF8.self))) } else { try output.write(bytes) }
            try output.endLine()
        }
    }

    private func write(text: UnsafeMutablePointer<UInt8>?, _ output: WorkerOutput) throws(QueryError) {
        guard let text else { return }
        try output.write(isJSON ? Self.json(String(cString: text)) : String(cString: text))
        try output.endLine()
    }

    private static func json(_ text: String) -> String { JSONValue.string(text).compactText }
}
