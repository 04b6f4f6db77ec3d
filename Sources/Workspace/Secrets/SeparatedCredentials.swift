import HTTP

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A request in which variables replace typed credentials, with the values apart: request files are meant to be shared, credentials are
/// not.
public struct SeparatedCredentials: Hashable, Sendable {
    /// The request, with variables in place of typed credentials.
    public private(set) var draft: RequestDraft
    /// The typed values, by the names of their variables.
    public private(set) var values: [String: String] = [:]
    /// The names of the fields with the credentials, for the user: `Authorization`, `token`.
    public private(set) var fields: [String] = []

    /// Separates the credentials in authentication, headers and query that the file does not contain already. Texts with variables stay,
    /// since the value of a secret is not searched for variables.
    ///
    /// - Parameters:
    ///   - draft: the request as it is to be saved.
    ///   - saved: the content of its file.
    ///   - isTaken: true for the names of existing variables.
    public init(of draft: RequestDraft, notIn saved: RequestDraft, isTaken: (String) -> Bool) {
        self.draft = draft
        for name in draft.auth.kind.secretFieldNames.sorted() where draft.auth[name] != saved.auth[name] {
            if let variable = take(draft.auth[name], field: name, called: Self.variables[name] ?? name, isTaken) {
                self.draft.auth[name] = variable
            }
        }
        separate(\.headers, saved.headers, isTaken)
        separate(\.query, saved.query, isTaken)
    }

    /// The names of variables for fields whose names are too general.
    private static let variables = ["value": "apiKey"]

    private mutating func separate(_ path: WritableKeyPath<RequestDraft, [Row]>, _ saved: [Row], _ isTaken: (String) -> Bool) {
        let known = Set(saved.map { [$0.name, $0.value] })
        for index in draft[keyPath: path].indices {
            let row = draft[keyPath: path][index]
            guard !known.contains([row.name, row.value]), let range = TypedCredential.range(in: row.value, of: row.name),
                let variable = take(String(row.value[range]), field: row.name, called: Self.variable(for: row.name), isTaken)
            else { continue }
            draft[keyPath: path][index].value = row.value[..<range.lowerBound] + variable + row.value[range.upperBound...]
        }
    }

    /// Moves a value out and returns the reference to its variable; nil if the value is empty or contains variables.
    private mutating func take(_ value: String, field: String, called name: String, _ isTaken: (String) -> Bool) -> String? {
        guard AuthDraft.isTypedOut(value), !value.contains("{{"), value != SecretMask.sign else { return nil }
        let variable = values.first { $0.value == value }?.key ?? freeName(name, isTaken)
        values[variable] = value
        fields.append(field)
        return "{{\(variable)}}"
    }

    private func freeName(_ name: String, _ isTaken: (String) -> Bool) -> String {
        var (free, number) = (name, 2)
        while values[free] != nil || isTaken(free) {
            free = name + String(number)
            number += 1
        }
        return free
    }

    /// `X-Api-Key` → `apiKey`; the value of `Authorization` is a token.
    private static func variable(for field: String) -> String {
        let words = field.lowercased().split { !$0.isLetter && !$0.isNumber }.drop { $0 == "x" }.map(String.init)
        guard let first = words.first, !["authorization", "auth"].contains(words.last) else { return "token" }
        return ([first] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }).joined()
    }
}

/// The password in a URL before its host: `https://user:password@host/`.
enum URLPassword {
    /// The range of the password; nil if there is none.
    static func range(in url: String) -> Range<String.Index>? {
        // A fast path: almost no URL has a password, and this runs for each request.
        guard url.utf8.contains(UInt8(ascii: "@")) else { return nil }
        let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
        let authority = url[start...].prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@"), let colon = authority[..<at].firstIndex(of: ":") else { return nil }
        let range = url.index(after: colon)..<at
        return range.isEmpty ? nil : range
    }

    /// The texts to mask: the password, and its form in the `Authorization` header (RFC 7617).
    static func secrets(in url: String) -> Set<String> {
        guard range(in: url) != nil, let field = (try? HTTPRequest(url: url).prepared())?.headers["Authorization"] else { return [] }
        let encoded = field.split(separator: " ").last.map(String.init) ?? ""
        let text = Data(base64Encoded: encoded).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return Set([encoded] + text.split(separator: ":", maxSplits: 1).dropFirst().map(String.init))
    }

    /// The URL with a typed password masked.
    static func masked(in url: String) -> String {
        guard let range = range(in: url), AuthDraft.isTypedOut(String(url[range])) else { return url }
        return url.replacingCharacters(in: range, with: SecretMask.sign)
    }

    /// The URL with its masked password replaced by that of another URL.
    static func restored(in url: String, from other: String) -> String {
        guard isMissing(in: url), let range = range(in: url), let known = Self.range(in: other) else { return url }
        return url.replacingCharacters(in: range, with: String(other[known]))
    }

    /// True if the password is masked.
    static func isMissing(in url: String) -> Bool { range(in: url).map { url[$0] == SecretMask.sign } ?? false }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
        String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
    }
}
