import Workspace

// The body of a request in a file of requests.
extension HTTPFile {
    /// Reads the body, and the scripts and checks around it.
    mutating func readBody(_ rest: inout ArraySlice<Line>, _ request: inout Request) {
        while let next = rest.first {
            if let loss = Self.httpyacScript(&rest) ?? Self.httpyacAssertion(&rest) {
                losses.append(loss)
                continue
            }
            let line = next.text.trimmingBlanks
            if line.hasPrefix(">"), line.dropFirst().trimmingBlanks.hasPrefix("{%") {
                request.after.append(Self.script(&rest))
                continue
            }
            rest.removeFirst()
            if let (name, value) = HTTPText.check(in: line) {
                request.strayChecks.append((name, value, next.number))
            } else if !line.isEmpty, !line.hasPrefix("#"), !line.hasPrefix("//") {
                // A check within a text is a part of it.
                request.strayChecks = []
            }
            if Self.beginsHandler(line) {
                if line.hasPrefix(">>") { losses.append(("“\(line.prefix(100))”", "Apus writes no responses to files", next.number)) }
                request.after.append("// " + line)
                continue
            }
            if request.body.last?.allSatisfy(\.isWhitespace) ?? true, let loss = Self.forgottenSeparator(line, next.number) {
                losses.append(loss)
            }
            request.body.append(next.text)
        }
        if request.command.isEmpty { Self.removeComments(from: &request) }
    }

    /// Removes lines that other programs take for comments: below the body, such as a title above the next request, and within JSON, XML and
    /// forms. A body that is declared as text keeps them, unless its method has none.
    private static func removeComments(from request: inout Request) {
        func isNoContent(_ line: Substring) -> Bool { line.trimmingBlanks.isEmpty || isComment(line.trimmingBlanks) }
        let type = request.headers.first { $0.name.lowercased() == "content-type" }?.value.lowercased() ?? ""
        let isText =
            type.hasPrefix("text/") && !type.hasPrefix("text/xml") && !["GET", "HEAD", "DELETE", "OPTIONS"].contains(request.method)
        let first = request.body.first { !isNoContent($0) }?.trimmingBlanks.first
        let isOfMarks = ["json", "xml", "form-urlencoded"].contains { type.contains($0) } || first.map { "{[<".contains($0) } ?? false
        if isOfMarks, !isText { request.body.removeAll { isComment($0.trimmingBlanks) } }
        while let last = request.body.last, isText ? last.allSatisfy({ $0.isWhitespace || $0 == "#" }) : isNoContent(last) {
            request.body.removeLast()
        }
    }

    /// `> file`, `>> file`, `>>! file`, `<> file`.
    private static func beginsHandler(_ line: Substring) -> Bool { line.hasPrefix("> ") || line.hasPrefix(">>") || line.hasPrefix("<>") }

    /// The text between `{%` and `%}`, which may continue on several lines.
    static func script(_ rest: inout ArraySlice<Line>) -> String {
        var lines: [Substring] = []
        while let next = rest.popFirst() {
            var line = next.text
            if lines.isEmpty, let open = line.firstRange(of: "{%") { line = line[open.upperBound...] }
            let close = line.firstRange(of: "%}")?.lowerBound
            lines.append(line[..<(close ?? line.endIndex)])
            if close != nil { break }
        }
        guard lines.count > 1 else { return lines.first.map { String($0.trimmingBlanks) } ?? "" }
        // The lines of the brackets are normally empty otherwise.
        if lines.last?.trimmingBlanks.isEmpty == true { lines.removeLast() }
        if lines.first?.trimmingBlanks.isEmpty == true { lines.removeFirst() }
        return lines.joined(separator: "\n")
    }
}
