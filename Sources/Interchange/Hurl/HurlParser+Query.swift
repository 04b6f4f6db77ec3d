import JSON

// Captures and assertions: queries with filters and predicates.
extension HurlParser {
    private static let queryTypes: Set<String> = [
        "status", "version", "url", "header", "cookie", "body", "rawbytes", "xpath", "jsonpath", "regex", "variable", "duration", "bytes",
        "sha256",
        "md5", "certificate", "ip", "redirects",
    ]
    private static let withArgument: Set<String> = ["header", "cookie", "xpath", "jsonpath", "regex", "variable", "certificate"]
    private static let filtersWithText: Set<String> = [
        "regex", "split", "jsonpath", "xpath", "decode", "format", "dateFormat", "toDate", "charsetDecode", "urlQueryParam",
    ]
    private static let filtersWithNumber: Set<String> = ["nth"]
    private static let filters: Set<String> = [
        "count", "toInt", "toFloat", "toString", "toHex", "first", "last", "urlEncode", "urlDecode", "htmlEscape", "htmlUnescape",
        "base64Encode",
        "base64Decode", "base64UrlSafeEncode", "base64UrlSafeDecode", "daysAfterNow", "daysBeforeNow", "utf8Decode", "utf8Encode",
        "location",
    ]
    private static let comparisons: Set<String> = [
        "==", "!=", ">", ">=", "<", "<=", "startsWith", "endsWith", "contains", "includes", "matches", "equals", "notEquals", "greaterThan",
        "greaterThanOrEquals", "lessThan", "lessThanOrEquals", "countEquals",
    ]
    private static let tests: Set<String> = [
        "exists", "isEmpty", "isString", "isInteger", "isFloat", "isBoolean", "isCollection", "isDate", "isIsoDate", "isNumber", "isIpv4",
        "isIpv6", "isUuid", "isList", "isObject",
    ]

    mutating func queries(areCaptures: Bool) throws(ImportError) -> [HurlFile.Query] {
        var queries: [HurlFile.Query] = []
        while true {
            let start = position
            _ = skipLines()
            skipBlanks()
            let begin = position
            guard !isAtEnd, next != UInt8(ascii: "["), !starts(with: "HTTP") else {
                position = start
                return queries
            }
            var query = HurlFile.Query(line: line)
            if areCaptures {
                guard let name = keyString() else {
                    position = start
                    return queries
                }
                query.variable = name
                position += 1
                skipBlanks()
            }
            let word = self.word(Self.isLetter)
            guard Self.queryTypes.contains(word) else {
                position = start
                guard areCaptures || !beginsEntry(word) else { return queries }
                if !areCaptures, word.isEmpty { return queries }
                position = begin
                throw error("Unknown query “\(word)”")
            }
            query.type = word
            try readQuery(&query, isCapture: areCaptures)
            query.text = String(decoding: bytes[begin..<position], as: UTF8.self)
            try endOfLine()
            queries.append(query)
        }
    }

    /// True for a word that begins the next request or a body.
    private func beginsEntry(_ word: String) -> Bool {
        (!word.isEmpty && word.allSatisfy(\.isUppercase)) || ["base", "hex", "file", "true", "false", "null"].contains(word)
    }

