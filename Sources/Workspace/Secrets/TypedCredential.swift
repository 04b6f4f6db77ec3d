package import HTTP
import Platform

/// Credentials that are typed into headers, the query and fields of a body, recognized by the name.
package enum TypedCredential {
    /// Shorter values that a server chose are masked together with their names, since they would match everywhere.
    private static let minServedByteCount = 8
    /// A cookie of this length is no word.
    private static let longByteCount = 20

    /// The value with its typed credentials masked; variables stay, since they refer to a secret and contain none.
    static func masked(_ value: String, of name: String, at place: SecretName.Place = .item) -> String {
        guard SecretName.isCredential(name, at: place) else { return value }
        var masked = value
        for range in ranges(in: value, of: name).reversed() where AuthDraft.isTypedOut(String(value[range])) {
            masked = masked[..<range.lowerBound] + SecretMask.sign + masked[range.upperBound...]
        }
        return masked
    }

    /// True if the value contains a masked credential.
    static func isMissing(in value: String, of name: String, at place: SecretName.Place = .item) -> Bool {
        SecretMask.isSeen(in: value) && SecretName.isCredential(name, at: place)
    }

    /// The parts of a sent value to mask.
    package static func secrets(in value: String, of name: String, at place: SecretName.Place = .item) -> Set<String> {
        guard SecretName.isCredential(name, at: place) else { return [] }
        var secrets: Set<String> = []
        for range in ranges(in: value, of: name) {
            let text = String(value[range])
            let isShortCookie = isCookie(name) && text.utf8.count < minServedByteCount
            secrets.insert(isShortCookie ? pair(endingWith: range, of: value) : text)
            if let decoded = Data(base64Encoded: text), value.lowercased().hasPrefix("basic ") {
                secrets.formUnion(String(decoding: decoded, as: UTF8.self).split(separator: ":", maxSplits: 1).dropFirst().map(String.init))
            }
        }
        return secrets
    }

    /// The ranges of credentials: after the scheme, after the name of each cookie, or everything.
    private static func ranges(in value: String, of name: String) -> [Range<String.Index>] {
        if isCookie(name) {
            return value.split(separator: ";").compactMap { pair in
                pair.firstIndex(of: "=").map { value.index(after: $0)..<pair.endIndex }.flatMap { $0.isEmpty ? nil : $0 }
            }
        }
        let isField = name.lowercased().hasSuffix("authorization")
        let start = isField ? value.firstIndex(of: " ").map { value.index(after: $0) } ?? value.startIndex : value.startIndex
        return start < value.endIndex ? [start..<value.endIndex] : []
    }

    /// The range of the credential in a value: after the scheme, or all of it; nil if the name is not that of a credential.
    static func range(in value: String, of name: String, at place: SecretName.Place = .item) -> Range<String.Index>? {
        guard SecretName.isCredential(name, at: place) else { return nil }
        return isCookie(name) ? value.startIndex..<value.endIndex : ranges(in: value, of: name).first
    }

    /// True if the whole value is a typed credential, judging by its name, and not a placeholder.
    static func isCredential(_ value: String, of name: String, at place: SecretName.Place = .item) -> Bool {
        SecretName.isCredential(name, at: place) && AuthDraft.isTypedOut(value) && !value.contains("{{") && value != SecretMask.sign
            && !isPlaceholder(value, of: name)
    }

    /// Words in documentation and examples instead of a credential, and those of settings that say where a credential is sent.
    private static let placeholders: Set<String> = [
        "string", "text", "value", "example", "sample", "placeholder", "changeme", "todo", "password", "secret", "token", "null", "none",
        "true", "false", "header", "query", "body", "cookie", "bearer", "basic",
    ]

    /// True if the value of a field is obviously not a credential: `<token>`, `==token==`, `***`, `xxx`, `your-token`, `changeme`, the field's own
    /// name, a date.
    static func isPlaceholder(_ value: String, of name: String) -> Bool {
        func letters(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
        let (plain, name) = (letters(value), letters(name))
        if plain.allSatisfy({ $0 == "x" }) || placeholders.contains(plain) || plain == name || plain.hasPrefix("your") { return true }
        let isFramed = [("<", ">"), ("==", "==")].contains { value.hasPrefix($0.0) && value.hasSuffix($0.1) }
        return isFramed || isDate(value) && !name.contains("pass") && !name.contains("pwd")
    }

    /// True for a date with or without a time: `2024-05-02`, `2024-05-02T08:00:00Z`. Somebody may have chosen one as a password.
    private static func isDate(_ value: String) -> Bool {
        value.utf8.count < 40 && value.wholeMatch(of: /\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+\-][\d:]+)?)?/) != nil
    }

    private static func isCookie(_ name: String) -> Bool { name.lowercased() == "cookie" }

    private static func pair(endingWith range: Range<String.Index>, of value: String) -> String {
        let before = value[..<range.lowerBound]
        let start = before.lastIndex(of: ";").map { value.index(after: $0) } ?? value.startIndex
        return String(value[start..<range.upperBound].drop { $0 == " " })
    }

    /// The rows with typed credentials masked.
    static func masked(_ rows: [Row], at place: SecretName.Place = .item) -> [Row] {
        rows.map { row in
            var row = row
            row.value = masked(row.value, of: row.name, at: place)
            return row
        }
    }

    /// True if one of the rows contains a masked credential.
    static func isMissing(in rows: [Row], at place: SecretName.Place = .item) -> Bool {
        rows.contains { isMissing(in: $0.value, of: $0.name, at: place) }
    }

    /// Replaces masked credentials by the values of other rows with the same names, if there are any.
    static func restored(_ rows: [Row], from others: [Row], at place: SecretName.Place = .item) -> [Row] {
        var seen: [String: Int] = [:]
        return rows.map { row in
            let name = row.name.lowercased()
            let index = seen[name, default: 0]
            seen[name] = index + 1
            let same = others.filter { $0.name.lowercased() == name }
            guard isMissing(in: row.value, of: row.name, at: place), index < same.count else { return row }
            var row = row
            row.value = same[index].value
            return row
        }
    }

    /// The URL with typed credentials masked: the password before its host, and those in its query.
    package static func masked(url: String) -> String { masked(inQueryOf: URLPassword.masked(in: url)) }

    /// The texts to mask of a URL that a server chose, as for a redirect: the password before its host, and the credentials in its query and
    /// its fragment.
    package static func secrets(inURL url: String) -> Set<String> {
        let secrets = URLPassword.secrets(in: url)
        guard let mark = url.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return secrets }
        let items = url[mark...].split { "?#&".contains($0) }
        let place = place(ofItems: items)
        return items.reduce(into: secrets) { secrets, item in
            guard let sign = item.firstIndex(of: "=") else { return }
            let (name, value) = (item[..<sign].percentDecoded(), item[sign...].dropFirst())
            guard SecretName.isCredential(name, at: place), !value.isEmpty, !isPlaceholder(String(value), of: name) else { return }
            secrets.formUnion(value.utf8.count < minServedByteCount ? [String(item)] : [String(value), value.percentDecoded()])
        }
    }

    /// The texts to mask of the cookies in the headers of a request or a response, wherever the exchange repeats them.
    ///
    /// Words are no credentials: `dark`, `Europe/Berlin`. The name tells, or a digit, or the length.
    package static func secrets(inCookiesOf headers: HTTPHeaders) -> Set<String> {
        headers.fields.reduce(into: []) { secrets, field in
            let isSet = field.isNamed("Set-Cookie")
            guard isSet || field.isNamed("Cookie") else { return }
            for pair in field.value.split(separator: ";").prefix(isSet ? 1 : .max) {
                let (name, text) = pair.trimmingSpacesAndTabs.splitOnce(at: "=")
                guard let text, !SecretMask.isSeen(in: text), !isPlaceholder(text, of: name) else { continue }
                let isQuoted = text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
                let value = isQuoted ? String(text.dropFirst().dropLast()) : text
                let (count, isNamed) = (value.utf8.count, SecretName.isCredential(name))
                if count < minServedByteCount {
                    if isNamed, count > 0 { secrets.insert("\(name)=\(text)") }
                } else if isNamed || count >= longByteCount || value.utf8.contains(where: { (0x30...0x39).contains($0) }) {
                    secrets.formUnion([value, value.percentDecoded()])
                }
            }
        }
    }

    private static func masked(inQueryOf url: String) -> String {
        guard let mark = url.utf8.firstIndex(of: UInt8(ascii: "?")) else { return url }
        let query = url[url.utf8.index(after: mark)...]
        let items = query.split(separator: "&", omittingEmptySubsequences: false)
        let place = place(ofItems: items)
        let masked = items.map { item -> String in
            guard let equals = item.firstIndex(of: "=") else { return String(item) }
            return item[...equals] + Self.masked(String(item[item.index(after: equals)...]), of: String(item[..<equals]), at: place)
        }
        return url[..<query.startIndex] + masked.joined(separator: "&")
    }

    /// The place of the names of `name=value` items.
    private static func place(ofItems items: [Substring]) -> SecretName.Place {
        SecretName.Place(inQueryWith: items.map { item in item.prefix { $0 != "=" }.percentDecoded() })
    }
}

