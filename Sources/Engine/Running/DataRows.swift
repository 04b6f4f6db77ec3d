import JSON
import Platform

/// The rows of a data file, each with the variables of one iteration: CSV or TSV with a header line, a JSON array of objects, or JSON Lines
/// with one object per line.
package struct DataRows: Sendable {
    /// An invalid data file: its name, the place, and the expected content.
    package struct ReadError: Error, Equatable {
        /// The reason as a sentence for the user.
        package let message: String

        init(_ message: String) { self.message = message }
    }

    /// The maximum size of the file.
    private static let limit = 256 << 20
    /// The variables of each row.
    package let rows: [[String: String]]

    /// Reads a file; its extension determines the format.
    ///
    /// - Throws: a ``ReadError`` that names the file, and the line or the row.
    package init(file path: String) throws(ReadError) {
        let bytes: [UInt8]
        do throws(SystemError) {
            let file = try Descriptor(opening: path, O_RDONLY)
            bytes = try file.readWhole(limit: Self.limit)
        } catch {
            throw DataRows.ReadError("\(path): \(error.number == EFBIG ? "larger than \(Self.limit >> 20) MB" : error.reason)")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw DataRows.ReadError("\(path): not UTF-8 text") }
        try self.init(text, name: path)
    }

    /// Reads a text; the extension of its name determines the format, or its beginning if it comes from a device, a pipe or standard input.
    init(_ text: String, name: String) throws(ReadError) {
        let hasNoName = name.hasPrefix("/dev/") || FileStatus(of: name).map { $0.kind != .file } == true
        switch hasNoName ? Self.ending(for: text) : name.lowercased().split(separator: ".").last {
        case "csv": rows = try Self.csv(text, name)
        case "tsv": rows = try Self.csv(text, name, separator: "\t")
        case "jsonl", "ndjson": rows = try Self.lines(text, name)
        case "json": rows = try Self.array(text, name)
        default: throw DataRows.ReadError("\(name): expected a file whose name ends in .csv, .tsv, .json or .jsonl")
        }
        if rows.isEmpty { throw DataRows.ReadError("\(name): the file has no rows") }
    }

    /// The extension of a file with that text.
    private static func ending(for text: String) -> Substring {
        switch text.utf8.first(where: { !" \t\r\n".utf8.contains($0) }) {
        case UInt8(ascii: "["): "json"
        case UInt8(ascii: "{"): "jsonl"
        default: "csv"
        }
    }

    // MARK: JSON

    private static func array(_ text: String, _ name: String) throws(DataRows.ReadError) -> [[String: String]] {
        let value: JSONValue
        do { value = try JSONValue(parsing: text) } catch { throw DataRows.ReadError("\(name): \(error)") }
        guard let elements = value.array else { throw DataRows.ReadError("\(name): expected an array of objects") }
        return try elements.enumerated().map { index, element throws(DataRows.ReadError) in try row(element, "\(name): row \(index + 1)") }
    }

    private static func lines(_ text: String, _ name: String) throws(DataRows.ReadError) -> [[String: String]] {
        var rows: [[String: String]] = []
        // By scalars, since a carriage return and a line feed together are one character.
        for (index, line) in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(Substring.init).enumerated()
        where line.contains(where: { !$0.isWhitespace }) {
            let value: JSONValue
            do { value = try JSONValue(parsing: String(line)) } catch {
                throw DataRows.ReadError(
                    "\(name): line \(index + 1), column \(error.position.column): expected \(error.expected), found \(error.found)")
            }
            rows.append(try row(value, "\(name): line \(index + 1)"))
        }
        return rows
    }

    private static func row(_ value: JSONValue, _ place: String) throws(DataRows.ReadError) -> [String: String] {
        guard let object = value.object else { throw DataRows.ReadError("\(place): expected an object") }
        return Dictionary(object.map { ($0.name, $0.value.string ?? $0.value.compactText) }) { $1 }
    }

    // MARK: CSV (RFC 4180)

    /// - Parameter separator: the one that the name of the file says; nil if the first line tells it.
    private static func csv(
        _ text: String, _ name: String, separator: Unicode.Scalar? = nil
    ) throws(DataRows.ReadError) -> [[String: String]] {
        // Spreadsheets write semicolons where the comma is the decimal sign, some with a line that says so, and copy with tabs.
        var (text, separator, firstLine) = (text, separator, 1)
        if let match = text.prefixMatch(of: /\u{FEFF}?sep=(.)\r?\n/.matchingSemantics(.unicodeScalar)),
            let scalar = match.1.unicodeScalars.first
        {
            (text, separator, firstLine) = (String(text[match.range.upperBound...]), scalar, 2)
        }
        let head = text.prefix { !$0.isNewline }
        let used: [Unicode.Scalar] = [",", ";", "\t"].filter { head.unicodeScalars.contains($0) }
        let records = try CSVReader.records(text, name, separator ?? used.first ?? ",", from: firstLine)
        guard let names = records.first?.fields else { return [] }
        var known: Set<String> = []
        if let twice = names.first(where: { !$0.isEmpty && !known.insert($0).inserted }) {
            throw DataRows.ReadError("\(name): line \(records[0].line): two columns are named “\(twice)”")
        }
        return try records.dropFirst().map { record throws(DataRows.ReadError) in
            guard record.fields.count == names.count else {
                throw DataRows.ReadError(
                    "\(name): line \(record.line): expected \(names.count) values as in the first line, found \(record.fields.count)")
            }
            return Dictionary(zip(names, record.fields)) { $1 }
        }
    }
}

/// Reads comma-separated values with quotes (RFC 4180); empty lines are skipped.
enum CSVReader {
    /// The fields of a record, and the number of its first line.
    struct Record: Hashable {
        var line: Int
        var fields: [String]
    }

    /// - Parameter first: the number of the first line of the text in its file.
    /// - Throws: a ``DataRows/ReadError`` for a quote that is not closed.
    static func records(_ text: String, _ name: String, _ separator: Unicode.Scalar, from first: Int) throws(DataRows.ReadError) -> [Record]
    {
        var records: [Record] = []
        var (fields, field, line, start) = ([String](), String.UnicodeScalarView(), first, first)
        // `hasQuotes` tells a quoted empty value from an empty line.
        var (isQuoted, hasQuotes) = (false, false)
        func end(_ records: inout [Record]) {
            fields.append(String(field))
            if fields != [""] || hasQuotes { records.append(Record(line: start, fields: fields)) }
            (fields, field, hasQuotes) = ([], String.UnicodeScalarView(), false)
        }
        var scalars = text.unicodeScalars[...]
        if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
        while let scalar = scalars.popFirst() {
            if scalar == "\n" { line += 1 }
            if isQuoted {
                if scalar != "\"" {
                    field.append(scalar)
                } else if scalars.first == "\"" {
                    field.append(scalars.removeFirst())
                } else {
                    isQuoted = false
                }
            } else if scalar == "\"", field.isEmpty {
                (isQuoted, hasQuotes) = (true, true)
            } else if scalar == separator {
                fields.append(String(field))
                field = String.UnicodeScalarView()
            } else if scalar == "\n" || scalar == "\r" && scalars.first != "\n" {
                if scalar == "\r" { line += 1 }
                end(&records)
                start = line
            } else if scalar != "\r" {
                field.append(scalar)
            }
        }
        if isQuoted { throw DataRows.ReadError("\(name): line \(start): a quote is not closed") }
        end(&records)
        return records
    }
}
