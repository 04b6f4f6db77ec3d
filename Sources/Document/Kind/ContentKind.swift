/// What a body is, which decides how it is shown.
public enum ContentKind: String, CaseIterable, Sendable {
    /// One JSON value, or several.
    case json
    /// One JSON value a line.
    case jsonLines
    /// XML.
    case xml
    /// HTML.
    case html
    /// A style sheet.
    case css
    /// JavaScript or TypeScript.
    case javascript
    /// YAML.
    case yaml
    /// `application/x-www-form-urlencoded`.
    case form
    /// Header fields, one a line.
    case headers
    /// `text/event-stream`.
    case eventStream
    /// Several parts, each with headers.
    case multipart
    /// Other text.
    case text
    /// A picture.
    case image
    /// Anything else.
    case binary

    /// Whether there is a pretty form with lines of its own.
    public var hasPrettyForm: Bool { grammar != nil }

    /// What makes a line of the pretty form.
    var grammar: LineGrammar? {
        switch self {
        case .json, .jsonLines: .json
        case .xml: .xml
        case .html: .html
        default: nil
        }
    }

    /// The kind that a media type names, or nil where it says nothing: it is missing, unknown or `application/octet-stream`.
    /// - Parameter mediaType: a `Content-Type` value, with or without parameters.
    public init?(mediaType: String) {
        let essence = mediaType.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
        guard let kind = Self.essences[essence] ?? Self.kind(ofStructured: essence) else { return nil }
        self = kind
    }

    private static let essences: [String: ContentKind] = [
        "application/json": .json, "text/json": .json, "text/x-json": .json, "application/x-json": .json,
        "application/x-ndjson": .jsonLines, "application/ndjson": .jsonLines, "application/jsonl": .jsonLines,
        "application/jsonlines": .jsonLines, "application/json-seq": .jsonLines, "application/x-jsonlines": .jsonLines,
        "application/xml": .xml, "text/xml": .xml, "application/xml-dtd": .xml, "text/html": .html, "text/css": .css,
        "text/javascript": .javascript, "application/javascript": .javascript, "application/x-javascript": .javascript,
        "application/ecmascript": .javascript, "text/ecmascript": .javascript, "application/typescript": .javascript,
        "application/yaml": .yaml, "application/x-yaml": .yaml, "text/yaml": .yaml, "text/x-yaml": .yaml,
        "application/x-www-form-urlencoded": .form, "message/http": .headers, "text/event-stream": .eventStream,
        "application/graphql": .text, "application/toml": .text, "application/sql": .text, "application/x-sh": .text,
        "application/zip": .binary, "application/gzip": .binary, "application/pdf": .binary, "application/wasm": .binary,
    ]

    /// A structured suffix (RFC 6839, RFC 9512) or a top-level type.
    private static func kind(ofStructured essence: String) -> ContentKind? {
        if essence.hasSuffix("+json") { return .json }
        if essence == "application/xhtml+xml" || essence.hasSuffix("+xml") { return .xml }
        if essence.hasSuffix("+yaml") { return .yaml }
        if essence.hasPrefix("multipart/") { return .multipart }
        if essence.hasPrefix("image/") { return .image }
        if essence.hasPrefix("text/") { return .text }
        if essence.hasPrefix("audio/") || essence.hasPrefix("video/") || essence.hasPrefix("font/") { return .binary }
        return nil
    }
}
