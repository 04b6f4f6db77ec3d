import HTTP
import JSON
import Widgets
import Workspace

/// How a request is sent, as rows of a form. An empty value is inherited.
enum OptionFields {
    /// One row: what it is called, how it is written, and how what was typed is taken.
    struct Field: Sendable {
        let label: String
        var choices: [String] = []
        var isSecret = false
        let read: @Sendable (RequestOptions) -> String
        /// Takes a text that is not empty, or nil; gives why it cannot be taken.
        let write: @Sendable (inout RequestOptions, String?) -> String?
    }

    static func rows(of options: RequestOptions) -> [TableRow] {
        // Nothing is read where nothing is set, as at the start of the program.
        let isEmpty = options == RequestOptions()
        return all.map { field in
            let value = isEmpty ? "" : field.read(options)
            let isSecret = field.isSecret && !value.isEmpty && !value.hasPrefix("{{")
            return TableRow([field.label, value], isSecret: isSecret, choices: field.choices)
        }
    }

    /// Puts what was typed in; what cannot be taken leaves the option as it was.
    static func store(_ rows: [TableRow], in options: inout RequestOptions) {
        for (field, row) in zip(all, rows) { _ = field.write(&options, text(of: row)) }
    }

    /// The rows with what is wrong beside each.
    static func validated(_ rows: [TableRow]) -> [TableRow] {
        zip(all, rows).map { field, row in
            var row = row
            var scratch = RequestOptions()
            row.problem = text(of: row).flatMap { field.write(&scratch, $0) }
            return row
        }
    }

    /// Whether a row's value is a file's path.
    static func holdsPath(_ row: Int) -> Bool {
        all.indices.contains(row) && ["Authorities file", "Client certificate", "Its key"].contains(all[row].label)
    }

    private static func text(of row: TableRow) -> String? { row[1].trimmed.isEmpty ? nil : row[1].trimmed }
}

extension OptionFields {
    static let all: [Field] = [
        seconds("Time-out (s)", \.timeout),
        seconds("Connect time-out (s)", \.connectTimeout),
        flag("Follow redirects", \.redirects.follow),
        count("Most redirects", \.redirects.limit, in: 0...1000, "a number up to 1000"),
        count("Attempts", \.retry.attempts, in: 1...1000, "a number from 1 to 1000"),
        choice("Wait between them", \.retry.backoff, ["immediate", "constant", "exponential"]),
        statuses,
        flag("Throttle", \.throttle),
        flag("Check certificates", \.tls.verify),
        choice("Least TLS version", \.tls.minimum, ["1.0", "1.1", "1.2", "1.3"]),
        text("Authorities file", \.tls.authorities),
        text("Client certificate", \.tls.certificate),
        text("Its key", \.tls.key),
        text("Its passphrase", \.tls.passphrase, isSecret: true),
        proxy,
        choice("HTTP version", \.httpVersion, ["1.0", "1.1", "2", "2-prior-knowledge", "3"]),
        flag("Cookies", \.cookies),
        flag("Decompress", \.decompress),
        text("Environment", \.environment),
    ]

    // A path is made when it is first followed: making all of them would be felt at the start of the program.
    private typealias Path<Value> = WritableKeyPath<RequestOptions, Value> & Sendable

    private static func seconds(_ label: String, _ path: @autoclosure @escaping @Sendable () -> any Path<Double?>) -> Field {
        Field(label: label, read: { $0[keyPath: path()].map { JSONNumber($0)?.text ?? "" } ?? "" }) {
            options, text in
            guard let text else {
                options[keyPath: path()] = nil
                return nil
            }
            guard let seconds = Double(text).flatMap({ Seconds($0, most: Seconds.longestTimeout) }) else { return "a number of seconds" }
            options[keyPath: path()] = seconds.value
            return nil
        }
    }

    private static func count(
        _ label: String, _ path: @autoclosure @escaping @Sendable () -> any Path<Int?>, in range: ClosedRange<Int>, _ expected: String
    ) -> Field {
        Field(label: label, read: { $0[keyPath: path()].map(String.init) ?? "" }) { options, text in
            guard let text else {
                options[keyPath: path()] = nil
                return nil
            }
            guard let value = Int(text), range.contains(value) else { return expected }
            options[keyPath: path()] = value
            return nil
        }
    }

    private static func flag(_ label: String, _ path: @autoclosure @escaping @Sendable () -> any Path<Bool?>) -> Field {
        Field(label: label, choices: ["", "yes", "no"], read: { $0[keyPath: path()].map { $0 ? "yes" : "no" } ?? "" }) { options, text in
            options[keyPath: path()] = text.map { $0 == "yes" }
            return nil
        }
    }

    private static func choice(_ label: String, _ path: @autoclosure @escaping @Sendable () -> any Path<String?>, _ choices: [String])
        -> Field
    {
        Field(label: label, choices: [""] + choices, read: { $0[keyPath: path()] ?? "" }) { options, text in
            options[keyPath: path()] = text
            return nil
        }
    }

    private static func text(_ label: String, _ path: @autoclosure @escaping @Sendable () -> any Path<String?>, isSecret: Bool = false)
        -> Field
    {
        Field(label: label, isSecret: isSecret, read: { $0[keyPath: path()] ?? "" }) { options, text in
            options[keyPath: path()] = text
            return nil
        }
    }

    private static let statuses = Field(
        label: "Retry on status", read: { $0.retry.statuses.map(String.init).joined(separator: " ") },
        write: { options, text in
            let words = (text ?? "").split { $0 == " " || $0 == "," }
            let numbers = words.compactMap { Int($0) }.filter { (100...599).contains($0) }
            guard numbers.count == words.count else { return "statuses such as 429 503" }
            options.retry.statuses = numbers
            return nil
        })

    /// An empty proxy means none at all, and is written as a word.
    private static let proxy = Field(
        label: "Proxy", read: { $0.proxy.map { $0.isEmpty ? "none" : $0 } ?? "" },
        write: { options, text in
            options.proxy = text == "none" ? "" : text
            return nil
        })
}
