import HTTP
import JSON
import Platform
import Workspace

/// The body from the data options of a curl command.
struct CurlBody {
    let reader: CurlReader
    /// The file that is uploaded to the URL.
    let upload: String?

    func insert(into imported: inout ImportedRequest) throws(ImportError) {
        let forms = reader.all([.form, .formString])
        let data = reader.all(CurlReader.data)
        if reader.reading == .exact { try checkKinds(forms, data) }
        if upload == "-", let text = reader.input {
            imported.draft.body = BodyDraft(kind: .text, text: text, contentType: BodyDraft.noContentType)
        } else if let path = upload {
            imported.draft.body = BodyDraft(kind: .file, file: path, fileContentType: BodyDraft.noContentType)
        } else if !forms.isEmpty {
            let parts = try CurlPart.all(forms.map { ($0.value, $0.meaning == .formString) }, reader)
            imported.draft.body = BodyDraft(kind: .multipart, parts: parts.map(\.part))
            imported.losses += parts.compactMap(\.loss)
            imported.changes += parts.compactMap(\.change)
            imported.losses += data.map { "\(Self.word($0.meaning)) \($0.value) is omitted: curl does not allow it with -F" }
            if noContentType != nil {
                imported.changes.append("curl would send Content-Type with a boundary but no type; here it is multipart/form-data")
            }
            // The body adds it, with its boundary.
            imported.draft.headers.removeAll { $0.isNamed("content-type") && $0.value.lowercased() == "multipart/form-data" }
        } else if data.count == 1, !reader.has(.get), Self.file(data[0].meaning, data[0].value) != nil, data[0].meaning != .dataURLEncoded {
            let type = noContentType ?? (data[0].meaning == .json ? "application/json" : Self.form)
            if data[0].meaning == .json { Self.add("Accept", to: &imported.draft) }
            imported.draft.body = BodyDraft(kind: .file, file: String(data[0].value.dropFirst()), fileContentType: type)
            if data[0].meaning == .data {
                imported.draft.body.fileLineBreaks = BodyDraft.noLineBreaks
                imported.losses.append("the line breaks of \(data[0].value) are removed, as by curl (Line breaks: keep sends them)")
            }
        } else {
            // A request cannot contain escaped files, or files together with text.
            let texts = data.filter { Self.file($0.meaning, $0.value) == nil }
            let files = data.filter { Self.file($0.meaning, $0.value) != nil }
            imported.losses += files.map { "\(Self.word($0.meaning)) \($0.value) is omitted" }
            if !texts.isEmpty { insert(texts, into: &imported.draft) }
        }
    }

    /// The file that curl reads the value of an option from, and the name before it; nil for a value without a file.
    static func file(_ meaning: CurlOption.Meaning, _ value: String) -> (label: Substring, path: String)? {
        switch meaning {
        case .data, .dataBinary, .json, .header: value.hasPrefix("@") ? ("", String(value.dropFirst())) : nil
        case .dataURLEncoded, .query:
            // A value that contains an equals sign is text.
            value.contains("=") || value.hasPrefix("+")
                ? nil : value.firstIndex(of: "@").map { (value[..<$0], String(value[$0...].dropFirst())) }
        case .cookie: value.contains("=") ? nil : ("", value)
        case .entityTag: ("", value)
        default: nil
        }
    }

    /// The text that a body sends; nil if it is not known.
    static func text(of body: BodyDraft, _ files: CommandFiles) -> String? {
        switch body.exportForm {
        case .text(let text, _, _)?: text
        case .rows(let rows)?:
            String(
                decoding: (try? FormBody(
                    rows.map { Row(LiteralBraces.removed($0.name), LiteralBraces.removed($0.value), isBare: $0.isBare).formItem }
                ).encode()) ?? [], as: UTF8.self)
        case .file(let path, _, let omitsLineBreaks)?:
            files(path).map { omitsLineBreaks ? $0.filter { !$0.isNewline && $0 != "\0" } : $0 }
        case nil, .query?, .parts?: nil
        }
    }

    /// Replaces the content of a body by a text with the same media type.
    static func replace(_ body: inout BodyDraft, by text: String) {
        let type =
            switch body.exportForm {
            case .text(_, .plain, let typed)?, .file(_, let typed, _)?: typed
            case .text?, .rows?: body.kind.entry.contentType(body) ?? ""
            case nil, .query?, .parts?: ""
            }
        body = BodyDraft(kind: .text, text: text, contentType: type)
    }

    /// The name of the option on the command line.
    static func word(_ meaning: CurlOption.Meaning) -> String {
        switch meaning {
        case .dataBinary: "--data-binary"
        case .dataRaw: "--data-raw"
        case .dataURLEncoded: "--data-urlencode"
        case .json: "--json"
        case .header: "--header"
        case .query: "--url-query"
        case .cookie: "--cookie"
        case .entityTag: "--etag-compare"
        default: "--data"
        }
    }

