import Platform

/// A `Content-Disposition` field (RFC 6266), parsed leniently.
public struct ContentDisposition: Hashable, Sendable {
    /// The encodings to decode in parameters.
    public struct Options: OptionSet, Sendable {
        /// The bits.
        public let rawValue: Int

        /// A set of bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Decode `name*=charset''…` into the parameter without the star (RFC 8187).
        public static let extended = Options(rawValue: 1)
        /// Undo the escapes of browsers in `multipart/form-data`: `%22`, `%0D`, `%0A` (WHATWG HTML, "multipart form data"). A backslash is an ordinary
        /// character there, except before a quote within the value, as older programs write it.
        public static let multipart = Options(rawValue: 2)
    }

    /// The text before the first semicolon, in lower case: `attachment`, `inline`, `form-data`.
    public let type: String
    /// The parameters by name in lower case. The first of a name wins, and an extended one replaces a plain one. Names with a star are also
    /// kept as written.
    public let parameters: [String: String]

    /// Parses a field value; never fails.
    public init(_ text: String, options: Options = .extended) {
        let (type, list) = HeaderParameters.parse(text, hasEscapes: !options.contains(.multipart))
        var values: [String: String] = [:]
        var decoded: [String: String] = [:]
        for parameter in list where values[parameter.name] == nil {
            values[parameter.name] = options.contains(.multipart) ? Self.unescape(parameter.value) : parameter.value
            guard options.contains(.extended), parameter.name.hasSuffix("*"), !parameter.isQuoted else { continue }
            decoded[String(parameter.name.dropLast())] = ExtendedValue.decode(parameter.value)
        }
        self.type = ASCII.lowercased(type)
        parameters = values.merging(decoded) { _, extended in extended }
    }

    /// The file name without folders, control characters and leading dots; nil if there is none. Safe to suggest, but an existing file may
    /// have this name.
    public var safeFileName: String? { parameters["filename"].flatMap(Self.safe) }

    /// The last segment of a URL's path as a file name, with the same rules.
    public static func safeFileName(ofURL url: String) -> String? {
        WebURL(url)?.pathname.split(separator: "/").last.flatMap { safe(String($0).percentDecoded()) }
    }

    private static func safe(_ text: String) -> String? {
        // By scalars: an accent after a slash makes another character of it, and leaves the slash in the name.
        guard let name = text.unicodeScalars.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last else { return nil }
        let visible = name.filter {
            $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0.properties.generalCategory != .format
        }
        let text = String(String.UnicodeScalarView(visible)).drop { $0 == "." || $0 == " " }
        return text.isEmpty ? nil : Self.shortened(text)
    }

    /// Most file systems limit a name to 255 bytes, and programs add to it.
    private static let maxNameBytes = 200
    private static let maxEndingBytes = 20

    /// The beginning of a long name, with its ending.
    private static func shortened(_ name: Substring) -> String {
        guard name.utf8.count > maxNameBytes else { return String(name) }
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        let end = name[dot...].utf8.count > maxEndingBytes ? name.endIndex : dot
        var room = maxNameBytes - name[end...].utf8.count
        let start = name[..<end].unicodeScalars.prefix { scalar in
            room -= UTF8.width(scalar)
            return room >= 0
        }
        return String(start) + name[end...]
    }

    /// A name in the quotes of `multipart/form-data`, without the escapes of browsers.
    package static func unescape(_ text: String) -> String {
        var output = ""
        var rest = text[...]
        let escapes: [(String, Character)] = [("%22", "\""), ("%0D", "\r"), ("%0A", "\n")]
        while let first = rest.first {
            let escape = first == "%" ? escapes.first { rest.prefix(3).uppercased() == $0.0 } : nil
            output.append(escape?.1 ?? first)
            rest = rest.dropFirst(escape == nil ? 1 : 3)
        }
        return output
    }
}

/// A value that begins with its character set (RFC 8187 section 3.2): `UTF-8'en'%E2%82%AC`.
enum ExtendedValue {
    /// Decodes UTF-8 and ISO 8859-1; nil for other character sets and invalid escapes.
    static func decode(_ text: String) -> String? {
        let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = bytes(parts[2]) else { return nil }
        switch ASCII.lowercased(parts[0]) {
        case "utf-8", "utf8": return String(validating: bytes, as: UTF8.self)
        case "iso-8859-1": return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        default: return nil
        }
    }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        let source = Array(text.utf8)
        for index in source.indices where source[index] == 0x25 {
            guard index + 2 < source.count, hexadecimalValue(of: source[index + 1]) != nil, hexadecimalValue(of: source[index + 2]) != nil
            else { return nil }
        }
        return source.percentDecoded()
    }
}

/// A value with parameters, `value; name=value; name="quoted \" value"` (RFC 9110 section 5.6.6), parsed leniently.
enum HeaderParameters {
    struct Parameter: Equatable {
        /// The name in lower case.
        let name: String
        let value: String
        let isQuoted: Bool
    }

    /// The text before the first semicolon, and the parameters in order. Parameters without `=` are ignored.
    /// - Parameter hasEscapes: false if a backslash in quotes escapes only a quote.
    static func parse(_ text: String, hasEscapes: Bool = true) -> (value: String, parameters: [Parameter]) {
        var rest = Substring(text)
        let value = ASCII.trimmed(consume(&rest) { $0 == ";" })
        var parameters: [Parameter] = []
        while !rest.isEmpty {
            rest = rest.dropFirst()
            if let parameter = parameter(&rest, hasEscapes) { parameters.append(parameter) }
        }
        return (value, parameters)
    }

    /// Reads a parameter up to the next semicolon or the end.
    private static func parameter(_ rest: inout Substring, _ hasEscapes: Bool) -> Parameter? {
        let name = ASCII.lowercased(ASCII.trimmed(consume(&rest) { $0 == ";" || $0 == "=" }))
        guard rest.first == "=" else { return nil }
        rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
        guard rest.first == "\"" else {
            let value = ASCII.trimmed(consume(&rest) { $0 == ";" })
            return name.isEmpty ? nil : Parameter(name: name, value: value, isQuoted: false)
        }
        let value = hasEscapes ? quoted(&rest) : formQuoted(&rest)
        _ = consume(&rest) { $0 == ";" }
        return name.isEmpty ? nil : Parameter(name: name, value: value, isQuoted: true)
    }

    private static func consume(_ rest: inout Substring, until isEnd: (Character) -> Bool) -> Substring {
        let end = rest.firstIndex(where: isEnd) ?? rest.endIndex
        defer { rest = rest[end...] }
        return rest[..<end]
    }

    /// Reads a quoted string without its backslashes; an unclosed one ends with the text.
    static func quoted(_ rest: inout Substring) -> String {
        rest = rest.dropFirst()
        var value = ""
        while let character = rest.popFirst(), character != "\"" {
            value.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
        }
        return value
    }

    /// Reads a quoted string in which a backslash is an ordinary character, unless it precedes a quote that does not end the value.
    private static func formQuoted(_ rest: inout Substring) -> String {
        rest = rest.dropFirst()
        var value = ""
        while let character = rest.popFirst(), character != "\"" {
            if character == "\\", rest.first == "\"", !endsValue(rest.dropFirst()) {
                value.append(rest.removeFirst())
            } else {
                value.append(character)
            }
        }
        return value
    }

    /// True if a parameter ends here: nothing but white space follows, up to a semicolon or the end.
    private static func endsValue(_ rest: Substring) -> Bool {
        guard let next = rest.first(where: { $0 != " " && $0 != "\t" }) else { return true }
        return next == ";"
    }
}