extension SecretName {
    /// True if the name is a prompt for a secret; false for other variables.
    static func isSecretPrompt(_ name: String) -> Bool {
        name.hasPrefix(VariableResolver.promptPrefix) && soundsSecret(String(name.dropFirst(VariableResolver.promptPrefix.count)))
    }
}

extension RequestDraft {
    /// The place of the names in the query, which make it the answer to a login or not.
    var queryPlace: SecretName.Place { SecretName.Place(inQueryWith: query.map(\.name)) }
}

/// A member with a string in a JSON text, as written; also an attribute or an element of XML, and a line with a name.
struct JSONMemberText {
    let name: String
    /// The string with its escapes.
    let value: String
    /// The bytes of the value, without quotes.
    let range: Range<Int>

    /// The members in a text, at any depth. Unlike a parser it also reads texts with variables outside strings.
    ///
    /// - Parameter changed: if given, only the members that it touches are found.
    static func all(in bytes: [UInt8], touching changed: Range<Int>? = nil) -> [JSONMemberText] {
        let changed = changed ?? 0..<bytes.count
        var (found, index) = ([JSONMemberText](), 0)
        // The string just read, and the one before the colon just read.
        var (last, name): (Range<Int>?, Range<Int>?)
        while index < bytes.count {
            if index > changed.upperBound, (name ?? last).map({ $0.lowerBound > changed.upperBound }) ?? true { break }
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\""):
                let range = index..<endOfString(in: bytes, from: index)
                index = range.upperBound + 1
                if let name, name.lowerBound <= changed.upperBound, range.upperBound >= changed.lowerBound {
                    let texts = [name, range].map { String(decoding: bytes[$0], as: UTF8.self) }
                    found.append(JSONMemberText(name: texts[0], value: texts[1], range: range))
                }
                (last, name) = (name == nil ? range : nil, nil)
            case UInt8(ascii: ":"): (last, name) = (nil, last)
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): break
            default: (last, name) = (nil, nil)
            }
        }
        return found
    }

    private static func endOfString(in bytes: [UInt8], from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
        return min(index, bytes.count)
    }
}