    private func insert(_ data: [(meaning: CurlOption.Meaning, value: String)], into draft: inout RequestDraft) {
        let isJSON = data.contains { $0.meaning == .json }
        if reader.has(.get) {
            if isJSON { for name in ["Content-Type", "Accept"] { Self.add(name, to: &draft) } }
            return reader.append(data: data.map(text).joined(separator: "&"), to: &draft)
        }
        // `--json` appends without `&`.
        let joined = data.dropFirst().reduce(text(data[0])) { $0 + ($1.meaning == .json ? "" : "&") + text($1) }
        if isJSON { Self.add("Accept", to: &draft) }
        let header = draft.headers.last { $0.isNamed("content-type") }?.value
        let type = header ?? noContentType ?? (isJSON ? "application/json" : Self.form)
        draft.body = body(joined, type)
        let own = [BodyDraft.Kind.json: "application/json", .xml: "application/xml", .form: Self.form][draft.body.kind]
        if own == type, !joined.isEmpty {
            // The body adds it.
            draft.headers.removeAll { $0.isNamed("content-type") && $0.value == type }
        } else if header == nil, own != nil || joined.isEmpty && noContentType == nil {
            draft.headers.append(Row("Content-Type", type))
        }
    }

    /// Adds a header of `--json`, unless the command has its own.
    private static func add(_ name: String, to draft: inout RequestDraft) {
        guard !draft.headers.contains(where: { $0.isNamed(name) }) else { return }
        draft.headers.append(Row(name, "application/json"))
    }

    /// Throws for options that curl does not allow together.
    private func checkKinds(
        _ forms: [(meaning: CurlOption.Meaning, value: String)], _ data: [(meaning: CurlOption.Meaning, value: String)]
    ) throws(ImportError) {
        if let form = forms.first(where: { !$0.value.contains("=") }) {
            throw ImportError("curl does not allow -F \(form.value): write name=value.")
        }
        var kinds = [(forms.isEmpty, "-F"), (upload == nil, "-T"), (!reader.has(.head), "-I")].filter { !$0.0 }.map(\.1)
        if let first = data.first, !reader.has(.get) { kinds.append(Self.word(first.meaning)) }
        guard kinds.count > 1 else { return }
        throw ImportError("curl does not allow \(kinds[1]) together with \(kinds[0]).")
    }

    /// The text in the encoding of RFC 2045, section 6.7, with lines of at most 76 characters, as curl breaks them.
    static func quotedPrintable(_ text: String) -> String {
        let (bytes, limit) = (Array(text.utf8), 76)
        let endsLine = { (place: Int) in place >= bytes.count || bytes[place...].starts(with: [13, 10]) }
        var (lines, line, place) = ([""], "", 0)
        while place < bytes.count {
            let byte = bytes[place]
            if byte == 13, endsLine(place) {
                lines[lines.count - 1] = line
                lines.append("")
                (line, place) = ("", place + 2)
                continue
            }
            let isPlain = [9, 32].contains(byte) ? !endsLine(place + 1) : (33...126).contains(byte) && byte != 61
            let digits = String(byte, radix: 16, uppercase: true)
            let next = isPlain ? String(Unicode.Scalar(byte)) : "=" + (byte < 16 ? "0" : "") + digits
            let length = line.count + next.count
            if length > limit || length == limit && !endsLine(place + 1) {
                lines[lines.count - 1] = line + "="
                lines.append("")
                line = ""
            }
            line += next
            place += 1
        }
        lines[lines.count - 1] = line
        return lines.joined(separator: "\r\n")
    }

    /// The content type “none” for a body whose `Content-Type` the command removes; nil if it does not.
    private var noContentType: String? { reader.removesHeader("content-type") ? BodyDraft.noContentType : nil }

    private static let form = "application/x-www-form-urlencoded"

    private func body(_ text: String, _ type: String) -> BodyDraft {
        let name = type.prefix { $0 != ";" }.lowercased()
        if name.hasSuffix("json") { return BodyDraft(kind: .json, json: text) }
        if name.hasSuffix("xml") { return BodyDraft(kind: .xml, xml: text) }
        if name == Self.form {
            // Rows are escaped when they are sent, so they replace the text only if that gives the same text.
            let rows = FormText.rows(of: text.replacing(/%7[Bb]/, with: LiteralBraces.brace))
            let form = FormBody(FormText.rows(of: text).map(\.formItem))
            let isSame = (try? form.encode()).map { $0 == Array(text.utf8) } ?? false
            // Empty rows are not sent.
            let isWhole = !rows.contains { $0.name.isEmpty && $0.value.isEmpty }
            if text.contains("="), isWhole, isSame || text.contains("{{") && !text.contains(where: \.isNewline) && !text.hasPrefix("{\"") {
                return BodyDraft(kind: .form, form: rows)
            }
            if (try? JSONValue(parsing: LiteralBraces.removed(text))) != nil { return BodyDraft(kind: .json, json: text) }
        }
        return BodyDraft(kind: .text, text: text, contentType: type)
    }

