import JSON

// Bodies of requests and responses: JSON, XML, texts between backticks, bytes and files.
extension HurlParser {
    mutating func body() throws(ImportError) -> HurlFile.Body? {
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
                throw error("Expected \(text.isEmpty ? "content" : "“;”") after \(name)")
            }
            let allowed = name == "base64," ? "+/=" : ""
            guard
                name == "file,"
                    || text.allSatisfy({ $0.isWhitespace || ($0.isASCII && ($0.isLetter || $0.isNumber)) || allowed.contains($0) })
            else {
                throw error("Expected “;” after \(name)")
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

    /// A JSON text, with templates instead of values.
    private mutating func json() throws(ImportError) -> String {
        let start = position
        try jsonValue(depth: 0)
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        try endOfLine()
        return text
    }

    private mutating func jsonValue(depth: Int) throws(ImportError) {
        guard depth < 256 else { throw error("JSON is nested too deeply") }
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

    /// Skips a variable or a function in braces.
    mutating func skipTemplate() throws(ImportError) {
        position += 2
        skipBlanks()
        guard !starts(with: "}}") else { throw error("Expected a variable") }
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

    mutating func skip(past text: String) throws(ImportError) {
        while !isAtEnd, !starts(with: text) { position += 1 }
        guard starts(with: text) else { throw error("Expected “\(text)”") }
        position += text.utf8.count
    }

    /// A text between single backticks.
    private mutating func oneLine() throws(ImportError) -> String {
        let text = try quoted(by: "`")
        try endOfLine()
        return text
    }

    /// A text between lines of three backticks, with its kind after the first ones.
    private mutating func multiline() throws(ImportError) -> HurlFile.Body {
        position += 3
        let attributes = word { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "`") }
        // A text may be on a single line too.
        if starts(with: "```") {
            position += 3
            try endOfLine()
            return .text(attributes)
        }
        let words = attributes.split { $0 == "," || $0.isWhitespace }.map(String.init)
        for word in words where !["json", "xml", "graphql", "base64", "hex", "raw", "escape", "novariable"].contains(word) {
            throw error("Unknown kind of text “\(word)”")
        }
        if next == UInt8(ascii: "\n") { position += 1 }
        let start = position
        try skip(past: "```")
        let end = position - 3
        var text = String(decoding: bytes[start..<end], as: UTF8.self).replacing("\r\n", with: "\n")
        if words.contains("escape") {
            position = start
            text = String(decoding: try unescaped(to: end), as: UTF8.self)
        }
        if !words.contains("escape"), !words.contains("novariable"), text.utf8.contains("\\{{".utf8) { backslashLines.append(line) }
        if words.contains("novariable") { text = text.replacing("{{", with: "\\{{") }
        position = end + 3
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

    /// The bytes up to a position, with escapes decoded.
    private mutating func unescaped(to end: Int) throws(ImportError) -> [UInt8] {
        var text: [UInt8] = []
        while position < end, let byte = next {
            if byte == UInt8(ascii: "\\") {
                text += try escape()
            } else {
                text.append(byte)
                position += 1
            }
        }
        return text
    }

    /// The variables of GraphQL follow the operation: `variables { … }`.
    private func graphql(_ text: String) -> HurlFile.Body {
        // Hurl sends the document without the spaces and line breaks around it.
        func trimmed(_ text: String) -> String {
            let rest = text.drop(while: \.isWhitespace)
            return rest.lastIndex { !$0.isWhitespace }.map { String(rest[...$0]) } ?? ""
        }
        let lines = text.lines
        guard let index = lines.firstIndex(where: { $0.hasPrefix("variables") }) else {
            return .graphql(query: trimmed(text), variables: "")
        }
        let variables = lines[index...].joined(separator: "\n").dropFirst("variables".count)
        return .graphql(query: trimmed(lines[..<index].joined(separator: "\n")), variables: trimmed(String(variables)))
    }
}
