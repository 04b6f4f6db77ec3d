import JSON

/// A recursive descent through Hurl's grammar.
struct HurlParser {
    /// Sections of a request, with the names that older files use.
    static let requestSections = [
        "QueryStringParams": "Query", "Query": "Query", "FormParams": "Form", "Form": "Form", "MultipartFormData": "Multipart",
        "Multipart": "Multipart", "Cookies": "Cookies", "BasicAuth": "BasicAuth", "Options": "Options",
    ]

    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) { bytes = Array(text.utf8) }

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
        while let name = try section() {
            guard let known = Self.requestSections[name] else { throw error("The section [\(name)] is not known in a request") }
            let pairs = try self.pairs()
            if known == "Options" { try check(pairs) }
            entry.sections[known, default: []] += pairs
            _ = skipLines()
        }
        _ = skipLines()
        entry.body = try body()
        _ = skipLines()
        try readResponse(&entry)
        return entry
    }

    private mutating func readResponse(_ entry: inout HurlFile.Entry) throws(ImportError) {
        guard starts(with: "HTTP") else { return }
        let version = word { $0 > 0x20 }
        guard ["HTTP", "HTTP/*", "HTTP/1.0", "HTTP/1.1", "HTTP/2", "HTTP/3"].contains(version) else {
            throw error("The version \(version) is not known: expected HTTP, HTTP/1.0, HTTP/1.1, HTTP/2 or HTTP/3")
        }
        skipBlanks()
        let status = word { $0 > 0x20 && $0 != UInt8(ascii: "#") }
        guard status == "*" || (status.count == 3 && Int(status) != nil) else { throw error("Expected a status of three digits, or *") }
        entry.response = (version, status)
        try endOfLine()
        entry.responseHeaders = try pairs()
        while let name = try section() {
            switch name {
            case "Captures": entry.captures += try queries(areCaptures: true)
            case "Asserts": entry.assertions += try queries(areCaptures: false)
            default: throw error("The section [\(name)] is not known in a response: expected [Captures] or [Asserts]")
            }
            _ = skipLines()
        }
        _ = skipLines()
        entry.responseBody = try body()
    }

    // MARK: Sections

    /// The name of the section that begins here.
    private mutating func section() throws(ImportError) -> String? {
        let start = position
        _ = skipLines()
        guard next == UInt8(ascii: "["), let close = bytes[position...].firstIndex(of: UInt8(ascii: "]")) else {
            position = start
            return nil
        }
        let name = bytes[(position + 1)..<close]
        // An array of JSON is no section.
        guard !name.isEmpty, name.allSatisfy({ (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }) else {
            position = start
            return nil
        }
        position = close + 1
        try endOfLine()
        return String(decoding: name, as: UTF8.self)
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

    /// A name with the colon behind it as the next byte; nil where the line is no pair.
    private mutating func keyString() -> String? {
        let start = position
        var text: [UInt8] = []
        while let byte = next, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "#") {
            if byte == UInt8(ascii: ":") {
                let name = String(decoding: text, as: UTF8.self)[...].trimmingBlanks
                guard !name.isEmpty, !name.contains(where: \.isWhitespace), !"{}[]`\"<".contains(name.first ?? "{") || name.hasPrefix("{{")
                else { break }
                // What looks like a method and a URL is a request.
                return String(name)
            }
            if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t"), !text.isEmpty, !text.suffix(64).contains(UInt8(ascii: "{")) {
                let rest = bytes[position...].first { $0 != 0x20 && $0 != 0x09 }
                guard rest == UInt8(ascii: ":") else { break }
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

    /// The rest of a line up to a comment, without blanks at its end.
    private mutating func valueString() throws(ImportError) -> String {
        var text: [UInt8] = []
        while let byte = next, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
            if byte == UInt8(ascii: "#") { break }
            if byte == UInt8(ascii: "\\") {
                text += try escape()
            } else {
                text.append(byte)
                position += 1
            }
        }
        while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of an escape.
    private mutating func escape() throws(ImportError) -> [UInt8] {
        position += 1
        guard let byte = next else { throw error("Expected a character behind \\") }
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
            else { throw error("Expected {, hexadecimal digits and } behind \\u") }
            position = close + 1
            return Array(String(Character(scalar)).utf8)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "#"), UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "`"):
            return [byte]
        default:
            position -= 1
            throw error("The escape is not known")
        }
    }

    // MARK: Bodies

    private mutating func body() throws(ImportError) -> HurlFile.Body? {
        switch next {
        case UInt8(ascii: "{")?, UInt8(ascii: "[")?: return .json(try json())
        case UInt8(ascii: "<")?: return .xml(try xml())
        case UInt8(ascii: "`")?: return starts(with: "```") ? try multiline() : .text(try oneLine())
        default: break
        }
        for (name, make) in [
            ("base64,", { HurlFile.Body.base64($0) }), ("hex,", { .hexadecimal($0) }), ("file,", { .file($0) }),
        ] as [(String, (String) -> HurlFile.Body)] where starts(with: name) {
            position += name.utf8.count
            skipBlanks()
            let start = position
            while let byte = next, byte != UInt8(ascii: ";"), byte != UInt8(ascii: "\n") || name != "file," {
                position += byte == UInt8(ascii: "\\") ? 2 : 1
            }
            let text = String(decoding: bytes[start..<min(position, bytes.count)], as: UTF8.self)
            let hasEnd = next == UInt8(ascii: ";")
            if !hasEnd { position = start }
            guard hasEnd, !text.isEmpty else {
                throw error("Expected \(text.isEmpty ? "content" : "“;”") behind \(name)")
            }
            let allowed = name == "base64," ? "+/=" : ""
            guard
                name == "file,"
                    || text.allSatisfy({ $0.isWhitespace || ($0.isASCII && ($0.isLetter || $0.isNumber)) || allowed.contains($0) })
            else {
                throw error("Expected “;” behind \(name)")
            }
            position += 1
            try endOfLine()
            return make(name == "file," ? text.replacing("\\ ", with: " ") : text.filter { !$0.isWhitespace })
        }
        if next == UInt8(ascii: "\"") || ["true", "false", "null"].contains(where: { starts(with: $0) })
            || next.map({ (0x30...0x39).contains($0) }) == true
        {
            return .json(try json())
        }
        return nil
    }

    /// A JSON text, with templates in the place of values.
    private mutating func json() throws(ImportError) -> String {
        let start = position
        try jsonValue(depth: 0)
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        try endOfLine()
        return text
    }

    private mutating func jsonValue(depth: Int) throws(ImportError) {
        guard depth < 256 else { throw error("JSON is nested too deep") }
        skipSpace()
        if starts(with: "{{") { return try skipTemplate() }
        switch next {
        case UInt8(ascii: "{")?: try jsonList(UInt8(ascii: "}"), depth: depth, isObject: true)
        case UInt8(ascii: "[")?: try jsonList(UInt8(ascii: "]"), depth: depth, isObject: false)
        case UInt8(ascii: "\"")?: try skipQuoted()
        default:
            let start = position
            let text = word { $0 > 0x20 && ![UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "#")].contains($0) }
            let isScalar = ["true", "false", "null"].contains(text) || JSONNumber(text) != nil
            guard isScalar else {
                position = start
                throw error("Expected a boolean, number, string, array, object or null")
            }
        }
    }

    private mutating func jsonList(_ close: UInt8, depth: Int, isObject: Bool) throws(ImportError) {
        position += 1
        skipSpace()
        if next == close {
            position += 1
            return
        }
        while true {
            skipSpace()
            if isObject {
                guard next == UInt8(ascii: "\"") else { throw error("Expected a name in quotes") }
                try skipQuoted()
                skipSpace()
                guard next == UInt8(ascii: ":") else { throw error("Expected “:”") }
                position += 1
            }
            try jsonValue(depth: depth + 1)
            skipSpace()
            if next == UInt8(ascii: ",") {
                position += 1
                continue
            }
            guard next == close else { throw error("Expected “,” or “\(Character(Unicode.Scalar(close)))”") }
            position += 1
            return
        }
    }

    private mutating func skipQuoted() throws(ImportError) {
        position += 1
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte != UInt8(ascii: "\n") else { throw error("Expected “\"”") }
            position += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        guard next == UInt8(ascii: "\"") else { throw error("Expected “\"”") }
        position += 1
    }

    private mutating func skipTemplate() throws(ImportError) {
        while !isAtEnd, !starts(with: "}}") {
            guard next != UInt8(ascii: "\n") else { throw error("Expected “}}”") }
            position += 1
        }
        guard starts(with: "}}") else { throw error("Expected “}}”") }
        position += 2
    }

    /// An XML text up to the end of its root element.
    private mutating func xml() throws(ImportError) -> String {
        let start = position
        var depth = 0
        while !isAtEnd {
            guard let open = bytes[position...].firstIndex(of: UInt8(ascii: "<")) else { break }
            position = open
            if starts(with: "<!--") {
                try skip(past: "-->")
                continue
            }
            if starts(with: "<![CDATA[") {
                try skip(past: "]]>")
                continue
            }
            let isEnd = starts(with: "</")
            let isOther = starts(with: "<?") || starts(with: "<!")
            guard let close = endOfTag() else { throw error("Expected “>”") }
            let isEmpty = bytes[close - 1] == UInt8(ascii: "/")
            position = close + 1
            if isOther { continue }
            if isEnd { depth -= 1 } else if !isEmpty { depth += 1 }
            if depth <= 0 {
                let text = String(decoding: bytes[start..<position], as: UTF8.self)
                try endOfLine()
                return text
            }
        }
        position = start
        throw error("The XML has no end")
    }

    private func endOfTag() -> Int? {
        var index = position
        var quote: UInt8?
        while index < bytes.count {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return index
            }
            index += 1
        }
        return nil
    }

    private mutating func skip(past text: String) throws(ImportError) {
        while !isAtEnd, !starts(with: text) { position += 1 }
        guard starts(with: text) else { throw error("Expected “\(text)”") }
        position += text.utf8.count
    }

    /// A text between single backticks.
    private mutating func oneLine() throws(ImportError) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = next, byte != UInt8(ascii: "`") {
            guard byte != UInt8(ascii: "\n") else { throw error("Expected “`”") }
            if byte == UInt8(ascii: "\\") {
                text += try escape()
            } else {
                text.append(byte)
                position += 1
            }
        }
        guard next == UInt8(ascii: "`") else { throw error("Expected “`”") }
        position += 1
        try endOfLine()
        return String(decoding: text, as: UTF8.self)
    }

    /// A text between lines of three backticks, with its kind behind the first ones.
    private mutating func multiline() throws(ImportError) -> HurlFile.Body {
        position += 3
        let attributes = word { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "`") }
        // All on one line is a text too.
        if starts(with: "```") {
            position += 3
            try endOfLine()
            return .text(attributes)
        }
        let words = attributes.split { $0 == "," || $0.isWhitespace }.map(String.init)
        for word in words where !["json", "xml", "graphql", "base64", "hex", "raw", "escape", "novariable"].contains(word) {
            throw error("The kind of text “\(word)” is not known")
        }
        if next == UInt8(ascii: "\n") { position += 1 }
        let start = position
        while !isAtEnd, !starts(with: "```") { position += 1 }
        guard starts(with: "```") else { throw error("Expected “```”") }
        let text = String(decoding: bytes[start..<position], as: UTF8.self).replacing("\r\n", with: "\n")
        position += 3
        try endOfLine()
        switch words.first {
        case "json"?: return .json(text)
        case "xml"?: return .xml(text)
        case "base64"?: return .base64(text.filter { !$0.isWhitespace })
        case "hex"?: return .hexadecimal(text.filter { !$0.isWhitespace })
        case "graphql"?: return graphql(text)
        default: return .text(text)
        }
    }

    /// The variables of GraphQL stand behind the operation: `variables { … }`.
    private func graphql(_ text: String) -> HurlFile.Body {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let index = lines.firstIndex(where: { $0.hasPrefix("variables") }) else { return .graphql(query: text, variables: "") }
        let variables = lines[index...].joined(separator: "\n").dropFirst("variables".count)
        return .graphql(query: lines[..<index].joined(separator: "\n"), variables: String(variables.trimmingBlanks))
    }
}

