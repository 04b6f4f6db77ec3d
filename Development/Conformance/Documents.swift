import Document
import JSON
import Platform
import Query
import Screen

/// The viewer's rows of documents: the pretty form must have every byte except the space between tokens.
extension Corpus {
    static let documents = [
        Corpus(name: "json_transform") { example in
            let bytes = try encoded(example["input_b64"]?.string)
            let rows = prettyRows(bytes, .json)
            let pretty = rows.joined(separator: "\n")
            guard minified(Array(pretty.utf8)) == minified(shown(bytes, .json)) else {
                throw Refusal(description: "the pretty form lost something")
            }
            let compact = String(decoding: minified(Array(pretty.utf8)), as: UTF8.self)
            return .object([("pretty", .string(pretty)), ("compact", .string(compact))])
        },
        Corpus(name: "xml") { example in
            let bytes = try encoded(example["xml_b64"]?.string)
            try checkNothingIsLost(bytes, .xml)
            let problem = await wellFormedness(bytes)
            return .object([("well_formed", .bool(problem == nil)), ("problem", problem.map { .string($0) } ?? .null)])
        },
        Corpus(name: "html") { example in
            let bytes = Array(try example.text("html").utf8)
            return .array(try checkNothingIsLost(bytes, .html).map { .string($0) })
        },
        Corpus(name: "graphemes") { example in
            let scalars = try codePoints(example).compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
            let text = String(String.UnicodeScalarView(scalars))
            return .array(text.map { .array($0.unicodeScalars.map { .string(hexadecimal($0)) }) })
        },
        Corpus(name: "naughty") { example in .string(VisibleText.escaping(try example.text("text"))) },
        Corpus(name: "terminal_escape") { example in
            .string(Data(drawn(try payload(example))).base64EncodedString())
        },
    ]

    private static func encoded(_ text: String?) throws -> [UInt8] {
        guard let data = text.flatMap({ Data(base64Encoded: $0) }) else { throw Refusal(description: "no base64") }
        return Array(data)
    }

    /// Bytes, or a byte repeated.
    private static func payload(_ example: JSONValue) throws -> [UInt8] {
        guard let made = example["payload_gen"], let count = made["n"]?.integer, let byte = made["byte"]?.string else {
            return try encoded(example["payload_b64"]?.string)
        }
        return [UInt8](repeating: UInt8(byte, radix: 16) ?? 0, count: count)
    }

    // MARK: The pretty form

    @discardableResult
    private static func checkNothingIsLost(_ bytes: [UInt8], _ kind: ContentKind) throws -> [String] {
        let rows = prettyRows(bytes, kind)
        let kept = rows.joined().utf8.filter { !isSpace($0) }
        guard kept == shown(bytes, kind).filter({ !isSpace($0) }) else { throw Refusal(description: "the pretty form lost something") }
        return rows
    }

    private static func prettyRows(_ bytes: [UInt8], _ kind: ContentKind) -> [String] {
        let view = DocumentView(Document(bytes, kind: kind), form: .pretty)
        return view.rows(0..<view.rowCount).map(\.text)
    }

    /// The text of the bytes as the viewer decodes it.
    private static func shown(_ bytes: [UInt8], _ kind: ContentKind) -> [UInt8] {
        let text = Document(bytes, kind: kind).text
        let all = text.bytes(in: 0..<text.count)
        return Array(String(decoding: all.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(all.dropFirst(3)) : all, as: UTF8.self).utf8)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B }

    /// JSON without the space between tokens.
    private static func minified(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var (isInString, isEscaped) = (false, false)
        for byte in bytes where isInString || !isSpace(byte) {
            result.append(byte)
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\"), isInString {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString.toggle()
            }
        }
        return result
    }

    /// The problem that libxml2 reports for a text; nil for none.
    private static func wellFormedness(_ bytes: [UInt8]) async -> String? {
        do throws(QueryError) {
            _ = try await QueryWorker().results(of: Query(.xpath, "true()"), in: .bytes(bytes)).collect()
            return nil
        } catch {
            return error.message
        }
    }

    // MARK: Text on the screen

    /// The code points of a case, without the marks between clusters. If a case lacks them, they are read from the file of the cases.
    private static func codePoints(_ example: JSONValue) throws -> [String] {
        var clusters = example["codepoints"]
        if clusters == nil {
            let folder = ProcessInfo.processInfo.environment["APUS_CORPORA"] ?? ""
            let file = try String(decoding: Data(contentsOf: URL(filePath: "\(folder)/cases/graphemes.jsonl")), as: UTF8.self)
            let id = try example.text("id")
            let lines = file.split(separator: "\n").compactMap { try? JSONValue(parsing: String($0)) }
            clusters = lines.first { $0["id"]?.string == id }?["codepoints"]
        }
        return (clusters?.array ?? []).flatMap { $0.array?.compactMap(\.string) ?? $0.string.map { [$0] } ?? [] }
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// The glyphs that a terminal gets when the bytes are shown as a text body, a space between rows.
    private static func drawn(_ bytes: [UInt8]) -> [UInt8] {
        let view = DocumentView(Document(bytes, mediaType: "text/plain", kind: .text), form: .raw)
        let rows = view.rows(0..<min(view.rowCount, 100))
        return Array(rows.map { glyphs(of: $0.text) }.joined(separator: " ").utf8)
    }

    private static func glyphs(of text: String) -> String {
        let width = min(10_000, TextWidth.columns(of: text) + 1)
        var canvas = Canvas(size: Size(width: width, height: 1))
        canvas.write(text, at: Point(x: 0, y: 0), style: CellStyle(.text))
        return (0..<width).map { canvas.glyph(at: Point(x: $0, y: 0)) }.joined()
    }
}
