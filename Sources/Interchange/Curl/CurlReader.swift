import HTTP
import Platform
import Workspace

/// Collects the options of a curl command.
struct CurlReader {
    var options: [(meaning: CurlOption.Meaning, value: String)] = []
    var urls: [String] = []
    var losses: [String] = []
    var changes: [String] = []
    /// The losses that concern only the output; they are among the losses of the request too.
    var omissions: [String] = []
    /// True if brackets in URLs are plain text: `--globoff`.
    var isVerbatim = false
    /// True if `--next` ended the options.
    private var isComplete = false
    /// The number of config files read so far.
    var configCount = 0
    /// The way in which the command is read.
    let reading: CommandReading
    /// True if no word contains a variable.
    var isLiteral = false
    let files: CommandFiles
    /// The text of the standard input, which `-T -` uploads.
    var input: String?
    /// The standard input of the command, which `-K -` reads.
    var standardInput: ShellCommand.Input?
    /// The standard input, where a part of a form sends it: `-F name=@-`.
    var formInput: ShellCommand.Input?
    /// The program of the command, and the meaning of its options.
    var program = "curl"
    var long = CurlOption.long
    var short = CurlOption.short

    init(_ reading: CommandReading = .pasted, _ files: @escaping CommandFiles = { _ in nil }) {
        self.reading = reading
        self.files = { files(LiteralBraces.removed($0)).map(LiteralBraces.marked) }
    }

    /// Reads the words up to `--next`, and removes them. Short options can be combined, and their value can follow directly (curl(1),
    /// “OPTIONS”).
    mutating func read(_ rest: inout ArraySlice<String>) throws(ImportError) {
        while !isComplete, let word = rest.popFirst() {
            if let text = removeConfig(word, &rest) {
                rest = configWords(text) + rest
            } else if word.hasPrefix("--"), word.count > 2 {
                try readLong(String(word.dropFirst(2)), &rest)
            } else if word == "--" {
                urls += rest
                rest = []
            } else if word.hasPrefix("-"), word.count > 1 {
                try readShort(word.dropFirst(), &rest)
            } else if !word.isEmpty {
                append(word: word)
            }
        }
    }

    private mutating func readLong(_ word: String, _ rest: inout ArraySlice<String>) throws(ImportError) {
        // In curl, no equals sign separates an option from its value.
        let name = reading == .exact && program == "curl" ? word[...] : word.prefix { $0 != "=" }
        guard let meaning = try meaning(of: String(name)) else { return }
        guard CurlOption.hasValue(meaning) else { return applyOption(meaning, "", "--\(name)") }
        if name.count < word.count { return applyOption(meaning, String(word.dropFirst(name.count + 1)), "--\(name)") }
        guard let value = rest.popFirst() else { throw ImportError("The \(program) command ends after --\(name), which needs a value.") }
        applyOption(meaning, value, "--\(name)")
    }

    /// The meaning of a long option, which may be abbreviated; nil for `--no-…`, which removes the option, and for an unknown one.
    mutating func meaning(of name: String) throws(ImportError) -> CurlOption.Meaning? {
        if let meaning = long[name] { return meaning }
        if program == "curl", name.hasPrefix("expand-") {
            let reason = "--\(name) inserts variables of curl, whose values are not read"
            guard reading == .pasted else { throw ImportError(reason + ": write the values.") }
            losses.append(reason)
            return try meaning(of: String(name.dropFirst("expand-".count)))
        }
        if name.hasPrefix("no-"), let meaning = long[String(name.dropFirst(3))], !CurlOption.hasValue(meaning) {
            if meaning == .verbatim { isVerbatim = false }
            options.removeAll { $0.meaning == meaning }
            return nil
        }
        let meanings = Set(long.filter { $0.key.hasPrefix(name) }.values)
        if meanings.count == 1 { return meanings.first }
        let problem = meanings.isEmpty ? "unknown" : "ambiguous"
        guard reading == .pasted else { throw ImportError("The option --\(name) of \(program) is \(problem).") }
        losses.append("--\(name) is \(problem)")
        return nil
    }

    private mutating func readShort(_ letters: Substring, _ rest: inout ArraySlice<String>) throws(ImportError) {
        var letters = letters
        while let letter = letters.popFirst() {
            guard let meaning = short[letter] else {
                guard reading == .pasted else { throw ImportError("The option -\(letter) of \(program) is unknown.") }
                losses.append("-\(letter) is unknown")
                continue
            }
            guard CurlOption.hasValue(meaning) else {
                applyOption(meaning, "", "-\(letter)")
                continue
            }
            guard let value = letters.isEmpty ? rest.popFirst() : String(letters) else {
                throw ImportError("The \(program) command ends after -\(letter), which needs a value.")
            }
            return applyOption(meaning, value, "-\(letter)")
        }
    }