// MARK: Captures and assertions

extension HurlParser {
    private static let queryTypes: Set<String> = [
        "status", "version", "url", "header", "cookie", "body", "rawbytes", "xpath", "jsonpath", "regex", "variable", "duration", "bytes",
        "sha256",
        "md5", "certificate", "ip", "redirects",
    ]
    private static let withArgument: Set<String> = ["header", "cookie", "xpath", "jsonpath", "regex", "variable", "certificate"]
    private static let filtersWithText: Set<String> = [
        "regex", "split", "jsonpath", "xpath", "decode", "format", "dateFormat", "toDate", "charsetDecode",
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

    private mutating func queries(areCaptures: Bool) throws(ImportError) -> [HurlFile.Query] {
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
                throw error("The query “\(word)” is not known")
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
                query.value = try value()
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
            guard Int(number) != nil || number.hasPrefix("{{") else { throw error("Expected a number behind \(word)") }
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
        return try quoted()
    }

    private mutating func quoted() throws(ImportError) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte != UInt8(ascii: "\n") else { throw error("Expected “\"”") }
            if byte == UInt8(ascii: "\\") {
                text += try escape()
            } else {
                text.append(byte)
                position += 1
            }
        }
        guard next == UInt8(ascii: "\"") else { throw error("Expected “\"”") }
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
            throw error("The regular expression cannot be read")
        }
        return pattern
    }

    /// True for `{` behind an item without a number in it, which Hurl's engine refuses.
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
        case UInt8(ascii: "\"")?: return .string(try quoted())
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
            while !isAtEnd, !starts(with: "```") { position += 1 }
            guard starts(with: "```") else { throw error("Expected “```”") }
            defer { position += 3 }
            return .string(String(decoding: bytes[start..<position], as: UTF8.self).drop { $0.isNewline }.description)
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