    private mutating func readQuery(_ query: inout HurlFile.Query, isCapture: Bool) throws(ImportError) {
        if Self.withArgument.contains(query.type) {
            skipBlanks()
            query.argument = try argument()
        }
        while true {
            skipBlanks()
            guard let byte = next, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r"), byte != UInt8(ascii: "#") else {
                guard isCapture else { throw error("Expected a predicate, such as “== 200”") }
                return
            }
            let start = position
            let word = self.word { $0 > 0x20 && $0 != UInt8(ascii: "#") }
            if isCapture, word == "redact" { continue }
            if word == "not", !isCapture {
                query.isNegated.toggle()
            } else if try readFilter(word, &query) {
                continue
            } else if !isCapture, Self.tests.contains(word) {
                query.predicate = word
                return
            } else if !isCapture, Self.comparisons.contains(word) {
                query.predicate = word
                skipBlanks()
                let start = position
                query.value = try value()
                guard query.value?.string != nil || !["startsWith", "endsWith", "matches"].contains(word) else {
                    position = start
                    throw error("Expected a string after \(word)")
                }
                return
            } else {
                position = start
                throw error("The \(isCapture ? "filter" : "filter or predicate") “\(word)” is not known")
            }
        }
    }

    private mutating func readFilter(_ word: String, _ query: inout HurlFile.Query) throws(ImportError) -> Bool {
        if Self.filters.contains(word) {
            query.filters.append(word)
        } else if Self.filtersWithText.contains(word) {
            skipBlanks()
            query.filters.append("\(word) \(try argument())")
        } else if Self.filtersWithNumber.contains(word) {
            skipBlanks()
            let number = self.word { $0 > 0x20 }
            guard Int(number) != nil || number.hasPrefix("{{") else { throw error("Expected a number after \(word)") }
            query.filters.append("\(word) \(number)")
        } else if word == "replace" || word == "replaceRegex" {
            skipBlanks()
            let old = try argument()
            skipBlanks()
            query.filters.append("\(word) \(old) \(try argument())")
        } else {
            return false
        }
        return true
    }

    /// A text in quotes, or a pattern between slashes.
    private mutating func argument() throws(ImportError) -> String {
        if next == UInt8(ascii: "/") { return try pattern() }
        guard next == UInt8(ascii: "\"") else { throw error("Expected “\"”") }
        return try quoted(by: "\"")
    }

    /// A text on one line between two quotes of the same kind, with its escapes decoded.
    mutating func quoted(by quote: Unicode.Scalar) throws(ImportError) -> String {
        let end = UInt8(ascii: quote)
        position += 1
        var text: [UInt8] = []
        while let byte = next, byte != end {
            guard byte != UInt8(ascii: "\n") else { throw error("Expected “\(quote)”") }
            if byte == UInt8(ascii: "\\") {
                text += try escape()
            } else {
                text.append(byte)
                position += 1
            }
        }
        guard next == end else { throw error("Expected “\(quote)”") }
        position += 1
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func pattern() throws(ImportError) -> String {
        let start = position
        position += 1
        var text: [UInt8] = []
        while let byte = next, byte != UInt8(ascii: "/") {
            guard byte != UInt8(ascii: "\n") else { throw error("Expected “/”") }
            if byte == UInt8(ascii: "\\"), position + 1 < bytes.count {
                if bytes[position + 1] != UInt8(ascii: "/") { text.append(byte) }
                text.append(bytes[position + 1])
                position += 2
            } else {
                text.append(byte)
                position += 1
            }
        }
        guard next == UInt8(ascii: "/") else { throw error("Expected “/”") }
        position += 1
        let pattern = String(decoding: text, as: UTF8.self)
        guard (try? Regex(pattern)) != nil, !Self.hasBadRepetition(pattern) else {
            position = start
            throw error("The regular expression is not valid")
        }
        return pattern
    }

    /// True for `{` after an item without a number in it, which Hurl's engine refuses.
    private static func hasBadRepetition(_ pattern: String) -> Bool {
        var previous: Character?
        for (index, character) in zip(pattern.indices, pattern) {
            if character == "{", let before = previous, before != "\\", before != "p", before != "P", before != "x", before != "u" {
                let next = pattern[pattern.index(after: index)...].first
                if next.map({ !$0.isNumber && $0 != "," }) ?? true { return true }
            }
            previous = character
        }
        return false
    }

    private mutating func value() throws(ImportError) -> JSONValue {
        switch next {
        case UInt8(ascii: "\"")?: return .string(try quoted(by: "\""))
        case UInt8(ascii: "/")?: return .string(try pattern())
        case UInt8(ascii: "`")? where !starts(with: "```"):
            position += 1
            let text = word { $0 != UInt8(ascii: "`") && $0 != UInt8(ascii: "\n") }
            guard next == UInt8(ascii: "`") else { throw error("Expected “`”") }
            position += 1
            return .string(text)
        default: break
        }
        if starts(with: "```") {
            position += 3
            let start = position
            try skip(past: "```")
            return .string(String(decoding: bytes[start..<(position - 3)], as: UTF8.self).drop { $0.isNewline }.description)
        }
        if starts(with: "{{") {
            let start = position
            try skipTemplate()
            return .string(String(decoding: bytes[start..<position], as: UTF8.self))
        }
        let start = position
        let text = word { $0 > 0x20 && $0 != UInt8(ascii: "#") }
        switch text {
        case "true", "false": return .bool(text == "true")
        case "null": return .null
        default: break
        }
        if let number = JSONNumber(text) { return .number(number) }
        if text.hasPrefix("hex,") || text.hasPrefix("base64,") || text.hasPrefix("file,"), text.hasSuffix(";") { return .string(text) }
        position = start
        throw error("Expected a value")
    }
}

// The bytes of the file, and the position in them.
extension HurlParser {
    var isAtEnd: Bool { position >= bytes.count }
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
    }

    func starts(with text: String) -> Bool { bytes[min(position, bytes.count)...].starts(with: text.utf8) }

    mutating func word(_ isMember: (UInt8) -> Bool) -> String {
        let start = position
        while let byte = next, isMember(byte) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    mutating func skipBlanks() { while next == 0x20 || next == 0x09 { position += 1 } }

    /// Skips spaces inside JSON.
    mutating func skipSpace() { while let byte = next, byte <= 0x20 { position += 1 } }

    /// Skips empty lines and comments, and returns the comments. An empty line between two is an empty comment.
    mutating func skipLines() -> [String] {
        var comments: [String] = []
        var isApart = false
        while !isAtEnd {
            skipBlanks()
            let start = position
            if next == UInt8(ascii: "\r") { position += 1 }
            if next == UInt8(ascii: "\n") {
                position += 1
                isApart = true
            } else if next == UInt8(ascii: "#") {
                if isApart, comments.last?.isEmpty == false { comments.append("") }
                isApart = false
                let text = word { $0 != UInt8(ascii: "\n") }
                comments.append(String(text.drop { $0 == "#" }.trimmingBlanks))
                position += isAtEnd ? 0 : 1
            } else {
                if !isAtEnd { position = start }
                break
            }
        }
        return comments
    }

    /// Skips the end of a line, with a comment before it.
    mutating func endOfLine() throws(ImportError) {
        skipBlanks()
        if next == UInt8(ascii: "#") { _ = word { $0 != UInt8(ascii: "\n") } }
        if next == UInt8(ascii: "\r") { position += 1 }
        guard isAtEnd || next == UInt8(ascii: "\n") else { throw error("Expected the end of the line") }
        position += isAtEnd ? 0 : 1
    }

    func error(_ message: String) -> ImportError {
        let end = min(position, bytes.count)
        let start = bytes[..<end].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let column = bytes[start..<end].count { $0 & 0xC0 != 0x80 } + 1
        let found = String(decoding: bytes[end...].prefix(40).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return ImportError("\(message), found \(found.isEmpty ? "the end" : "“\(found)”").", at: .line(line, column: column))
    }
}
