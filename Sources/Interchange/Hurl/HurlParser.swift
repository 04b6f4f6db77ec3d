/// A recursive descent parser for Hurl's grammar: requests, responses and their sections. Bodies and queries are in files of their own.
struct HurlParser {
    /// The sections of a request, with their names in older files.
    static let requestSections = [
        "QueryStringParams": "Query", "Query": "Query", "FormParams": "Form", "Form": "Form", "MultipartFormData": "Multipart",
        "Multipart": "Multipart", "Cookies": "Cookies", "BasicAuth": "BasicAuth", "Options": "Options",
    ]

    let bytes: [UInt8]
    /// The positions of the line breaks.
    private let breaks: [Int]
    var position = 0
    /// The lines of texts with a backslash before a variable, which our texts cannot have.
    var backslashLines: [Int] = []

    init(_ text: String) {
        bytes = Array(text.utf8)
        breaks = bytes.indices.filter { [bytes] in bytes[$0] == UInt8(ascii: "\n") }
    }

    /// The line of the position, from 1.
    var line: Int {
        var range = 0..<breaks.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = breaks[middle] < position ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound + 1
    }

    /// All entries.
    mutating func file() throws(ImportError) -> [HurlFile.Entry] {
        var entries: [HurlFile.Entry] = []
        var comments = skipLines()
        while !isAtEnd {
            entries.append(try entry(comments))
            comments = skipLines()
        }
        return entries
    }

