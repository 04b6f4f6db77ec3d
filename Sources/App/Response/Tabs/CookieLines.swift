import Screen
import HTTP

/// The cookies that a response sets, each with its attributes.
enum CookieLines {
    /// - Parameter jarKey: the key that opens the jar.
    static func lines(_ headers: HTTPHeaders?, jarKey: String) -> [ResponseLines.Line] {
        let fields = (headers?.fields ?? []).filter { $0.name.lowercased() == "set-cookie" }
        let jar = [ResponseLines.Line(("", .text)), ResponseLines.Line(("The jar: \(jarKey), or a double click here", .link))]
        guard !fields.isEmpty else { return [ResponseLines.Line(("The response sets no cookies.", .textMuted))] + jar }
        return fields.flatMap { lines($0.value) } + jar
    }

    /// `name=value; attribute; attribute=value` (RFC 6265, section 5.2).
    private static func lines(_ text: String) -> [ResponseLines.Line] {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map(\.trimmed)
        let (name, value) = halves(parts[0])
        let head = ResponseLines.Line((name, .headerName), (" = ", .textMuted), (value ?? "", .headerValue))
        return [head]
            + parts.dropFirst().filter { !$0.isEmpty }.map { part in
                let (attribute, value) = halves(part)
                return ResponseLines.Line(("    " + attribute, .textMuted), (value.map { " " + $0 } ?? "", .text))
            }
    }

    private static func halves(_ text: String) -> (String, String?) {
        guard let sign = text.firstIndex(of: "=") else { return (text, nil) }
        return (text[..<sign].trimmed, text[text.index(after: sign)...].trimmed)
    }
}
