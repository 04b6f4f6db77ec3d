import JSON
import Platform

/// The rows of a file of data, each the variables of one iteration: CSV with a line of names, a JSON array of objects, or a JSON object a line.
struct DataRows: Sendable {
    /// The longest file.
    private static let limit = 256 << 20
    /// The variables of each row.
    let rows: [[String: String]]

    /// Reads a file; its ending says the format.
    ///
    /// - Throws: a ``CommandFailure`` with code 2 that names the file and the line.
    init(file path: String) throws {
        let bytes: [UInt8]
        do throws(SystemError) {
            let file = try Descriptor(opening: path, O_RDONLY)
            bytes = try file.read(Self.limit)
        } catch {
            throw CommandFailure("--data \(path): \(error.reason)", code: 2)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw CommandFailure("--data \(path): no text in UTF-8", code: 2) }
        try self.init(text, name: path)
    }

    /// Reads a text; the ending of its name says the format.
    init(_ text: String, name: String) throws {
        if name.hasSuffix(".csv") {
            rows = try Self.csv(text, name)
        } else if name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson") {
            rows = try Self.lines(text, name)
        } else if name.hasSuffix(".json") {
            rows = try Self.array(text, name)
        } else {
            throw CommandFailure("--data \(name): expected a file whose name ends in .csv, .json or .jsonl", code: 2)
        }
        if rows.isEmpty { throw CommandFailure("--data \(name): there are no rows", code: 2) }
    }

    // MARK: JSON

    private static func array(_ text: String, _ name: String) throws -> [[String: String]] {
        let value = try parsed(text, "\(name)")
        guard let elements = value.array else { throw CommandFailure("--data \(name): expected an array of objects", code: 2) }
        return try elements.enumerated().map { index, element in try row(element, "\(name): row \(index + 1)") }
    }

    private static func lines(_ text: String, _ name: String) throws -> [[String: String]] {
        try text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
            guard line.contains(where: { !$0.isWhitespace }) else { return nil }
            return try row(try parsed(String(line), "\(name): line \(index + 1)"), "\(name): line \(index + 1)")
        }
    }

    private static func parsed(_ text: String, _ place: String) throws -> JSONValue {
        do {
            return try JSONValue(parsing: text)
        } catch {
            throw CommandFailure("--data \(place): \(error)", code: 2)
        }
    }

    private static func row(_ value: JSONValue, _ place: String) throws -> [String: String] {
        guard let object = value.object else { throw CommandFailure("--data \(place): expected an object", code: 2) }
        return Dictionary(object.map { ($0.name, $0.value.string ?? $0.value.compactText) }) { $1 }
    }

    // MARK: CSV (RFC 4180)

    private static func csv(_ text: String, _ name: String) throws -> [[String: String]] {
        let records = try CSVReader.records(text, name)
        guard let names = records.first?.fields else { return [] }
        return try records.dropFirst().map { record in
            guard record.fields.count == names.count else {
                throw CommandFailure(
                    "--data \(name): line \(record.line): expected \(names.count) values as in the first line, found \(record.fields.count)",
                    code: 2)
            }
            return Dictionary(zip(names, record.fields)) { $1 }
        }
    }
}

/// Reads comma-separated values with quotes (RFC 4180); empty lines are skipped.
enum CSVReader {
    /// The fields of a record, and the line that it begins on.
    struct Record: Hashable {
        var line: Int
        var fields: [String]
    }

    /// - Throws: a ``CommandFailure`` with code 2 for a quote that is not closed.
    static func records(_ text: String, _ name: String) throws -> [Record] {
        var records: [Record] = []
        var (fields, field, line, start) = ([String](), String.UnicodeScalarView(), 1, 1)
        var isQuoted = false
        func end(_ records: inout [Record]) {
            fields.append(String(field))
            if fields != [""] { records.append(Record(line: start, fields: fields)) }
            (fields, field) = ([], String.UnicodeScalarView())
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
                isQuoted = true
            } else if scalar == "," {
                fields.append(String(field))
                field = String.UnicodeScalarView()
            } else if scalar == "\n" {
                end(&records)
                start = line
            } else if scalar != "\r" || scalars.first != "\n" {
                field.append(scalar)
            }
        }
        if isQuoted { throw CommandFailure("--data \(name): line \(start): a quote is not closed", code: 2) }
        end(&records)
        return records
    }
}