    private mutating func entry(_ comments: [String]) throws(ImportError) -> HurlFile.Entry {
        var entry = HurlFile.Entry(line: line, comments: comments)
        let start = position
        entry.method = word { (0x41...0x5A).contains($0) }
        guard !entry.method.isEmpty, next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") else {
            position = start
            throw error("Expected a method in capital letters, such as GET")
        }
        skipBlanks()
        entry.url = try valueString()
        guard !entry.url.isEmpty else { throw error("Expected a URL") }
        try endOfLine()
        entry.headers = try pairs()
        while let (name, place) = try section() {
            guard let known = Self.requestSections[name] else {
                throw ImportError("Unknown section [\(name)] in a request.", at: place)
            }
            let pairs = try self.pairs()
            if known == "Options" { for pair in pairs { try pair.checkAsOption() } }
            entry.sections[known, default: []] += pairs
        }
        entry.body = try bodyBelow()
        let end = position
        _ = skipLines()
        // Comments without a response after them belong to the next entry.
        if starts(with: "HTTP") { try readResponse(&entry) } else { position = end }
        return entry
    }

    /// The body after empty lines and comments, which are only skipped if there is a body.
    private mutating func bodyBelow() throws(ImportError) -> HurlFile.Body? {
        let start = position
        _ = skipLines()
        let body = try body()
        if body == nil { position = start }
        return body
    }

    private mutating func readResponse(_ entry: inout HurlFile.Entry) throws(ImportError) {
        let version = word { $0 > 0x20 }
        guard ["HTTP", "HTTP/*", "HTTP/1.0", "HTTP/1.1", "HTTP/2", "HTTP/3"].contains(version) else {
            throw error("Unknown version \(version): expected HTTP, HTTP/1.0, HTTP/1.1, HTTP/2 or HTTP/3")
        }
        skipBlanks()
        let status = word { $0 > 0x20 && $0 != UInt8(ascii: "#") }
        guard status == "*" || (status.count == 3 && Int(status) != nil) else { throw error("Expected a status of three digits, or *") }
        entry.response = (version, status)
        try endOfLine()
        entry.responseHeaders = try pairs()
        while let (name, place) = try section() {
            switch name {
            case "Captures": entry.captures += try queries(areCaptures: true)
            case "Asserts": entry.assertions += try queries(areCaptures: false)
            default:
                throw ImportError(
                    "Unknown section [\(name)] in a response: expected [Captures] or [Asserts].", at: place)
            }
        }
        entry.responseBody = try bodyBelow()
    }

    // MARK: Sections

    /// The name of the section that begins here.
    private mutating func section() throws(ImportError) -> (name: String, place: ImportPlace)? {
        let start = position
        _ = skipLines()
        guard next == UInt8(ascii: "["), let close = bytes[position...].firstIndex(of: UInt8(ascii: "]")) else {
            position = start
            return nil
        }
        let name = bytes[(position + 1)..<close]
        // A JSON array is not a section.
        guard !name.isEmpty, name.allSatisfy({ (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }) else {
            position = start
            return nil
        }
        let place = ImportPlace.line(line, column: 2)
        position = close + 1
        try endOfLine()
        return (String(decoding: name, as: UTF8.self), place)
    }

    /// Lines of `name: value`.
    private mutating func pairs() throws(ImportError) -> [HurlFile.Pair] {
        var pairs: [HurlFile.Pair] = []
        while true {
            let start = position
            _ = skipLines()
            skipBlanks()
            guard !isAtEnd, next != UInt8(ascii: "["), !starts(with: "HTTP"), let name = keyString() else {
                position = start
                return pairs
            }
            let line = line
            position += 1
            skipBlanks()
            let value = try valueString()
            pairs.append(HurlFile.Pair(name: name, value: value, line: line))
            try endOfLine()
        }
    }

    /// A name whose next byte is the colon; nil if the line is not a pair.
    mutating func keyString() -> String? {
        let start = position
        var text: [UInt8] = []
        while let byte = next, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "#") {
            if byte == UInt8(ascii: ":") {
                // A space in a name is escaped, and so is a first sign that begins something else.
                let written = String(decoding: bytes[start..<position], as: UTF8.self)[...].trimmingBlanks
                guard !text.isEmpty, !written.contains(where: \.isWhitespace),
                    !"{}[]`\"<".contains(written.first ?? "{") || written.hasPrefix("{{")
                else { break }
                // A line that looks like a method and a URL is a request.
                return String(decoding: text, as: UTF8.self)
            }
            if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t"), !text.isEmpty, !text.suffix(64).contains(UInt8(ascii: "{")) {
                let rest = bytes[position...].first { $0 != 0x20 && $0 != 0x09 }
                guard rest == UInt8(ascii: ":") else { break }
                skipBlanks()
                continue
            }
            if byte == UInt8(ascii: "\\"), let escaped = try? escape() {
                text += escaped
            } else {
                text.append(byte)
                position += 1
            }
        }
        position = start
        return nil
    }

    /// The rest of a line up to a comment, without spaces at its end.
    private mutating func valueString() throws(ImportError) -> String {
        var text: [UInt8] = []
        // Escaped spaces at the end are kept.
        var escapedCount = 0
        while let byte = next, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
            if byte == UInt8(ascii: "#") { break }
            if byte == UInt8(ascii: "\\") {
                text += try escape()
                escapedCount = text.count
            } else if starts(with: "{{") {
                let start = position
                try skipTemplate()
                text += bytes[start..<position]
            } else {
                text.append(byte)
                position += 1
            }
        }
        while text.count > escapedCount, let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of an escape.
    mutating func escape() throws(ImportError) -> [UInt8] {
        position += 1
        guard let byte = next else { throw error("Expected a character after \\") }
        position += 1
        switch byte {
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "u"):
            guard next == UInt8(ascii: "{"), let close = bytes[position...].firstIndex(of: UInt8(ascii: "}")),
                let number = UInt32(String(decoding: bytes[(position + 1)..<close], as: UTF8.self), radix: 16),
                let scalar = Unicode.Scalar(number)
            else { throw error("Expected {, hexadecimal digits and } after \\u") }
            position = close + 1
            // Two braces of which one is escaped are literal.
            if scalar == "{", !starts(with: "{{"), starts(with: "{") || starts(with: "\\u{7b}") || starts(with: "\\u{7B}") {
                position += next == UInt8(ascii: "{") ? 1 : 6
                return Array("\\{{".utf8)
            }
            return Array(String(Character(scalar)).utf8)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "#"), UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "`"):
            return [byte]
        default:
            position -= 1
            throw error("Unknown escape")
        }
    }
}
