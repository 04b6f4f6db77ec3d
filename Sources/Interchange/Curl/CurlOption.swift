import HTTP
import Platform
import Workspace

/// A word of curl's command line that begins with a hyphen (curl(1)).
enum CurlOption {
    enum Meaning: Hashable {
        case method, header, data, dataBinary, dataRaw, dataURLEncoded, json, form, formString, user, userAgent, referer, cookie, url,
            upload
        case password, proxyUser, bearer, signature, query, range, resume
        /// A file of options, a condition on the resource's time, a file with its entity tag, a target that replaces the URL's path.
        case config, condition, entityTag, requestTarget
        /// The text of a file of cookies, the file that curl writes them to, a file of passwords.
        case cookieFile, cookieJar, netrcFile
        /// A request option, named as in ``CurlSetting``.
        case setting(String)
        // Without a value.
        case get, head, formEscape, location, compressed, digest, ntlm, negotiate, basic, anyAuth, trailerEncoding, newSession, noCookies
        /// Passwords from a file, optionally only where the URL has none; POST after 303.
        case netrc, netrcOptional
        /// An option of the command line only, which can be ignored.
        case silent
        /// An option of the output, named by its long word.
        case output(String)
        /// Turns off patterns in URLs.
        case verbatim
        /// Begins the options of the next request.
        case next
        /// Keeps dots in the path of a URL.
        case pathAsIs
        /// A known option without an equivalent, without or with a value.
        case unsupported, unsupportedValue
    }

    static func hasValue(_ meaning: Meaning) -> Bool {
        switch meaning {
        case .get, .head, .formEscape, .location, .compressed, .digest, .ntlm, .negotiate, .basic, .anyAuth, .trailerEncoding, .newSession,
            .noCookies, .silent, .verbatim, .pathAsIs, .next, .netrc, .netrcOptional, .unsupported:
            false
        case .setting(let word): CurlSetting.long[word]?.first?.impliedValue == nil
        case .output(let word): outputsWithValue.contains(word)
        default: true
        }
    }

    static let long = CurlSetting.long.reduce(into: allWords) { $0[$1.key] = .setting($1.key) }

    static let short = CurlSetting.all.reduce(into: allLetters) { letters, setting in
        if let letter = setting.short { letters[letter] = .setting(setting.word) }
    }

    private static let allWords = [(silentWords, Meaning.silent), (lostWords, .unsupported), (lostWordsWithValue, .unsupportedValue)]
        .reduce(into: words.merging(outputs.map { ($0, Meaning.output($0)) }) { $1 }) { all, list in
            for word in list.0.split(separator: " ") { all[String(word)] = list.1 }
        }

    private static let allLetters = [("sSNqZ#", Meaning.silent), ("aBlMR123", .unsupported), ("hPQt", .unsupportedValue)]
        .reduce(into: letters) { all, list in
            for letter in list.0 { all[letter] = list.1 }
        }

    private static let words: [String: Meaning] = [
        "request": .method, "header": .header, "data": .data, "data-ascii": .data, "data-binary": .dataBinary, "data-raw": .dataRaw,
        "data-urlencode": .dataURLEncoded, "json": .json, "form": .form, "form-string": .formString, "user": .user,
        "user-agent": .userAgent, "referer": .referer, "cookie": .cookie, "url": .url, "upload-file": .upload,
        "continue-at": .resume, "oauth2-bearer": .bearer, "aws-sigv4": .signature, "url-query": .query, "range": .range,
        "proxy-user": .proxyUser, "config": .config, "time-cond": .condition, "etag-compare": .entityTag, "request-target": .requestTarget,
        "tr-encoding": .trailerEncoding, "junk-session-cookies": .newSession,
        "get": .get, "head": .head, "form-escape": .formEscape, "location": .location, "location-trusted": .location, "follow": .location,
        "compressed": .compressed, "globoff": .verbatim, "next": .next, "path-as-is": .pathAsIs, "digest": .digest, "ntlm": .ntlm,
        "negotiate": .negotiate, "basic": .basic, "anyauth": .anyAuth, "netrc": .netrc, "netrc-optional": .netrcOptional,
        "netrc-file": .netrcFile, "cookie-jar": .cookieJar,
    ]

