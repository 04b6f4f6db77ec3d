import HTTP

/// A request as text, headers folded over lines included (RFC 9112 section 5.2).
enum RawRequest {
    static func parse(_ text: String) throws -> HTTPRequest {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        let end = lines.firstIndex(of: "") ?? lines.count
        guard let line = lines.first, let space = line.firstIndex(of: " ") else { throw Refusal(description: "no request line") }
        var target = line[space...].dropFirst()
        if target.hasSuffix(" HTTP/1.1") { target = target.dropLast(9) }
        var request = HTTPRequest(method: HTTPMethod(rawValue: String(line[..<space])))
        let mark = target.firstIndex(of: "?") ?? target.endIndex
        request.percentEncodedPath = String(target[..<mark])
        request.percentEncodedQuery = mark == target.endIndex ? nil : String(target[mark...].dropFirst())
        request.headers = headers(lines[1..<end])
        request.host = request.headers["Host"]
        request.body = DataBody(Array(lines.dropFirst(end + 1).joined(separator: "\n").utf8))
        return request
    }

    private static func headers(_ lines: ArraySlice<String>) -> HTTPHeaders {
        var headers = HTTPHeaders()
        for line in lines {
            if line.hasPrefix(" ") || line.hasPrefix("\t"), let last = headers.fields.indices.last {
                headers.fields[last].value += " " + line
            } else if let colon = line.firstIndex(of: ":") {
                headers.append(String(line[..<colon]), String(line[colon...].dropFirst()))
            }
        }
        return headers
    }
}
