import Engine
import HTTP
import JSON
import Workspace

/// Prints requests and responses: laid out and coloured on a terminal, as they are in a pipe.
struct ResponsePrinter: Sendable {
    /// Longer bodies are printed as they are.
    static let longestFormatted = 16 << 20
    let streams: CommandStreams
    let parts: PrintedParts
    let colors: Bool

    /// Prints the head of a request as the transport makes it, and its body.
    ///
    /// - Parameter request: the request as the links made it, if that is known.
    func printRequest(_ headers: HTTPHeaders, _ resolved: ResolvedSend, _ request: HTTPRequest? = nil) throws {
        let request = request ?? resolved.request
        if parts.requestHead {
            let lines = headers.fields.map { Self.field($0.name, $0.value, colors) }
            let start = Self.painted("\(request.method) \(request.url)", "1", colors)
            try streams.write(shown(resolved.mask.masked(([start] + lines).joined(separator: "\n"))) + "\n\n")
        }
        if parts.requestBody, !request.body.isEmpty {
            let bytes = try request.body.encode()
            try write(resolved.mask.masked(bytes), mediaType: headers["Content-Type"])
            try streams.write("\n")
        }
    }

    /// Prints the head of a response.
    func printHead(_ response: HTTPResponse) throws {
        guard parts.responseHead else { return }
        let color = response.status.rawValue < 400 ? "32" : "31"
        let version = response.version.map { "\($0) " } ?? ""
        let start = Self.painted("\(version)\(response.status) \(response.message)", "1;\(color)", colors)
        let lines = response.headers.fields.map { Self.field($0.name, $0.value, colors) }
        try streams.write(shown(([start] + lines).joined(separator: "\n")) + "\n\n")
    }

    /// Prints a body: laid out where a person reads it, and as it is elsewhere.
    func write(_ bytes: [UInt8], mediaType: String?) throws {
        guard streams.isOutputTerminal else { return try streams.write(bytes) }
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            return try streams.write("(\(ByteText.count(Int64(bytes.count))) that are no text; --output FILE keeps them)\n")
        }
        let isJSON = mediaType?.contains("json") ?? true
        if isJSON, bytes.count <= Self.longestFormatted, let value = try? JSONValue(parsing: text) {
            return try streams.write(shown(colors ? JSONColors.painted(value.prettyText) : value.prettyText) + "\n")
        }
        try streams.write(shown(text) + (text.hasSuffix("\n") ? "" : "\n"))
    }

    /// A text without control characters of others: a server must not command the terminal. Colours of this program stay.
    private func shown(_ text: String) -> String {
        guard streams.isOutputTerminal else { return text }
        return TerminalText.escaped(text, keepsColors: colors)
    }

    private static func field(_ name: String, _ value: String, _ colors: Bool) -> String {
        // What a server says is escaped before it is painted.
        let value = TerminalText.escaped(value, keepsColors: false)
        return painted(TerminalText.escaped(name, keepsColors: false), "36", colors) + ": " + value
    }

    private static func painted(_ text: String, _ code: String, _ colors: Bool) -> String {
        let text = TerminalText.escaped(text, keepsColors: false)
        return colors ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

/// Text for a terminal, in which control characters stand as signs.
enum TerminalText {
    /// The text with `␛` and the like in the place of controls other than line feed and tab, and of marks that change the direction.
    static func escaped(_ text: String, keepsColors: Bool) -> String {
        var result = String.UnicodeScalarView()
        var scalars = text.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            if keepsColors, scalar.value == 0x1B, let end = colorEnd(scalars) {
                result.append(scalar)
                result.append(contentsOf: scalars[..<end])
                scalars = scalars[end...]
            } else {
                result.append(sign(scalar))
            }
        }
        return String(result)
    }

    /// The end of a colour sequence of this program: `[`, digits and `;`, `m`.
    private static func colorEnd(_ scalars: Substring.UnicodeScalarView) -> String.Index? {
        guard scalars.first == "[", let end = scalars.firstIndex(of: "m") else { return nil }
        return scalars[..<end].dropFirst().allSatisfy { ("0"..."9").contains($0) || $0 == ";" } ? scalars.index(after: end) : nil
    }

    private static func sign(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x09, 0x0A: scalar
        case 0x00..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        case 0x80..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: "\u{FFFD}"
        default: scalar
        }
    }
}

/// Colours for laid out JSON.
enum JSONColors {
    /// The text with member names, strings, numbers and words in colours. Controls in strings are escaped by JSON itself.
    static func painted(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line($0) }.joined(separator: "\n")
    }

    private static func line(_ line: Substring) -> String {
        let indent = line.prefix { $0 == " " }
        var rest = line.dropFirst(indent.count)
        var result = String(indent)
        if rest.first == "\"", let end = stringEnd(rest), rest[end...].hasPrefix(": ") {
            result += "\u{1B}[34m\(rest[..<end])\u{1B}[0m: "
            rest = rest[end...].dropFirst(2)
        }
        guard let first = rest.first, !"{}[]".contains(first) else { return result + rest }
        let value = rest.last == "," ? rest.dropLast() : rest
        let color = first == "\"" ? "32" : first.isNumber || first == "-" ? "35" : "33"
        return result + "\u{1B}[\(color)m\(value)\u{1B}[0m" + rest.dropFirst(value.count)
    }

    /// The index behind the string that a text begins with.
    private static func stringEnd(_ text: Substring) -> String.Index? {
        var index = text.index(after: text.startIndex)
        while index < text.endIndex {
            if text[index] == "\"" { return text.index(after: index) }
            if text[index] == "\\" { index = text.index(after: index) }
            guard index < text.endIndex else { return nil }
            index = text.index(after: index)
        }
        return nil
    }
}
