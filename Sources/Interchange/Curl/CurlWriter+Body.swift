import HTTP

extension CurlWriter {
    /// Longer texts are in no command: shells and clipboards have limits.
    private static let mostTextBytes: Int64 = 8 << 20

    /// True if curl writes the header by itself: that of a form names the boundary between its parts.
    static func isOfForm(_ field: HTTPHeaderField, _ body: any HTTPBody) -> Bool {
        body is MultipartBody && field.name.lowercased() == "content-type" && field.value.hasPrefix("multipart/form-data")
    }

    /// The options that say a body, with their values.
    static func words(for body: any HTTPBody) throws(ImportError) -> [(word: String, value: String)] {
        if body.isEmpty { return [] }
        if let file = body as? FileBody { return [("data-binary", "@" + file.path)] }
        guard let form = body as? MultipartBody else { return [("data-raw", try text(of: body))] }
        var words: [(word: String, value: String)] = []
        for part in form.parts { words.append(try word(for: part)) }
        return words
    }

    /// As curl(1) has it for `--form`: what stands in quotes may hold the signs that part values.
    private static func word(for part: MultipartPart) throws(ImportError) -> (word: String, value: String) {
        guard !part.name.contains("=") else {
            throw ImportError("curl has no word for a part whose name holds an equals sign: “\(part.name)”.")
        }
        var value: String
        if let file = part.body as? FileBody {
            value = "@" + inQuotes(file.path)
        } else {
            let text = try text(of: part.body)
            if part.contentType == nil, part.fileName == nil { return ("form-string", "\(part.name)=\(text)") }
            value = inQuotes(text)
        }
        if let type = part.contentType { value += ";type=\(type)" }
        if let name = part.fileName { value += ";filename=\(inQuotes(name))" }
        return ("form", "\(part.name)=\(value)")
    }

    private static func inQuotes(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private static func text(of body: any HTTPBody) throws(ImportError) -> String {
        guard case .known(let count) = body.length, count <= mostTextBytes else {
            throw ImportError("Its body is longer than \(mostTextBytes >> 20) MB, or of no known length: take it from a file.")
        }
        guard let bytes = try? body.encode(), let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            throw ImportError("Its body is no text that a command can hold: take it from a file.")
        }
        return text
    }
}