// MARK: Options

extension HurlParser {
    private static let flags: Set<String> = [
        "compressed", "digest", "fail", "http1.0", "http1.1", "http2", "http3", "insecure", "ipv4", "ipv6", "location", "location-trusted",
        "negotiate", "netrc", "netrc-optional", "ntlm", "path-as-is", "skip", "verbose", "very-verbose",
    ]
    private static let texts: Set<String> = [
        "aws-sigv4", "cacert", "cert", "connect-to", "header", "key", "netrc-file", "output", "pinnedpubkey", "proxy", "resolve",
        "unix-socket",
        "user", "variable", "verbosity",
    ]
    private static let numbers: Set<String> = ["limit-rate", "max-redirs", "repeat", "retry"]
    private static let times: Set<String> = ["connect-timeout", "delay", "max-time", "retry-interval"]

    /// Refuses options that are not known or have a value of another kind.
    private func check(_ options: [HurlFile.Pair]) throws(ImportError) {
        for option in options {
            func refuse(_ message: String) -> ImportError { ImportError("\(message), found “\(option.value)”.", at: .line(option.line)) }
            let isTemplate = option.value.hasPrefix("{{")
            switch option.name {
            case let name where Self.flags.contains(name):
                guard isTemplate || ["true", "false"].contains(option.value) else { throw refuse("Expected true or false for \(name)") }
            case let name where Self.numbers.contains(name):
                guard isTemplate || (Int(option.value) ?? -2) >= -1 else { throw refuse("Expected a whole number from -1 for \(name)") }
            case let name where Self.times.contains(name):
                let unit = option.value.drop { $0.isNumber }
                guard isTemplate || (option.value.first?.isNumber == true && ["", "ms", "s", "m", "h"].contains(unit)) else {
                    throw refuse("Expected a time such as 500ms or 2s for \(name)")
                }
            case let name where Self.texts.contains(name):
                guard !option.value.isEmpty else { throw refuse("Expected a value for \(name)") }
                guard name != "variable" || option.value.contains("=") else { throw refuse("Expected name=value for \(name)") }
            default: throw ImportError("The option “\(option.name)” is not known.", at: .line(option.line))
            }
        }
    }
}