    private static let letters: [Character: Meaning] = [
        "X": .method, "H": .header, "d": .data, "F": .form, "u": .user, "A": .userAgent, "e": .referer, "b": .cookie, "T": .upload,
        "G": .get, "g": .verbatim, "I": .head, "L": .location, "r": .range, "C": .resume, "U": .proxyUser, ":": .next,
        "K": .config, "z": .condition, "j": .newSession, "n": .netrc,
        "c": .cookieJar, "o": .output("output"), "O": .output("remote-name"), "J": .output("remote-header-name"),
        "w": .output("write-out"), "D": .output("dump-header"), "i": .output("include"), "v": .output("verbose"), "f": .output("fail"),
    ]

    /// Options of the output that are ignored without losing a part of the request.
    static let quietOutputs: Set = [
        "include", "show-headers", "verbose", "fail", "fail-with-body", "no-clobber", "server-response", "save-headers", "content-on-error",
    ]
    /// The other options of the output without a value.
    private static let outputFlags: Set = [
        "remote-name", "remote-name-all", "remote-header-name", "create-dirs", "out-null", "skip-existing",
    ]
    private static let outputsWithValue: Set = [
        "output", "output-dir", "write-out", "dump-header", "trace", "trace-ascii", "stderr", "etag-save", "libcurl", "output-document",
        "output-file", "directory-prefix",
    ]
    /// The options of curl's output; those of Wget are among its own words.
    private static let outputs = quietOutputs.union(outputFlags).union(outputsWithValue).subtracting([
        "server-response", "save-headers", "content-on-error", "output-document", "output-file", "directory-prefix",
    ])
}

// The other options of curl. They must be known, so that their values are not taken for URLs (curl(1) of 8.17).
extension CurlOption {
    /// Options of the command line only.
    static let silentWords = """
        silent show-error fail-early no-progress-meter progress-meter progress-bar no-buffer buffer styled-output trace-time trace-ids \
        suppress-connect-headers parallel parallel-immediate disable retry-connrefused keepalive sessionid tcp-nodelay tcp-fastopen false-start clobber \
        disallow-username-in-url
        """

    /// Ignored options without a value.
    static let lostWords = """
        remote-time retry-all-errors \
        append cert-status compressed-ssh crlf disable-eprt disable-epsv doh-cert-status \
        doh-insecure ftp-create-dirs ftp-pasv ftp-pret ftp-skip-pasv-ip ftp-ssl-ccc ftp-ssl-control \
        haproxy-protocol http0.9 http3-only ignore-content-length list-only mail-rcpt-allowfails manual \
        metalink alpn no-alpn npn no-npn ntlm-wb proxy-anyauth proxy-basic proxy-digest proxy-insecure proxy-negotiate \
        proxy-ntlm proxy-ssl-allow-beast proxy-ssl-auto-client-cert proxy-tlsv1 raw remove-on-error sasl-ir socks5-basic \
        socks5-gssapi socks5-gssapi-nec ssl ssl-allow-beast ssl-auto-client-cert ssl-no-revoke ssl-reqd ssl-revoke-best-effort \
        sslv2 sslv3 tftp-no-options tlsv1 use-ascii version xattr ca-native proxy-ca-native dump-ca-embed mptcp \
        proxy-http2 tls-earlydata
        """

    /// Ignored options with a value.
    static let lostWordsWithValue = """
        trace-config \
        proto proto-default proto-redir ciphers tls13-ciphers curves sigalgs cert-type key-type preproxy abstract-unix-socket \
        alt-svc capath create-file-mode crlfile delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url ech \
        egd-file engine expect100-timeout ftp-account ftp-alternative-to-user ftp-method ftp-port ftp-ssl-ccc-mode \
        haproxy-clientip happy-eyeballs-timeout-ms help hostpubmd5 hostpubsha256 hsts ip-tos ipfs-gateway keepalive-cnt \
        keepalive-time knownhosts krb local-port login-options mail-auth mail-from mail-rcpt parallel-max \
        parallel-max-host proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header \
        proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype \
        proxy-tlspassword proxy-tlsuser pubkey quote random-file rate sasl-authzid service-name socks5-gssapi-service \
        ssl-sessions telnet-option tftp-blksize tls-max tlsauthtype tlspassword tlsuser upload-flags variable vlan-priority
        """
}

