import HTTP
import JSON
import Platform

/// The notation of one kind of option, in files and as typed text.
struct OptionForm<Value: Sendable>: Sendable {
    let coder: Coder<Value>
    var choices: [String] = []
    var isPath = false
    var isSecret = false
    /// True if the value itself can hold variables; for numbers, booleans and choices they are kept in `templates`.
    var holdsVariables = true
    /// The typed text of a value.
    let text: @Sendable (Value) -> String
    /// Parses a text that is not empty. The parts of a template that hold variables are not validated (`isTemplate`).
    let read: @Sendable (_ text: String, _ isTemplate: Bool) throws(OptionError) -> Value
    /// Resolves the variables in a value.
    var resolve: @Sendable (inout RequestResolver, RequestOption, Value) -> Value = { $2 }

    /// The text if it holds variables and the value cannot.
    func template(_ text: String?) -> String? {
        guard !holdsVariables, let text, text.contains("{{") else { return nil }
        return text
    }
}

extension OptionForm where Value == Bool {
    static let flag = OptionForm(
        coder: .flag, choices: ["yes", "no"], holdsVariables: false, text: { $0 ? "yes" : "no" },
        read: { text, _ throws(OptionError) in
            switch text {
            case "yes", "true": return true
            case "no", "false": return false
            default: throw OptionError(expected: "yes or no")
            }
        })
}

extension OptionForm where Value == Double {
    static let seconds = OptionForm(
        coder: .seconds, holdsVariables: false, text: { JSONNumber($0)?.text ?? "" },
        read: { text, _ throws(OptionError) in
            guard let seconds = Double(text).flatMap({ Seconds($0, maximum: Seconds.longestTimeout) }) else {
                throw OptionError(expected: "a number of seconds")
            }
            return seconds.value
        })
}

extension OptionForm where Value == Int {
    static func count(_ range: ClosedRange<Int>, _ expected: String) -> OptionForm {
        OptionForm(
            coder: .integer, holdsVariables: false, text: { String($0) },
            read: { text, _ throws(OptionError) in
                guard let value = Int(text), range.contains(value) else { throw OptionError(expected: expected) }
                return value
            })
    }

    /// A number of bytes; curl's suffixes k, m and g are powers of 1024.
    static let bytes = OptionForm(
        coder: .integer, holdsVariables: false, text: { String($0) },
        read: { text, _ throws(OptionError) in
            let letters = ["k", "m", "g"]
            let power = letters.firstIndex { text.lowercased().hasSuffix($0) }.map { $0 + 1 } ?? 0
            guard let count = Int(power > 0 ? String(text.dropLast()) : text), (1...(1 << 50) >> (10 * power)).contains(count) else {
                throw OptionError(expected: "a number of bytes, such as 65536, 64k or 10M")
            }
            return count << (10 * power)
        })
}

extension OptionForm where Value == String {
    static func choice(_ choices: [String]) -> OptionForm {
        OptionForm(
            coder: .string, choices: choices, holdsVariables: false, text: { $0 },
            read: { text, _ throws(OptionError) in
                guard choices.contains(text) else { throw OptionError(expected: "one of \(choices.joined(separator: ", "))") }
                return text
            })
    }

    /// Any text, with variables; `check` returns the expected form of an invalid text.
    static func text(check: @escaping @Sendable (String) -> String? = { _ in nil }) -> OptionForm {
        OptionForm(
            coder: .string, text: { $0 },
            read: { text, isTemplate throws(OptionError) in
                if !isTemplate || !text.contains("{{"), let expected = check(text) { throw OptionError(expected: expected) }
                return text
            }, resolve: { $0.resolveOption($2, $1) })
    }

    /// The path of a file, with variables.
    static let path = OptionForm(
        coder: .string, isPath: true, text: { $0 }, read: { text, _ throws(OptionError) in text },
        resolve: { resolver, option, path in path.isEmpty ? path : resolver.file(resolver.resolveOption(path, option)) })

    static let secret = OptionForm(
        coder: .string, isSecret: true, text: { $0 }, read: { text, _ throws(OptionError) in text },
        resolve: { $0.resolveOption($2, $1) })

    /// A text in which the word `none` stands for an empty one.
    static func orNone(check: @escaping @Sendable (String) -> String?) -> OptionForm {
        let form = text(check: check)
        return OptionForm(
            coder: .string, text: { $0.isEmpty ? "none" : $0 },
            read: { text, isTemplate throws(OptionError) in text == "none" ? "" : try form.read(text, isTemplate) },
            resolve: { $2.isEmpty ? $2 : form.resolve(&$0, $1, $2) })
    }
}

extension OptionForm where Value == [Int] {
    static let statuses = OptionForm(
        coder: Coder<Int>.integer.list, holdsVariables: false, text: { $0.map(String.init).joined(separator: " ") },
        read: { text, _ throws(OptionError) in
            let words = text.split { $0 == " " || $0 == "," }
            let numbers = words.compactMap { Int($0) }.filter { (100...999).contains($0) }
            guard numbers.count == words.count else { throw OptionError(expected: "statuses such as 429 503") }
            return numbers
        })

