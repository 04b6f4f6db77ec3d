import HTTP
import JSON
import Platform
import Workspace

/// Collects the options of a curl command.
struct CurlReader {
    var options: [(meaning: CurlOption.Meaning, value: String)] = []
    var urls: [String] = []
    var losses: [String] = []
    var changes: [String] = []
    /// True if brackets in URLs are plain text: `--globoff`.
    var isVerbatim = false
    /// The program of the command, and the meaning of its options.
    var program = "curl"
    var long = CurlOption.long
    var short = CurlOption.short

    /// Short options can be combined, and their value can follow directly (curl(1), “OPTIONS”).
    mutating func read(_ words: ArraySlice<String>) throws(ImportError) {
        var rest = words
        while let word = rest.popFirst() {
            if word.hasPrefix("--"), word.count > 2 {
                try readLong(String(word.dropFirst(2)), &rest)
            } else if word.hasPrefix("-"), word.count > 1 {
                try readShort(word.dropFirst(), &rest)
            } else if !word.isEmpty {
                urls.append(word)
            }
        }
    }

    private mutating func readLong(_ word: String, _ rest: inout ArraySlice<String>) throws(ImportError) {
        let name = word.prefix { $0 != "=" }
        guard let meaning = long[String(name)] else {
            if name.hasPrefix("no-"), long[String(name.dropFirst(3))] == .silent { return }
            losses.append("--\(name) is unknown")
            return
        }
        guard CurlOption.hasValue(meaning) else { return take(meaning, "", "--\(name)") }
        if name.count < word.count { return take(meaning, String(word.dropFirst(name.count + 1)), "--\(name)") }
        guard let value = rest.popFirst() else { throw ImportError("The \(program) command ends after --\(name), which needs a value.") }
        take(meaning, value, "--\(name)")
    }

    private mutating func readShort(_ letters: Substring, _ rest: inout ArraySlice<String>) throws(ImportError) {
        var letters = letters
        while let letter = letters.popFirst() {
            guard let meaning = short[letter] else {
                losses.append("-\(letter) is unknown")
                continue
            }
            guard CurlOption.hasValue(meaning) else {
                take(meaning, "", "-\(letter)")
                continue
            }
            guard let value = letters.isEmpty ? rest.popFirst() : String(letters) else {
                throw ImportError("The \(program) command ends after -\(letter), which needs a value.")
            }
            return take(meaning, value, "-\(letter)")
        }
    }

    /// Applies an option, or records that it is lost; `name` is its notation in the command.
    mutating func take(_ meaning: CurlOption.Meaning, _ value: String, _ name: String) {
        switch meaning {
        case .verbatim: isVerbatim = true
        case .silent: return
        // Names of files whose content a request cannot contain.
        case .cookie where !value.contains("="), .header where value.hasPrefix("@"), .query where value.hasPrefix("@"):
            losses.append("\(name) \(value) is omitted")
        case .unsupported, .unsupportedValue: losses.append("\(name)\(value.isEmpty ? "" : " " + value) is omitted")
        case _ where !Self.canBeHeld(value, as: meaning): losses.append("\(name) \(value) is omitted")
        case .url: urls.append(value)
        default: options.append((meaning, value))
        }
    }

    /// False for values that a request cannot contain, such as numbers beyond its limits.
    private static func canBeHeld(_ value: String, as meaning: CurlOption.Meaning) -> Bool {
        if case .setting(let word) = meaning { CurlSetting.canBeHeld(value, by: word) } else { true }
    }

    func has(_ meaning: CurlOption.Meaning) -> Bool { options.contains { $0.meaning == meaning } }
    func last(_ meaning: CurlOption.Meaning) -> String? { options.last { $0.meaning == meaning }?.value }
    func all(_ meanings: Set<CurlOption.Meaning>) -> [(meaning: CurlOption.Meaning, value: String)] {
        options.filter { meanings.contains($0.meaning) }
    }
}

extension CurlReader {
    /// The requests from the collected options, one for each URL; URLs with other protocols are omitted.
    func requests() throws(ImportError) -> [ImportedRequest] {
        // A word without a scheme after the first URL is probably part of a text with missing quotes.
        let served = urls.enumerated().filter { index, url in
            guard let sign = url.firstRange(of: "://") else { return index == 0 }
            return ["http", "https"].contains(url[..<sign.lowerBound].lowercased()) || url.hasPrefix("{{")
        }.map(\.element)
        guard urls.count > 1, !served.isEmpty else { return [try request()] }
        var requests: [ImportedRequest] = []
        for url in served {
            var reader = self
            reader.urls = [url]
            if requests.isEmpty { reader.losses += urls.filter { !served.contains($0) }.map { "\($0) is omitted" } }
            requests.append(try reader.request())
        }
        return requests
    }