    /// Applies an option, or records that it is lost; `name` is its notation in the command.
    mutating func applyOption(_ meaning: CurlOption.Meaning, _ value: String, _ name: String) {
        switch meaning {
        case .verbatim: isVerbatim = true
        // Without a URL before it, curl continues with the same request.
        case .next: isComplete = !urls.isEmpty
        case .silent: return
        case .output(let word):
            if !CurlOption.quietOutputs.contains(word) { omit("\(name)\(value.isEmpty ? "" : " " + value) is omitted") }
            options.append((meaning, value))
        case .unsupported, .unsupportedValue: losses.append("\(name)\(value.isEmpty ? "" : " " + value) is omitted")
        case _ where !Self.isRepresentable(value, as: meaning): losses.append("\(name) \(value) is omitted")
        case .url: urls.append(value)
        case .trailerEncoding: options += [(.header, "Connection: TE"), (.header, "TE: gzip")]
        case .condition:
            // The last one counts.
            options.removeAll { $0.meaning == .condition }
            if let header = CurlDate.condition(value) { return options.append((.condition, header)) }
            losses.append("\(name) \(value) is omitted: it is not a date, and file times are not read")
        case .requestTarget where !value.hasPrefix("/") && value != "*":
            losses.append("\(name) \(value) is omitted: the target is the path of the URL")
        case .cookieJar: changes.append("\(name) \(value): the workspace keeps the cookies of responses")
        // The value is the number of bytes to skip; for `-`, curl uses the size of its output file.
        case .resume where Int(value) == nil && value != "-": losses.append("\(name) \(value) is omitted")
        case .resume where value == "0": options.removeAll { $0.meaning == .resume }
        default: options.append((meaning, value))
        }
    }

    /// Records an option of the output as lost, which a program that prints the response may not lose.
    private mutating func omit(_ loss: String) {
        losses.append(loss)
        omissions.append(loss)
    }

    /// False for values that a request cannot contain, such as numbers beyond its limits.
    private static func isRepresentable(_ value: String, as meaning: CurlOption.Meaning) -> Bool {
        if case .setting(let word) = meaning { CurlSetting.isRepresentable(value, by: word) } else { true }
    }

    func has(_ meaning: CurlOption.Meaning) -> Bool { options.contains { $0.meaning == meaning } }
    func last(_ meaning: CurlOption.Meaning) -> String? { options.last { $0.meaning == meaning }?.value }
    func all(_ meanings: Set<CurlOption.Meaning>) -> [(meaning: CurlOption.Meaning, value: String)] {
        options.filter { meanings.contains($0.meaning) }
    }
}

extension CurlReader {
    /// The request to a URL, without the losses of the whole command.
    func request(to target: Target) throws(ImportError) -> ImportedRequest {
        var imported = ImportedRequest(draft: RequestDraft(), output: target.output)
        if reading == .pasted, isPattern(target.url) {
            imported.changes.append("curl would expand \(target.url) to several URLs; it is sent unchanged")
        }
        let written = withScheme(target.url)
        let url =
            last(.requestTarget).map { Self.replacingTarget(of: written, by: $0) }
            ?? (program == "curl" && has(.pathAsIs) ? written : Self.withoutDots(written))
        (imported.draft.url, imported.draft.query) = Self.isBeyondRows(url) ? (url, []) : URLParts.split(url)
        let user = removeUser(from: &imported.draft.url)
        imported.draft.url = PathParameters.escaped(Self.withFileName(imported.draft.url, of: target.upload))
        imported.draft.headers = headers(for: url)
        imported.draft.auth = auth(login(user, for: url, &imported.losses), &imported)
        imported.draft.options = requestOptions
        try CurlBody(reader: self, upload: target.upload).insert(into: &imported)
        try insertRange(into: &imported)
        let isReplaced = reading == .exact && has(.get) && !all(Self.data).isEmpty
        if isReplaced { imported.losses += all([.query]).map { "--url-query \($0.value) is omitted: curl ignores it with -G and data" } }
        for (_, text) in isReplaced ? [] : all([.query]) {
            // A plus marks a text that is escaped already.
            append(data: text.hasPrefix("+") ? String(text.dropFirst()) : CurlBody.escaped(text), to: &imported.draft)
        }
        imported.draft.method = last(.method) ?? method(imported.draft, target)
        noteRedirects(in: &imported)
        return imported
    }

    /// Adds data to the query, where curl writes the digits of escapes in lower case.
    func append(data text: String, to draft: inout RequestDraft) {
        // The target of `--request-target` is not changed.
        guard last(.requestTarget) == nil else { return }
        let isExact = reading == .exact && program == "curl"
        Self.append(query: isExact ? text.replacing(/%[0-9A-Fa-f]{2}/) { $0.0.lowercased() } : text, to: &draft)
    }