/// A part of a form in the notation of curl's `--form`: `name=value`, `name=@file;type=…;filename=…`, with quotes around values that
/// contain separators.
struct CurlPart {
    private(set) var part: BodyDraft.Part
    /// A property of the part that is omitted.
    private(set) var loss: String?
    /// A difference in the sent request.
    private(set) var change: String?
    /// The reason why curl refuses the part.
    private var refusal: String?
    /// The role in a group: between `name=(` and `=)`, parts are those of one part.
    private var bracket: Bracket?

    private enum Bracket { case opening, closing }

    /// The parts that options describe, those between brackets within one.
    static func all(_ options: [(value: String, isString: Bool)], _ reader: CurlReader) throws(ImportError) -> [CurlPart] {
        // The parts of each open bracket, after the part that opened it.
        var levels: [[CurlPart]] = [[]]
        let close = { (levels: inout [[CurlPart]]) in
            let group = levels.removeLast()
            levels[levels.count - 1] += group[0].holding(group.dropFirst(), reader)
        }
        for (value, isString) in options {
            for part in parts(value, isString: isString, reader) {
                if reader.reading == .exact, let refusal = part.refusal {
                    throw ImportError("curl does not allow -F \(value): \(refusal).")
                }
                switch part.bracket {
                case .opening: levels.append([part])
                case .closing where levels.count > 1: close(&levels)
                case .closing where reader.reading == .exact: throw ImportError("curl does not allow -F \(value) without -F 'name=('.")
                case .closing: continue
                case nil: levels[levels.count - 1].append(part)
                }
            }
        }
        while levels.count > 1 { close(&levels) }
        return levels[0].map { $0.described(reader) }
    }

    /// The part with other parts as its content; all of them as separate parts if one of their files cannot be read.
    private func holding(_ parts: some Collection<CurlPart>, _ reader: CurlReader) -> [CurlPart] {
        var group = self
        let type = part.contentType.isEmpty ? "multipart/mixed" : part.contentType
        let texts = parts.map { $0.text(in: type, reader) }
        guard !texts.contains(nil) else {
            var parts = Array(parts)
            if !parts.isEmpty { parts[0].loss = "the parts within “\(part.name)” are sent one after the other: a file cannot be read" }
            return parts
        }
        var number = 1
        while texts.contains(where: { $0?.contains("--part-\(number)") == true }) { number += 1 }
        group.part.contentType = "\(type); boundary=part-\(number)"
        group.part.value = texts.map { "--part-\(number)\r\n\($0 ?? "")\r\n" }.joined() + "--part-\(number)--\r\n"
        group.bracket = nil
        group.loss = parts.compactMap(\.loss).first
        return [group]
    }

    /// The headers and the content as another part holds them; nil if its file cannot be read.
    private func text(in type: String, _ reader: CurlReader) -> String? {
        guard let content = part.isFile ? reader.files(part.value) : part.value else { return nil }
        let attributes = attributes(reader)
        let isForm = type.hasPrefix("multipart/form-data")
        var lines = part.headers.split(whereSeparator: \.isNewline).map(String.init)
        if !part.contentType.isEmpty { lines.insert("Content-Type: \(part.contentType)", at: 0) }
        if !hasDisposition, isForm || !attributes.isEmpty {
            lines.insert("Content-Disposition: \(isForm ? "form-data" : "attachment")\(attributes)", at: 0)
        }
        return lines.map { $0 + "\r\n" }.joined() + "\r\n" + content
    }

    private var hasDisposition: Bool {
        part.headers.lowercased().split(whereSeparator: \.isNewline).contains { $0.hasPrefix("content-disposition:") }
    }

    /// The name and the file name as curl writes them.
    private func attributes(_ reader: CurlReader) -> String {
        let ownName = part.isFile ? part.value.lastPathComponent : ""
        return [("name", part.name), ("filename", part.fileName.isEmpty ? ownName : part.fileName)].map { word, text in
            let escaped = reader.has(.formEscape) ? text.escapingWithBackslash("\\\"") : MultipartPart.escape(text)
            return text.isEmpty ? "" : "; \(word)=\"\(escaped)\""
        }.joined()
    }

