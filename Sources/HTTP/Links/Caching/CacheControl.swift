/// The directives of `Cache-Control` (RFC 9111 section 5.2).
struct CacheControl: Equatable {
    private let directives: [String: String]

    /// All fields of a message; of a directive that is there twice the first counts.
    init(_ headers: HTTPHeaders) {
        var directives: [String: String] = [:]
        for item in HeaderList.split(headers.values(for: "Cache-Control")) {
            let parts = item.split(separator: "=", maxSplits: 1).map { ASCII.trimmed($0) }
            guard let name = parts.first.map({ ASCII.lowercased($0) }), directives[name] == nil else { continue }
            let value = parts.count > 1 ? parts[1] : ""
            directives[name] = value.hasPrefix("\"") ? String(value.dropFirst().prefix { $0 != "\"" }) : value
        }
        // Old clients say it so (section 5.4).
        if directives.isEmpty, headers["Pragma"].map({ ASCII.lowercased($0).contains("no-cache") }) == true { directives["no-cache"] = "" }
        self.directives = directives
    }

    func has(_ name: String) -> Bool { directives[name] != nil }

    /// Delta-seconds; a value that is no number counts as 0, so that it is stale.
    func seconds(_ name: String) -> Double? {
        guard let value = directives[name], !value.isEmpty else { return nil }
        return Seconds(delta: value)?.value ?? 0
    }

    var isEmpty: Bool { directives.isEmpty }
}

/// Lists in header fields (RFC 9110 section 5.6.1): commas outside quotes separate.
enum HeaderList {
    static func split(_ values: [String]) -> [String] {
        values.flatMap { value -> [String] in
            var items = [""]
            var isQuoted = false
            for character in value {
                if character == "\"" { isQuoted.toggle() }
                if character == ",", !isQuoted { items.append("") } else { items[items.count - 1].append(character) }
            }
            return items.map { ASCII.trimmed($0) }.filter { !$0.isEmpty }
        }
    }
}
