import Platform

/// The basic URL parser (URL Standard section 4.4): one method for each state, which handles one code point.
struct WebURLParser {
    enum State {
        case schemeStart, scheme, noScheme, specialRelativeOrAuthority, pathOrAuthority, relative, relativeSlash
        case specialAuthoritySlashes, specialAuthorityIgnoreSlashes, authority, host, hostname, port
        case file, fileSlash, fileHost, pathStart, path, opaquePath, query, fragment
    }

    /// The result of a state for one code point.
    enum Step {
        case next
        /// Parsing ends with the URL as it is.
        case done
        case failure
    }

    var url: WebURL
    let base: WebURL?
    let override: State?
    var state: State
    let input: [Unicode.Scalar]
    var position = 0
    var buffer = ""
    var atSignSeen = false
    var insideBrackets = false
    var passwordTokenSeen = false

    init(_ text: String, base: WebURL?) {
        let isPadding: (Unicode.Scalar) -> Bool = { $0.value <= 0x20 }
        var scalars = text.unicodeScalars.drop(while: isPadding)
        while let last = scalars.last, isPadding(last) { scalars.removeLast() }
        input = scalars.filter { !Self.isTabOrNewline($0) }
        url = WebURL()
        self.base = base
        override = nil
        state = .schemeStart
    }

    /// Creates a parser for a setter, which continues in a state of an existing URL.
    init(_ text: String, changing url: WebURL, from state: State) {
        input = text.unicodeScalars.filter { !Self.isTabOrNewline($0) }
        self.url = url
        base = nil
        override = state
        self.state = state
    }

    /// The code point; nil at the end.
    var current: Unicode.Scalar? { position < input.count ? input[position] : nil }
    var remaining: ArraySlice<Unicode.Scalar> { input.dropFirst(position + 1) }

    /// Parses the input; false for failure.
    mutating func run() -> Bool {
        while position <= input.count {
            switch step() {
            case .next: position += 1
            case .done: return true
            case .failure: return false
            }
        }
        return true
    }

    private mutating func step() -> Step {
        switch state {
        case .schemeStart: schemeStart()
        case .scheme: scheme()
        case .noScheme: noScheme()
        case .specialRelativeOrAuthority: specialRelativeOrAuthority()
        case .pathOrAuthority: pathOrAuthority()
        case .relative: relative()
        case .relativeSlash: relativeSlash()
        case .specialAuthoritySlashes: specialAuthoritySlashes()
        case .specialAuthorityIgnoreSlashes: specialAuthorityIgnoreSlashes()
        case .authority: authority()
        case .host, .hostname: host()
        case .port: port()
        case .file: file()
        case .fileSlash: fileSlash()
        case .fileHost: fileHost()
        case .pathStart: pathStart()
        case .path: path()
        case .opaquePath: opaquePath()
        case .query: query()
        case .fragment: fragment()
        }
    }

    /// Handles the same code point again in another state.
    mutating func reconsume(_ state: State) -> Step {
        self.state = state
        position -= 1
        return .next
    }

    mutating func go(_ state: State) -> Step {
        self.state = state
        return .next
    }

    static func isTabOrNewline(_ scalar: Unicode.Scalar) -> Bool { [0x09, 0x0A, 0x0D].contains(scalar.value) }

    // MARK: States before the authority

    mutating func schemeStart() -> Step {
        if let current, Self.isLetter(current) {
            buffer.unicodeScalars.append(Self.lowercased(current))
            return go(.scheme)
        }
        return override == nil ? reconsume(.noScheme) : .failure
    }

    mutating func scheme() -> Step {
        if let current, Self.isLetter(current) || Self.isDigit(current) || "+-.".unicodeScalars.contains(current) {
            buffer.unicodeScalars.append(Self.lowercased(current))
            return .next
        }
        if current == ":" { return override == nil ? schemeEnd() : changeScheme() }
        guard override == nil else { return .failure }
        buffer = ""
        position = -1
        return go(.noScheme)
    }