    /// The part with its own `Content-Disposition` if the usual one differs: without a name, or with `--form-escape`.
    private func described(_ reader: CurlReader) -> CurlPart {
        let isEscaped = reader.has(.formEscape) && (part.name + part.fileName + part.value).contains { "\\\"".contains($0) }
        guard !hasDisposition, part.name.isEmpty || isEscaped else { return self }
        var result = self
        let type = part.contentType.isEmpty ? [] : ["Content-Type: " + part.contentType]
        let lines = ["Content-Disposition: form-data" + attributes(reader)] + type + (part.headers.isEmpty ? [] : [part.headers])
        result.part.headers = lines.joined(separator: "\n")
        result.part.contentType = ""
        return result
    }

    /// The parts that the value of an option describes: one for each file, within one part if curl would send them so.
    ///
    /// - Parameter isString: true if the value is used literally.
    private static func parts(_ text: String, isString: Bool, _ reader: CurlReader) -> [CurlPart] {
        let row = Row(item: text)
        guard !isString, row.value.hasPrefix("@") else { return [CurlPart(text, isString: isString, reader)] }
        let files = pieces(of: row.value.dropFirst(), at: ",", keepsQuotes: true)
        var parts = files.map { CurlPart("\(row.name)=@\($0)", isString: false, reader) }
        if parts.count > 1, reader.reading == .exact {
            for index in parts.indices { parts[index].part.name = "" }
            let group = CurlPart("\(row.name)=", isString: true, reader).holding(parts, reader)
            if group.count == 1 { return group }
            for index in parts.indices { parts[index].part.name = row.name }
        }
        if parts.count > 1 { parts[0].change = "--form \(text) sends the files within one part; here each is a part of its own" }
        return parts
    }

    /// True for a part whose content is the standard input of the command.
    static func readsInput(_ text: String) -> Bool {
        let value = Row(item: text).value
        return ["@-", "<-"].contains(value.prefix { $0 != ";" })
    }

    /// - Parameter isString: true if the value is used literally.
    private init(_ text: String, isString: Bool, _ reader: CurlReader) {
        let row = Row(item: text)
        part = BodyDraft.Part(row.name, row.value)
        guard !isString else { return }
        part.isFile = row.value.hasPrefix("@") || row.value.hasPrefix("<")
        let content = (part.isFile ? row.value.dropFirst() : row.value[...]).drop { $0.isWhitespace }
        let words = Self.pieces(of: content, at: ";")
        // For curl, any text that begins with a bracket opens a group.
        let bracket = reader.reading == .exact && words[0].hasPrefix("(") ? "(" : words[0]
        self.bracket = part.isFile ? nil : bracket == "(" ? .opening : bracket == ")" ? .closing : nil
        var value = [words[0]]
        var encoder = ""
        for word in words.dropFirst() { addAttribute(word, of: text, &value, &encoder, reader) }
        part.value = value.joined(separator: ";")
        // Space around an unquoted value does not belong to it.
        while !content.hasPrefix("\""), part.value.last?.isWhitespace == true { part.value.removeLast() }
        if part.isFile, part.value == "-", let input = reader.formInput {
            useInput(input, isNamed: row.value.hasPrefix("@"), reader.files)
        } else if row.value.hasPrefix("<") {
            if let text = reader.files(part.value) {
                (part.value, part.isFile) = (text, false)
            } else {
                loss = "--form \(text) sends a file in place of its text"
            }
        }
        if part.contentType.isEmpty, reader.reading == .exact, self.bracket == nil, !part.headers.lowercased().contains("content-type:") {
            part.contentType = automaticType
        }
        encode(encoder, text, reader)
    }