    /// The text that `--data-urlencode` makes from `name=value`, `=value` and `value`; other data is unchanged, without line breaks if curl
    /// removes them.
    private func text(_ option: (meaning: CurlOption.Meaning, value: String)) -> String {
        option.meaning == .dataURLEncoded ? Self.escaped(option.value) : option.value
    }

    /// `name=value` with its value escaped; `=value` and `value` as a whole.
    static func escaped(_ text: String) -> String {
        let sign = text.firstIndex(of: "=")
        let name = sign.map { text[..<$0] } ?? ""
        let value = sign.map { text[$0...].dropFirst() } ?? text[...]
        return (name.isEmpty ? "" : "\(name)=") + URLParts.encoded(String(value)).replacing("%20", with: "+")
    }
}

extension CurlReader {
    /// Replaces `@-`, and `-` as an upload, by the command's input: its text, or the file that it comes from.
    mutating func replaceInput(_ input: ShellCommand.Input?) {
        // A dot uploads it as well.
        for index in options.indices where options[index].meaning == .upload && options[index].value == "." { options[index].value = "-" }
        let isInput = options.map { $0.value == ($0.meaning == .upload ? "-" : "@-") && Self.data.union([.upload]).contains($0.meaning) }
        let isFormInput = options.contains { $0.meaning == .form && CurlPart.readsInput($0.value) }
        guard isInput.contains(true) || isFormInput else { return }
        let given: ShellCommand.Input? = input ?? files("-").map { .text($0) }
        formInput = given
        if given == nil { losses.append("the standard input of curl is not available") }
        for index in options.indices where isInput[index] {
            let meaning = options[index].meaning
            switch given {
            case .file(let path): options[index].value = (meaning == .upload ? "" : "@") + path
            case .text(let text) where meaning == .upload: self.input = text
            case .text(let text): options[index] = Self.asText(meaning, text)
            case nil: options[index] = meaning == .upload ? (.silent, "") : (.dataRaw, "")
            }
        }
    }

    /// A data option with the text of its file.
    private static func asText(_ meaning: CurlOption.Meaning, _ text: String) -> (CurlOption.Meaning, String) {
        switch meaning {
        case .json: (.json, text.hasPrefix("@") ? LiteralBraces.start + text : text)
        case .dataURLEncoded: (.dataURLEncoded, "=" + text)
        case .data: (.dataRaw, text.filter { !$0.isNewline && $0 != "\0" })
        default: (.dataRaw, text)
        }
    }

    /// Replaces the names of files by their text, where a request cannot name them: beside other data, as headers and in the query.
    mutating func replaceFiles() {
        let isAlone = all(Self.data).count == 1 && !has(.get)
        var taken: [(meaning: CurlOption.Meaning, value: String)] = []
        for (meaning, value) in options {
            let name = CurlBody.file(meaning, value)
            let isWhole = isAlone && meaning != .dataURLEncoded && Self.data.contains(meaning)
            guard let name, !isWhole else {
                taken.append((meaning, value))
                continue
            }
            guard let text = files(name.path) else {
                if meaning == .cookie, name.path.isEmpty { continue }
                losses.append("\(CurlBody.word(meaning)) \(value) is omitted")
                // curl continues without the text.
                if reading == .exact, Self.data.contains(meaning) { taken.append((.dataRaw, "")) }
                continue
            }
            switch meaning {
            case .header: taken += text.split(whereSeparator: \.isNewline).map { (.header, String($0)) }
            case .cookie: taken.append((.cookieFile, text))
            case .entityTag: taken.append((.header, "If-None-Match: \(text.prefix { !$0.isNewline })"))
            case .query, .dataURLEncoded: taken.append((meaning, "\(name.label)=\(text)"))
            default: taken.append(Self.asText(meaning, text))
            }
        }
        options = taken
    }
}

extension CurlReader {
    private static let maxConfigs = 16

    /// The text of the file that an option names, whose lines are more options: `-K file`, `--config file`; nil for other words. The option is
    /// removed.
    mutating func removeConfig(_ word: String, _ rest: inout ArraySlice<String>) -> String? {
        guard program == "curl" else { return nil }
        let isLetter = word.hasPrefix("-K")
        guard isLetter || word == "--config" || word == "--conf",
            let path = isLetter && word.count > 2 ? String(word.dropFirst(2)) : rest.popFirst()
        else { return nil }
        configCount += 1
        if configCount <= Self.maxConfigs, let text = path == "-" ? inputText : files(path) { return text }
        losses.append("\(isLetter ? "-K" : "--config") \(path) is omitted")
        return ""
    }