    /// Adds items to the query, in the URL if rows cannot express them.
    private static func append(query text: String, to draft: inout RequestDraft) {
        guard !text.isEmpty || draft.url.contains("?") || !draft.query.isEmpty else { return }
        let isInURL = draft.url.contains("?")
        guard isInURL || isBeyondRows("?" + text) else {
            // curl adds no separator after one at the end.
            if let last = draft.query.last, last.isBare, last.name.isEmpty { draft.query.removeLast() }
            return draft.query += URLParts.split("?" + text).query
        }
        let fragment = draft.url.firstIndex(of: "#") ?? draft.url.endIndex
        let query = draft.query.map { $0.isBare ? $0.name : "\($0.name)=\($0.value)" } + [text]
        let front = draft.url[..<fragment]
        let sign = isInURL ? front.hasSuffix("&") || front.hasSuffix("?") ? "" : "&" : "?"
        draft.url.insert(contentsOf: sign + query.joined(separator: "&"), at: fragment)
        draft.query = []
    }

    /// True if the query is empty, has an item `=` or a percent sign that begins no escape: rows express none of them.
    private static func isBeyondRows(_ url: String) -> Bool {
        guard let mark = url.firstIndex(of: "?") else { return false }
        let query = url[url.index(after: mark)...].prefix { $0 != "#" }
        return query.isEmpty || query.contains(/%(?![0-9A-Fa-f]{2})/) || query.split(separator: "&").contains("=")
    }

    private func method(_ draft: RequestDraft, _ target: Target) -> String {
        if has(.head) { return "HEAD" }
        if has(.get), draft.body.kind != .multipart { return "GET" }
        if target.upload != nil { return "PUT" }
        return draft.body.kind == .none && all(Self.data).isEmpty ? "GET" : "POST"
    }

    /// The URL with another path and query.
    private static func replacingTarget(of url: String, by target: String) -> String {
        let authority = url.withoutScheme
        return url[..<(authority.firstIndex { "/?#".contains($0) } ?? url.endIndex)] + target
    }

    private func headers(for url: String) -> [Row] {
        var rows: [Row] = []
        var cookies = cookies(for: url)
        for option in options {
            switch option.meaning {
            case .header: if let row = Self.header(option.value) { rows.append(row) }
            // A given header replaces curl's own, and the last one wins.
            case .userAgent where !hasHeader("user-agent"): Self.set("User-Agent", option.value, in: &rows)
            case .referer where !hasHeader("referer"):
                // “;auto” asks for the address that redirected.
                let address = option.value.hasSuffix(";auto") ? String(option.value.dropLast(5)) : option.value
                if !address.isEmpty { Self.set("Referer", address, in: &rows) }
            case .cookie where !cookies.isEmpty, .cookieFile where !cookies.isEmpty:
                rows.append(Row("Cookie", cookies))
                cookies = ""
            case .condition: if let row = Self.header(option.value), !hasHeader(row.name.lowercased()) { rows.append(row) }
            default: break
            }
        }
        return rows
    }

    /// True if curl expands it to several URLs.
    private func isPattern(_ url: String) -> Bool { !isVerbatim && program == "curl" && CurlPattern(url).isSeveral }

    /// curl uses plain HTTP by default.
    private func withScheme(_ url: String) -> String {
        // A backslash escapes brackets, which would be a pattern.
        let isEscaped = reading == .pasted && !isVerbatim
        let url = isEscaped ? ["{", "}", "[", "]"].reduce(url) { $0.replacing("\\" + $1, with: $1) } : url
        // curl takes one to three slashes.
        let slashes = program == "curl" ? url.prefixMatch(of: /(https?:)(\/\/\/|\/(?!\/))(?!\/)/.ignoresCase()) : nil
        if let slashes { return slashes.output.1 + "//" + url[slashes.range.upperBound...] }
        return url.contains("://") || url.hasPrefix("{{") ? url : "http://" + url
    }

    func hasHeader(_ name: String) -> Bool {
        all([.header]).contains { Self.header($0.value)?.name.lowercased() == name }
    }

    /// curl appends an uploaded file's name to a URL without a file name.
    private static func withFileName(_ url: String, of path: String?) -> String {
        guard let name = path?.split(separator: "/").last, name != "-", name != "." else { return url }
        let hasPath = url.firstRange(of: "://").map { url[$0.upperBound...].contains("/") } ?? true
        guard !hasPath || url.hasSuffix("/") else { return url }
        return url + (hasPath ? "" : "/") + URLParts.encoded(String(name))
    }