// MARK: Bytes

extension HurlParser {
    private var isAtEnd: Bool { position >= bytes.count }
    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
    }

    private func starts(with text: String) -> Bool { bytes[min(position, bytes.count)...].starts(with: text.utf8) }

    private mutating func word(_ isMember: (UInt8) -> Bool) -> String {
        let start = position
        while let byte = next, isMember(byte) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipBlanks() { while next == 0x20 || next == 0x09 { position += 1 } }

    /// Skips space within JSON.
    private mutating func skipSpace() { while let byte = next, byte <= 0x20 { position += 1 } }

    /// Skips empty lines and comments, and gives the comments.
    private mutating func skipLines() -> [String] {
        var comments: [String] = []
        while !isAtEnd {
            let start = position
            skipBlanks()
            if next == UInt8(ascii: "\r") { position += 1 }
            if next == UInt8(ascii: "\n") {
                position += 1
            } else if next == UInt8(ascii: "#") {
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

    /// Passes the end of a line, with a comment before it.
    private mutating func endOfLine() throws(ImportError) {
        skipBlanks()
        if next == UInt8(ascii: "#") { _ = word { $0 != UInt8(ascii: "\n") } }
        if next == UInt8(ascii: "\r") { position += 1 }
        guard isAtEnd || next == UInt8(ascii: "\n") else { throw error("Expected the end of the line") }
        position += isAtEnd ? 0 : 1
    }

    /// The line of the position, from 1.
    private var line: Int { bytes[..<min(position, bytes.count)].count { $0 == UInt8(ascii: "\n") } + 1 }

    private func error(_ message: String) -> ImportError {
        let end = min(position, bytes.count)
        let start = bytes[..<end].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let column = bytes[start..<end].count { $0 & 0xC0 != 0x80 } + 1
        let found = String(decoding: bytes[end...].prefix(40).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return ImportError("\(message), found \(found.isEmpty ? "the end" : "“\(found)”").", at: .line(line, column: column))
    }
}
