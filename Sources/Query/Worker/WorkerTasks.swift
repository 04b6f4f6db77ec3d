import JSON

extension Worker {
    /// All tasks of this library, queries by the names of their kinds.
    public static let tasks: [String: Task] = [
        Query.Kind.jq.rawValue: { context throws(QueryError) in try JQEngine.run(context) },
        Query.Kind.jsonPath.rawValue: { context throws(QueryError) in try runJSONPath(context) },
        Query.Kind.xpath.rawValue: { context throws(QueryError) in try XPathEngine.run(context, isHTML: false) },
        Query.Kind.xpathHTML.rawValue: { context throws(QueryError) in try XPathEngine.run(context, isHTML: true) },
        pictureTask: { context throws(QueryError) in try PictureEngine.run(context) },
    ]

    /// Decodes a picture and makes it as small as its arguments `width` and `height` say.
    public static let pictureTask = "picture"

    /// The query's text.
    static func expression(_ context: Context) -> String { context.arguments["expression"]?.string ?? "" }

    private static func runJSONPath(_ context: Context) throws(QueryError) {
        let path = try JSONPath(expression(context))
        try path.forEachMatch(in: context.body) { range throws(QueryError) in
            try context.output.write(UnsafeRawBufferPointer(rebasing: context.body[range]))
            try context.output.endLine()
            return true
        }
    }
}