    /// Sets a header that curl adds; an empty one removes it.
    static func set(_ name: String, _ value: String, in rows: inout [Row]) {
        rows.removeAll { $0.name == name }
        rows.append(Row(name, value, isEnabled: !value.isEmpty))
    }

    /// The cookies of files and those on the command line, which are sent in one header. A given header replaces only the latter.
    private func cookies(for url: String) -> String {
        let stored = CurlCookieFile.cookies(all([.cookieFile]).map(\.value), for: url, isNewSession: has(.newSession))
        let given = hasHeader("cookie") ? "" : all([.cookie]).map(\.value).joined(separator: ";")
        return [stored, given].filter { !$0.isEmpty }.joined(separator: "; ")
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
    private func removeUser(from url: inout String) -> [String]? {
        guard let scheme = url.firstRange(of: "://") else { return nil }
        let authority = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
        guard let sign = authority.lastIndex(of: "@") else { return nil }
        // Only the first colon is a separator: others are escaped.
        let parts = authority[..<sign].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        url = String(url[..<scheme.upperBound]) + url[url.index(after: sign)...]
        return parts.map { String($0).percentDecoded() }
    }

    /// The name and the password from the command, a file of passwords or the URL.
    private func login(_ userOfURL: [String]?, for url: String, _ losses: inout [String]) -> [String]? {
        if let stated = last(.user) { return stated.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init) }
        let file = last(.netrcFile)
        guard has(.netrc) || file != nil || has(.netrcOptional), !has(.netrcOptional) || (userOfURL?.count ?? 0) < 2 else {
            return userOfURL
        }
        guard let text = file.flatMap(files) else {
            losses.append(
                file.map { "--netrc-file \($0) is omitted: it cannot be read" }
                    ?? "--netrc is omitted: the password file in the home folder is not read")
            return userOfURL
        }
        return NetrcFile.login(in: text, host: CurlCookieFile.host(of: url), user: userOfURL?.first) ?? userOfURL
    }

    private func auth(_ login: [String]?, _ imported: inout ImportedRequest) -> AuthDraft {
        // curl would ask first, and use what the server offers.
        let isOpen = has(.anyAuth) || has(.basic) && (has(.digest) || has(.ntlm))
        let hasLogin = last(.user) != nil && (has(.digest) || has(.ntlm))
        if let token = last(.bearer) {
            guard hasLogin else { return .bearer(token) }
            imported.losses.append("--oauth2-bearer is omitted: curl sends the token only to a server that asks for it")
        }
        if has(.negotiate) { return AuthDraft(.negotiate) }
        guard let parts = login else { return AuthDraft() }
        let (name, password) = (parts[0], parts.count > 1 ? parts[1] : "")
        if let signature = last(.signature) { return Self.signature(signature, name, password) }
        let kind: AuthDraft.Kind = has(.digest) || has(.anyAuth) ? .digest : has(.ntlm) ? .ntlm : .basic
        if isOpen { imported.changes.append("the authentication is \(kind.rawValue); curl would use one that the server offers") }
        var auth = AuthDraft(kind)
        auth["username"] = name
        auth["password"] = password
        return auth
    }

    /// Parses the value of `--aws-sigv4`: `provider1[:provider2[:region[:service]]]`.
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
        if has(.noCookies) { result.cookies = false }
        for setting in CurlSetting.all { setting.apply(all([.setting(setting.word)]).map(\.value), in: &result) }
        if let user = last(.proxyUser), let proxy = result.proxy, !proxy.isEmpty { result.proxy = Self.proxy(proxy, user: user) }
        return result
    }

    /// A proxy's URL with credentials, `user:password`.
    private static func proxy(_ url: String, user: String) -> String {
        let parts = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { URLParts.encoded(String($0)) }
        let scheme = url.firstRange(of: "://").map { String(url[..<$0.upperBound]) } ?? "http://"
        let place = url.withoutScheme
        return "\(scheme)\(parts.joined(separator: ":"))@\(place.lastIndex(of: "@").map { place[place.index(after: $0)...] } ?? place)"
    }
}

extension CurlReader {
    /// The options that together form a body.
    static let data: Set<CurlOption.Meaning> = [.data, .dataBinary, .dataRaw, .dataURLEncoded, .json]

    /// Adds the losses and changes that were found when the command line was split into words.
    mutating func addProblems(_ line: ShellCommand) {
        losses += line.losses
        changes += line.changes
    }

    /// True if an automatic header of curl is removed: `Name:`.
    func removesHeader(_ name: String) -> Bool {
        all([.header]).contains { option in
            guard let colon = option.value.firstIndex(of: ":") else { return false }
            return option.value[..<colon].lowercased() == name && option.value[colon...].dropFirst().allSatisfy { $0 == " " || $0 == "\t" }
        }
    }
}