// Other texts than JSON.
extension JSONMemberText {
    private init(_ name: some Collection<UInt8>, _ value: ArraySlice<UInt8>) {
        self.name = String(decoding: name, as: UTF8.self)
        (self.value, range) = (String(decoding: value, as: UTF8.self), value.indices)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let start = bytes.drop(while: isBlank)
        return start.lastIndex { !isBlank($0) }.map { start[...$0] } ?? start.prefix(0)
    }

    private static let blocks = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]

    /// The attributes of an XML text, and its elements that contain nothing but text. The text need not be valid.
    static func inXML(_ bytes: [UInt8]) -> [JSONMemberText] {
        var (found, rest) = ([JSONMemberText](), bytes[...])
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[open...]
            if let block = blocks.first(where: { rest.starts(with: $0.0.utf8) }) {
                rest = rest.firstRange(of: Array(block.1.utf8)).map { rest[$0.upperBound...] } ?? []
                continue
            }
            rest = rest.dropFirst()
            let name = takeName(&rest)
            let isEmpty = takeAttributes(&rest, into: &found)
            guard !name.isEmpty, !isEmpty else { continue }
            let isBlock = rest.starts(with: blocks[1].0.utf8)
            let content = isBlock ? rest.dropFirst(blocks[1].0.utf8.count) : rest
            let end = isBlock ? content.firstRange(of: Array(blocks[1].1.utf8)) : content.firstIndex(of: UInt8(ascii: "<")).map { $0..<$0 }
            if let end, content[end.upperBound...].starts(with: "</".utf8) {
                found.append(JSONMemberText(name, trimmed(content[..<end.lowerBound])))
            }
        }
        return found
    }

    /// The members of a text that is JSON or XML.
    static func inDocument(_ bytes: [UInt8]) -> [JSONMemberText] {
        if bytes.first(where: { !isBlank($0) }) == UInt8(ascii: "<") { return inXML(bytes) }
        return bytes.contains(UInt8(ascii: ":")) ? all(in: bytes) : []
    }

    /// Takes a name of XML, and returns it without its prefix.
    private static func takeName(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let name = rest.prefix { !isBlank($0) && !"<>/=\"'".utf8.contains($0) }
        rest = rest[name.endIndex...]
        if name.starts(with: "xmlns".utf8) { return [] }
        return name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
    }

    /// Takes the attributes of a tag with the bracket after them; true for an element without content.
    private static func takeAttributes(_ rest: inout ArraySlice<UInt8>, into found: inout [JSONMemberText]) -> Bool {
        var isEmpty = false
        while let byte = rest.first, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "<") {
            let start = rest.startIndex
            let name = takeName(&rest)
            guard rest.startIndex > start else {
                isEmpty = byte == UInt8(ascii: "/")
                rest = rest.dropFirst()
                continue
            }
            let value = rest.drop(while: isBlank)
            guard value.first == UInt8(ascii: "=") else { continue }
            rest = value.dropFirst().drop(while: isBlank)
            guard let quote = rest.first, "\"'".utf8.contains(quote) else { continue }
            let text = rest.dropFirst().prefix { $0 != quote }
            if !name.isEmpty { found.append(JSONMemberText(name, text)) }
            rest = rest[text.endIndex...].dropFirst()
        }
        if rest.first == UInt8(ascii: ">") { rest = rest.dropFirst() }
        return isEmpty
    }

    private static let schemes: Set<String> = ["basic", "bearer", "token", "apikey", "negotiate"]

    /// The lines `Name: value` of a text whose value is certainly no prose: one word with letters and digits, or one after a scheme.
    static func inLines(_ bytes: [UInt8]) -> [JSONMemberText] {
        bytes.split { $0 == 0x0A || $0 == 0x0D }.compactMap { line -> JSONMemberText? in
            guard let colon = line.prefix(100).firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let name = trimmed(line[..<colon])
            var value = trimmed(line[(colon + 1)...])
            if let quote = value.first, "\"'".utf8.contains(quote), value.count > 1, value.last == quote {
                value = value.dropFirst().dropLast()
            }
            let words = value.split(whereSeparator: isBlank).map { String(decoding: $0, as: UTF8.self) }
            guard let word = words.last, !name.contains(where: isBlank), !word.contains("://") else { return nil }
            let isScheme = words.count == 2 && schemes.contains(words[0].lowercased())
            let isWord = words.count == 1 && word.utf8.count > 5 && word.contains(where: \.isLetter) && word.contains(where: \.isNumber)
            return isScheme || isWord ? JSONMemberText(name, value) : nil
        }
    }
}

extension [UInt8] {
    /// The bytes of a JSON text between the beginning and the end that it shares with another one.
    ///
    /// They go to the end of the text if strings may begin after the change where they ended before, as once a missing quote is typed.
    func changes(from other: [UInt8]) -> Range<Int> {
        let most = Swift.min(count, other.count)
        var (start, end) = (0, 0)
        while start < most, self[start] == other[start] { start += 1 }
        while end < most - start, self[count - 1 - end] == other[other.count - 1 - end] { end += 1 }
        let (quote, escape) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
        let parts = [self[start..<count - end], other[start..<other.count - end]]
        let movesStrings = parts[0].count { $0 == quote } % 2 != parts[1].count { $0 == quote } % 2
        let isEscaped = start > 0 && self[start - 1] == escape || parts.contains { $0.contains(escape) }
        return start..<(movesStrings || isEscaped ? count : count - end)
    }
}