    /// Takes an attribute of the part, or a piece of its value.
    private mutating func addAttribute(
        _ word: String, of text: String, _ value: inout [String], _ encoder: inout String, _ reader: CurlReader
    ) {
        let attribute = word.drop { $0 == " " }
        if attribute.hasPrefix("type=") {
            part.contentType = String(attribute.dropFirst(5))
            if part.contentType.prefixMatch(of: /[^\/ ]+\/[^;, \n]/) == nil { refusal = "the type has no slash" }
        } else if attribute.hasPrefix("filename=") {
            part.fileName = String(attribute.dropFirst(9))
        } else if attribute.hasPrefix("encoder=") {
            encoder = String(attribute.dropFirst(8))
        } else if attribute.hasPrefix("headers=") {
            let line = String(attribute.dropFirst(8))
            // curl reads the lines from a file after an at sign.
            let lines = line.hasPrefix("@") ? reader.files(String(line.dropFirst())).map(Self.headerLines) : line
            if let lines { addHeader(lines) } else { loss = "--form \(text) reads headers from a file" }
        } else if !part.contentType.isEmpty {
            // A parameter of the media type.
            part.contentType += ";" + word
        } else if reader.reading == .pasted {
            // curl ignores it.
            value.append(word)
        }
    }

    private mutating func addHeader(_ lines: String) { part.headers += (part.headers.isEmpty ? "" : "\n") + lines }

    /// The lines of a file of headers, without its comments.
    private static func headerLines(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace) }.joined(separator: "\n")
    }

    /// Encodes a text for its transfer (RFC 2045, section 6); files that cannot be read are sent unchanged.
    private mutating func encode(_ encoder: String, _ text: String, _ reader: CurlReader) {
        if ["base64", "quoted-printable"].contains(encoder), part.isFile, let content = reader.files(part.value) {
            if part.fileName.isEmpty { part.fileName = part.value.lastPathComponent }
            (part.value, part.isFile) = (content, false)
        }
        switch encoder {
        case "": return
        case "binary", "8bit", "7bit": break
        case "base64" where !part.isFile:
            part.value = LiteralBraces.encoding(part.value) { Data($0.utf8).base64EncodedString(options: .lineLength76Characters) }
        case "quoted-printable" where !part.isFile: part.value = LiteralBraces.encoding(part.value, CurlBody.quotedPrintable)
        default:
            refusal = ["base64", "quoted-printable"].contains(encoder) ? nil : "there is no encoder \(encoder)"
            return loss = "--form \(text) encodes the part, which is sent unchanged"
        }
        addHeader("Content-Transfer-Encoding: \(encoder)")
    }

    /// Makes the standard input of the command the content; curl gives its own name to a file.
    private mutating func useInput(_ input: ShellCommand.Input, isNamed: Bool, _ files: CommandFiles) {
        switch input {
        case .text(let text): (part.value, part.isFile) = (text, false)
        case .file(let path):
            let text = files(path)
            (part.value, part.isFile) = (text ?? path, text == nil)
        }
        if isNamed, part.fileName.isEmpty { part.fileName = "-" }
    }

    private static let types = [
        "gif": "image/gif", "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "svg": "image/svg+xml", "txt": "text/plain",
        "htm": "text/html", "html": "text/html", "pdf": "application/pdf", "xml": "application/xml",
    ]

    /// The type that curl gives to a part with a file name.
    private var automaticType: String {
        let names = part.isFile ? [part.fileName, part.value] : [part.fileName]
        let endings = names.compactMap { $0.lowercased().split(separator: ".", omittingEmptySubsequences: false).dropFirst().last }
        return endings.lazy.compactMap { Self.types[String($0)] }.first ?? (part.isFile ? "application/octet-stream" : "")
    }

    /// The pieces between separators. In quotes a separator is text, and a backslash escapes a quote or a backslash.
    private static func pieces(of text: Substring, at separator: Character, keepsQuotes: Bool = false) -> [String] {
        var words = [""]
        var isQuoted = false
        var rest = text
        while let character = rest.popFirst() {
            // Quotes begin at the start of a value: that of the part or of an attribute.
            let word = words[words.count - 1]
            let begins = word.isEmpty || (words.count > 1 || keepsQuotes) && word.hasSuffix("=")
            if isQuoted, character == "\\", let next = rest.first, "\\\"".contains(next) {
                words[words.count - 1] += keepsQuotes ? "\\\(next)" : "\(next)"
                rest.removeFirst()
            } else if character == "\"", isQuoted || begins && rest.contains("\"") {
                isQuoted.toggle()
                if keepsQuotes { words[words.count - 1].append(character) }
            } else if character == separator, !isQuoted {
                words.append("")
            } else {
                words[words.count - 1].append(character)
            }
        }
        return words
    }
}