    /// The request from the collected options.
    func request() throws(ImportError) -> ImportedRequest {
        guard let first = urls.first else { throw ImportError("The \(program) command has no URL.") }
        var imported = ImportedRequest(RequestDraft(), losses: losses, changes: changes)
        if urls.count > 1 { imported.losses.append("only the first of \(urls.count) URLs is imported") }
        if isPattern(first) { imported.changes.append("curl would expand \(first) to several URLs; it is sent unchanged") }
        let written = Self.withScheme(first)
        let url = program == "curl" && has(.pathAsIs) ? written : Self.withoutDots(written)
        (imported.draft.url, imported.draft.query) = Self.hasEmptyItems(url) ? (url, []) : URLParts.split(url)
        let user = takeUser(from: &imported.draft.url)
        imported.draft.url = PathParameters.escaped(Self.withFileName(imported.draft.url, of: last(.upload)))
        imported.draft.headers = headers
        imported.draft.auth = auth(user)
        imported.draft.options = requestOptions
        CurlBody(self).put(into: &imported)
        imported.draft.query += all([.query]).map { Self.pair($0.value) }
        imported.draft.method = last(.method) ?? method(imported.draft)
        return imported
    }

    /// The URL without the segments `.` and `..` in its path (RFC 3986, section 5.2.4), which curl removes.
    static func withoutDots(_ url: String) -> String {
        guard url.contains("/."), let scheme = url.firstRange(of: "://") else { return url }
        let rest = url[scheme.upperBound...]
        guard let start = rest.firstIndex(of: "/") else { return url }
        let path = rest[start...].prefix { $0 != "?" && $0 != "#" }
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        guard segments.contains(".") || segments.contains("..") else { return url }
        var kept: [Substring] = []
        for segment in segments where segment != "." {
            if segment == ".." { _ = kept.popLast() } else { kept.append(segment) }
        }
        if [".", ".."].contains(segments.last) { kept.append("") }
        return url[..<start] + "/" + kept.joined(separator: "/") + url[path.endIndex...]
    }

    /// True if the query has an item without name and value, as in `?a=1&`, which rows cannot express.
    private static func hasEmptyItems(_ url: String) -> Bool {
        guard let mark = url.firstIndex(of: "?") else { return false }
        let query = url[url.index(after: mark)...].prefix { $0 != "#" }
        return query.split(separator: "&", omittingEmptySubsequences: false).contains("")
    }

    private func method(_ draft: RequestDraft) -> String {
        if has(.head) { return "HEAD" }
        if has(.get) { return "GET" }
        if has(.upload) { return "PUT" }
        return draft.body.kind == .none && all(Self.data).isEmpty ? "GET" : "POST"
    }

    private var headers: [Row] {
        var rows: [Row] = []
        for option in options {
            switch option.meaning {
            case .header: if let row = Self.header(option.value) { rows.append(row) }
            // A given header replaces curl's own, and the last one wins.
            case .userAgent where !hasHeader("user-agent"): Self.put("User-Agent", option.value, in: &rows)
            case .referer where !hasHeader("referer"): Self.put("Referer", option.value, in: &rows)
            case .cookie where !hasHeader("cookie"): Self.append(cookie: option.value, to: &rows)
            case .range: rows.append(Row("Range", "bytes=" + (option.value.contains("-") ? option.value : option.value + "-")))
            default: break
            }
        }
        return rows
    }

    /// True if curl expands it to several URLs (curl(1), “URL globbing”).
    private func isPattern(_ url: String) -> Bool {
        !isVerbatim && url.contains(/(^|[^\\])(\{[^{}]*,[^{}]*\}|\[\w+-\w+(:\d+)?\])/)
    }

    /// curl uses plain HTTP by default.
    private static func withScheme(_ url: String) -> String {
        // A backslash escapes brackets, which would be a pattern.
        let url = ["{", "}", "[", "]"].reduce(url) { $0.replacing("\\" + $1, with: $1) }
        return url.contains("://") || url.hasPrefix("{{") ? url : "http://" + url
    }

    private func hasHeader(_ name: String) -> Bool {
        all([.header]).contains { Self.header($0.value)?.name.lowercased() == name }
    }

    /// curl appends an uploaded file's name to a URL without a file name.
    private static func withFileName(_ url: String, of path: String?) -> String {
        guard let name = path?.split(separator: "/").last, name != "-", name != "." else { return url }
        let hasPath = url.firstRange(of: "://").map { url[$0.upperBound...].contains("/") } ?? true
        guard !hasPath || url.hasSuffix("/") else { return url }
        return url + (hasPath ? "" : "/") + CurlBody.encoded(String(name))
    }

    private static func put(_ name: String, _ value: String, in rows: inout [Row]) {
        rows.removeAll { $0.name == name }
        rows.append(Row(name, value))
    }