    private mutating func changeScheme() -> Step {
        let isSpecial = WebURL.defaultPorts.keys.contains(buffer)
        guard isSpecial == url.isSpecial, !(buffer == "file" && (url.hasCredentials || url.portNumber != nil)),
            !(url.schemeName == "file" && (url.hostText ?? "").isEmpty)
        else { return .done }
        url.schemeName = buffer
        if let port = WebURL.defaultPorts[buffer], port == url.portNumber { url.portNumber = nil }
        return .done
    }

    private mutating func schemeEnd() -> Step {
        url.schemeName = buffer
        buffer = ""
        if url.schemeName == "file" { return go(.file) }
        if url.isSpecial { return go(base?.schemeName == url.schemeName ? .specialRelativeOrAuthority : .specialAuthoritySlashes) }
        if remaining.first == "/" {
            position += 1
            return go(.pathOrAuthority)
        }
        url.pathParts = .opaque("")
        return go(.opaquePath)
    }

    mutating func noScheme() -> Step {
        guard let base, !(base.hasOpaquePath && current != "#") else { return .failure }
        if base.hasOpaquePath {
            url = base
            url.fragmentText = ""
            return go(.fragment)
        }
        return reconsume(base.schemeName == "file" ? .file : .relative)
    }

    mutating func specialRelativeOrAuthority() -> Step {
        guard current == "/", remaining.first == "/" else { return reconsume(.relative) }
        position += 1
        return go(.specialAuthorityIgnoreSlashes)
    }

    mutating func pathOrAuthority() -> Step { current == "/" ? go(.authority) : reconsume(.path) }

    mutating func relative() -> Step {
        // Only entered with a base: see `noScheme` and `schemeEnd`.
        guard let base else { return .failure }
        url.schemeName = base.schemeName
        if current == "/" || (url.isSpecial && current == "\\") { return go(.relativeSlash) }
        let scheme = url.schemeName
        url = base
        url.schemeName = scheme
        url.fragmentText = nil
        return afterBasePath()
    }

    /// Continues after the path of the base, which what follows extends or replaces.
    private mutating func afterBasePath() -> Step {
        if let step = queryOrFragment() { return step }
        if current == nil { return .next }
        url.queryText = nil
        url.shortenPath()
        return reconsume(.path)
    }

    mutating func relativeSlash() -> Step {
        if url.isSpecial, current == "/" || current == "\\" { return go(.specialAuthorityIgnoreSlashes) }
        if current == "/" { return go(.authority) }
        if let base {
            url.usernameText = base.usernameText
            url.passwordText = base.passwordText
            url.hostText = base.hostText
            url.portNumber = base.portNumber
        }
        return reconsume(.path)
    }

    mutating func specialAuthoritySlashes() -> Step {
        guard current == "/", remaining.first == "/" else { return reconsume(.specialAuthorityIgnoreSlashes) }
        position += 1
        return go(.specialAuthorityIgnoreSlashes)
    }

    mutating func specialAuthorityIgnoreSlashes() -> Step {
        current == "/" || current == "\\" ? .next : reconsume(.authority)
    }

    static func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar.isASCII && ASCII.isLetter(UInt8(scalar.value)) }
    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.isASCII && ASCII.isDigit(UInt8(scalar.value)) }

    static func lowercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        scalar.isASCII ? Unicode.Scalar(ASCII.lowercased(UInt8(scalar.value))) : scalar
    }
}

/// The bytes that each part of a URL keeps (the complements of the percent-encode sets in URL Standard section 1.3).
extension ASCIISet {
    static let printable = ASCIISet { (0x20...0x7E).contains($0) }
    static let urlFragment = printable(without: " \"<>`")
    static let urlQuery = printable(without: " \"#<>")
    static let urlSpecialQuery = printable(without: " \"#<>'")
    static let urlPath = printable(without: " \"#<>?^`{}")
    static let urlUserInfo = printable(without: " \"#<>?^`{}/:;=@[\\]|")

    private static func printable(without characters: String) -> ASCIISet {
        ASCIISet { printable.contains($0) && !characters.utf8.contains($0) }
    }
}