    /// Some of 301, 302 and 303, or `none`. Older files have a flag, which means 301 and 302.
    static let keptMethods = OptionForm(
        coder: Coder(
            "an array of 301, 302 and 303",
            { value in value.bool.map { $0 ? [301, 302] : [] } ?? value.array.flatMap { redirects($0.map(\.integer)) } }
        ) { .array($0.map { .number($0) }) },
        holdsVariables: false, text: { $0.isEmpty ? "none" : statuses.text($0) },
        read: { text, _ throws(OptionError) in
            let words = text.split { $0 == " " || $0 == "," }
            if let flag = ["none": [], "no": [], "yes": [301, 302]][text] { return flag }
            guard let list = redirects(words.map { Int($0) }) else { throw OptionError(expected: "some of 301 302 303, or none") }
            return list
        })

    private static func redirects(_ numbers: [Int?]) -> [Int]? {
        numbers.allSatisfy { [301, 302, 303].contains($0) } ? Set(numbers.compactMap { $0 }).sorted() : nil
    }
}

extension OptionForm where Value == [String] {
    /// Words separated by a space or another separator, with variables; `isWord` validates each.
    static func words(_ expected: String, separators: String = " ", isWord: @escaping @Sendable (String) -> Bool) -> OptionForm {
        OptionForm(
            coder: Coder<String>.string.list, text: { $0.joined(separator: " ") },
            read: { text, isTemplate throws(OptionError) in
                let words = text.split { separators.contains($0) }.map(String.init)
                guard words.allSatisfy({ isTemplate && $0.contains("{{") || isWord($0) }) else { throw OptionError(expected: expected) }
                return words
            }, resolve: { resolver, option, words in words.map { resolver.resolveOption($0, option) } })
    }
}

/// Parses network addresses in options.
enum OptionTexts {
    /// Parses `http://user:password@host:port` or `socks5://…`; without a scheme the proxy speaks HTTP.
    static func proxy(_ text: String) -> HTTPProxy? {
        let url = HTTPRequest(url: text.contains("://") ? text : "http://\(text)")
        guard let kind = HTTPProxy.Kind(rawValue: url.scheme), let host = url.host, !host.isEmpty else { return nil }
        let isSOCKS = kind != .http && kind != .https
        return HTTPProxy(
            kind: kind, host: host, port: url.port ?? (isSOCKS ? 1080 : kind == .https ? 443 : 80), credentials: credentials(of: url))
    }

    private static func credentials(of url: HTTPRequest) -> BasicCredentials? {
        guard let info = url.percentEncodedUserInfo else { return nil }
        let (name, password) = info.splitOnce(at: ":")
        return BasicCredentials(username: name.percentDecoded(), password: HTTPSecret((password ?? "").percentDecoded()))
    }

    /// Parses `host:port:address,address` (curl(1), `--resolve`); `*` is any host, and an IPv6 host has brackets.
    static func addressOverride(_ text: String) -> HTTPAddressOverride? {
        let parts = parts(of: text, limit: 3)
        guard parts.count == 3, !parts[0].isEmpty, let port = port(parts[1]) else { return nil }
        let addresses = parts[2].split(separator: ",", omittingEmptySubsequences: false).map { unbracketed(String($0)) }
        let areNumeric = addresses.allSatisfy { address in
            address.contains { $0 == "." || $0 == ":" } && address.allSatisfy { $0.isHexDigit || $0 == "." || $0 == ":" }
        }
        return areNumeric ? HTTPAddressOverride(host: parts[0], port: port, addresses: addresses) : nil
    }

    /// Parses `host:port:host:port` (curl(1), `--connect-to`); an empty part means any, or the same.
    static func connectOverride(_ text: String) -> HTTPConnectOverride? {
        let parts = parts(of: text, limit: 5)
        guard parts.count == 4, parts[1].isEmpty || port(parts[1]) != nil, parts[3].isEmpty || port(parts[3]) != nil else { return nil }
        let hosts = [parts[0], parts[2]].map { $0.isEmpty ? nil : $0 }
        return HTTPConnectOverride(host: hosts[0], port: port(parts[1]), newHost: hosts[1], newPort: port(parts[3]))
    }

    /// True for a host, or for a network as an address with the number of its bits: `10.0.0.0/8`, `fd00::/8`.
    static func isProxyException(_ text: String) -> Bool {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return true }
        let isNumeric = parts[0].contains { $0 == "." || $0 == ":" } && parts[0].allSatisfy { $0.isHexDigit || $0 == "." || $0 == ":" }
        return isNumeric && Int(parts[1]).map { (0...(parts[0].contains(":") ? 128 : 32)).contains($0) } == true
    }

    /// True for `sha256//` followed by the Base64 of 32 bytes.
    static func isPin(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst(8)
        return text.hasPrefix("sha256//") && digits.count == 44 && digits.last == UInt8(ascii: "=")
            && String(digits.dropLast())?.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+" || $0 == "/") } == true
    }

    private static func port(_ text: String) -> Int? { Int(text).flatMap { (1...65535).contains($0) ? $0 : nil } }

    /// Splits at colons that are not within brackets.
    private static func parts(of text: String, limit: Int) -> [String] {
        var parts = [""]
        var isBracketed = false
        for character in text {
            if character == "[" || character == "]" { isBracketed = character == "[" }
            if character == ":", !isBracketed, parts.count < limit {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts
    }

    private static func unbracketed(_ text: String) -> String {
        text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
    }
}
