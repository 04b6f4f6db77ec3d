/// The basic URL parser (URL Standard section 4.4): one method for each state, each looking at one code point.
struct WebURLParser {
    enum State {
        case schemeStart, scheme, noScheme, specialRelativeOrAuthority, pathOrAuthority, relative, relativeSlash
        case specialAuthoritySlashes, specialAuthorityIgnoreSlashes, authority, host, hostname, port
        case file, fileSlash, fileHost, pathStart, path, opaquePath, query, fragment
    }

    /// What a state says after a code point.
    enum Step {
        case next
        /// Parsing ends, with the URL as it is.
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

    /// For setters: parses on from a state of an existing URL.
    init(_ text: String, changing url: WebURL, from state: State) {
        input = text.unicodeScalars.filter { !Self.isTabOrNewline($0) }
        self.url = url
        base = nil
        override = state
        self.state = state
    }

    /// Nil stands for the end.
    var current: Unicode.Scalar? { position < input.count ? input[position] : nil }
    var remaining: ArraySlice<Unicode.Scalar> { input.dropFirst(position + 1) }

    /// False for failure.
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

    /// Looks at the same code point again, in another state.
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
}