    /// All cookies are sent in one header.
    private static func append(cookie: String, to rows: inout [Row]) {
        if let index = rows.firstIndex(where: { $0.name == "Cookie" }) {
            rows[index].value += ";" + cookie
        } else {
            rows.append(Row("Cookie", cookie))
        }
    }

    /// `Name: value`; `Name;` is a header without a value, and `Name:` removes a header of curl. If Apus adds that header too, a disabled
    /// row suppresses it.
    private static func header(_ text: String) -> Row? {
        if let colon = text.firstIndex(of: ":") {
            let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            let name = String(text[..<colon])
            guard value.isEmpty else { return Row(name, String(value)) }
            return AutomaticHeaders.fields.contains(name) ? Row(name, "", isEnabled: false) : nil
        }
        return text.hasSuffix(";") ? Row(String(text.dropLast()), "") : nil
    }

    /// Removes the user information before `@` from the authority (RFC 3986, section 3.2.1); nil if there is none.
    private func takeUser(from url: inout String) -> [String]? {
        guard let scheme = url.firstRange(of: "://") else { return nil }
        let authority = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
        guard let sign = authority.lastIndex(of: "@") else { return nil }
        // Only the first colon is a separator: others are escaped.
        let parts = authority[..<sign].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        url = String(url[..<scheme.upperBound]) + url[url.index(after: sign)...]
        return parts.map { String($0).percentDecoded() }
    }

    private func auth(_ userOfURL: [String]?) -> AuthDraft {
        if let token = last(.bearer) { return AuthDraft(.bearer, fields: ["token": token]) }
        if has(.negotiate) { return AuthDraft(.negotiate) }
        let stated = last(.user)?.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let parts = stated ?? userOfURL else { return AuthDraft() }
        let (name, password) = (parts[0], parts.count > 1 ? parts[1] : "")
        if let signature = last(.signature) { return Self.signature(signature, name, password) }
        let kind: AuthDraft.Kind = has(.digest) ? .digest : has(.ntlm) ? .ntlm : .basic
        var auth = AuthDraft(kind)
        auth["username"] = name
        auth["password"] = password
        return auth
    }

    /// `provider1[:provider2[:region[:service]]]`.
    private static func signature(_ text: String, _ key: String, _ secret: String) -> AuthDraft {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        var auth = AuthDraft(.awsSignature)
        auth["accessKey"] = key
        auth["secretKey"] = secret
        auth["region"] = parts.count > 2 ? parts[2] : ""
        auth["service"] = parts.count > 3 ? parts[3] : ""
        return auth
    }

    /// curl follows redirects only with an option.
    private var requestOptions: RequestOptions {
        var result = RequestOptions()
        if !has(.location) { result.redirects.follow = false }
        for setting in CurlSetting.all { setting.put(all([.setting(setting.word)]).map(\.value), in: &result) }
        if let user = last(.proxyUser), let proxy = result.proxy, !proxy.isEmpty { result.proxy = Self.proxy(proxy, user: user) }
        return result
    }

    /// A proxy's URL with credentials, `user:password`.
    private static func proxy(_ url: String, user: String) -> String {
        let parts = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { CurlBody.encoded(String($0)) }
        let scheme = url.firstRange(of: "://").map { String(url[..<$0.upperBound]) } ?? "http://"
        let place = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        return "\(scheme)\(parts.joined(separator: ":"))@\(place.lastIndex(of: "@").map { place[place.index(after: $0)...] } ?? place)"
    }

    /// `name=value`, or only a name.
    static func pair(_ text: some StringProtocol) -> Row {
        guard let sign = text.firstIndex(of: "=") else { return Row(String(text), isBare: true) }
        return Row(String(text[..<sign]), String(text[text.index(after: sign)...]))
    }
}

extension CurlReader {
    /// The options that together form a body.
    static let data: Set<CurlOption.Meaning> = [.data, .dataBinary, .dataRaw, .dataURLEncoded, .json]

    /// Takes what the command line says about itself.
    mutating func take(_ line: ShellCommand) {
        losses += [line.loss].compactMap(\.self)
        changes += line.changes
    }

    /// Replaces `@-` by the command's input: its text, or the file that it comes from.
    mutating func takeInput(_ input: ShellCommand.Input?) {
        for index in options.indices where options[index].value == "@-" {
            let meaning = options[index].meaning
            guard [.data, .dataBinary, .json].contains(meaning) else { continue }
            switch input {
            case .file(let path): options[index].value = "@" + path
            case .text(let text):
                options[index] = (meaning == .json ? .json : .dataRaw, meaning == .data ? text.filter { !$0.isNewline } : text)
            case nil:
                losses.append("the standard input of curl is not available")
                options[index] = (.dataRaw, "")
            }
        }
    }

    /// True if an automatic header of curl is removed: `Name:`.
    func takesAway(_ name: String) -> Bool {
        all([.header]).contains { option in
            option.value.last == ":" && option.value.dropLast().lowercased() == name
        }
    }
}