    private var inputText: String? {
        switch standardInput {
        case .text(let text): text
        case .file(let path): files(path)
        case nil: files("-")
        }
    }

    /// True if an option of a config file has a value; nil for an unknown one, which curl passes over.
    private mutating func hasValue(_ name: String) -> Bool? {
        let meaning = name.hasPrefix("--") ? try? meaning(of: String(name.dropFirst(2))) : short[name.dropFirst().first ?? "-"]
        if meaning == nil { losses.append("\(name) is omitted: curl does not know it") }
        return meaning.map(CurlOption.hasValue)
    }

    /// The words of a config file (curl(1), `--config`): an option on each line, its value after white space, `=` or `:`, or in quotes.
    mutating func configWords(_ text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).flatMap { line -> [String] in
            let line = line.drop(while: \.isWhitespace)
            guard let first = line.first, first != "#" else { return [] }
            let isEnd = { (character: Character) in character.isWhitespace || first != "-" && "=:".contains(character) }
            let word = line.prefix { !isEnd($0) }
            let name = (first == "-" ? "" : "--") + word
            let value = line.dropFirst(word.count).drop(while: isEnd)
            guard let hasValue = hasValue(name) else { return [] }
            // A value may directly follow a one-letter option.
            let isWhole = !hasValue || !name.hasPrefix("--") && name.count > 2
            return isWhole ? [name] : [name, value.hasPrefix("\"") ? Self.quoted(value) : String(value.prefix { !$0.isWhitespace })]
        }
    }

    private static func quoted(_ text: Substring) -> String {
        let escapes: [Character: Character] = ["t": "\t", "n": "\n", "r": "\r", "v": "\u{B}"]
        var (value, rest) = ("", text.dropFirst())
        while let character = rest.popFirst(), character != "\"" {
            if character == "\\", let next = rest.popFirst() {
                value += next == "{" ? LiteralBraces.brace : String(escapes[next] ?? next)
            } else {
                value.append(character)
            }
        }
        return value
    }
}

extension CurlReader {
    /// Adds the header for a part of the resource: `Range` to a request without a body, `Content-Range` to one with a body, whose start
    /// `-C` skips. Multipart forms get neither.
    func insertRange(into imported: inout ImportedRequest) throws(ImportError) {
        let offset = last(.resume)
        guard let range = offset ?? last(.range) else { return }
        guard imported.draft.body.kind != .none, program == "curl" else {
            guard range != "-" else { return imported.losses.append(CurlReader.omittedResume) }
            if !hasHeader("range") { Self.set("Range", "bytes=" + range + (range.contains("-") ? "" : "-"), in: &imported.draft.headers) }
            return
        }
        let word = offset == nil ? "-r" : "-C"
        guard imported.draft.body.kind != .multipart, let text = CurlBody.text(of: imported.draft.body, files) else {
            return imported.losses.append("\(word) \(range) is omitted: the size of what is sent is not known")
        }
        let size = LiteralBraces.removed(text).utf8.count
        var sent = range + (range.contains("-") ? "" : "-")
        if let offset {
            let start = Int(offset) ?? 0
            // curl shortens data by this number of bytes, but still sends it from its first byte.
            let isData = reading == .exact && !all(Self.data).isEmpty
            let plain = LiteralBraces.removed(text).utf8
            guard start < size, let rest = String(isData ? plain.prefix(size - start) : plain.dropFirst(start)) else {
                guard reading == .pasted else { throw ImportError("curl cannot start at byte \(start) of \(size).") }
                return imported.losses.append("\(word) \(offset) is omitted: the text ends before byte \(start)")
            }
            if start > 0 { CurlBody.replace(&imported.draft.body, by: LiteralBraces.encoding(text) { _ in rest }) }
            sent = "\(start)-\(size - 1)"
        }
        if !hasHeader("content-range") { Self.set("Content-Range", "bytes \(sent)/\(size)", in: &imported.draft.headers) }
    }

    /// Reports parts that curl would send differently after a redirect.
    func noteRedirects(in imported: inout ImportedRequest) {
        guard has(.location), program == "curl" else { return }
        if last(.referer)?.hasSuffix(";auto") == true {
            imported.changes.append("after a redirect curl would name the first address in Referer")
        }
        guard reading == .exact, let method = last(.method), !["GET", "HEAD"].contains(method) else { return }
        if imported.draft.body.kind == .none {
            // Other methods than POST stay after 301 and 302 anyway.
            imported.draft.options.redirects.keepMethod = method == "POST" ? [301, 302, 303] : [303]
        } else if imported.draft.options.redirects.keepMethod != [301, 302, 303] {
            imported.changes.append("after a redirect curl would send \(method) again, without the body; here it may become GET")
        }
    }
}
