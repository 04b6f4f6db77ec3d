import Workspace

/// The words of HTTPie and xh that begin with a hyphen (httpie.io/docs), and those that are left without them.
struct HTTPieOptions {
    /// The words that are no options, in order.
    private(set) var words: [String] = []
    private(set) var isForm = false
    /// Options that are not known, or whose value is missing.
    private(set) var unknown: [String] = []
    private var credentials: String?
    private var scheme = "basic"
    private var settings: [(option: String, text: String)] = []

    /// Options that only change the output, or are the default.
    private static let silent: Set<String> = [
        "-j", "--json", "-v", "--verbose", "-h", "--headers", "-b", "--body", "-q", "--quiet", "-S", "--stream", "-I", "--ignore-stdin",
        "--check-status",
    ]
    private static let silentValues: Set<String> = ["-p", "--print", "--pretty", "-s", "--style", "-o", "--output"]
    private static let valued = silentValues.union([
        "-a", "--auth", "-A", "--auth-type", "--verify", "--timeout", "--max-redirects", "--cert", "--cert-key",
    ])

    init(_ all: [String]) {
        var rest = all[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("-"), word.count > 1 else {
                words.append(word)
                continue
            }
            let name = word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : String(word.prefix(2))
            if Self.valued.contains(name) {
                let glued = word.dropFirst(name.count)
                let value = glued.isEmpty ? rest.popFirst() : String(glued.hasPrefix("=") ? glued.dropFirst() : glued)
                if let value { take(name, value) } else { unknown.append(word) }
            } else if word == "-f" || word == "--form" {
                isForm = true
            } else if word == "-F" || word == "--follow" {
                settings.append(("redirects.follow", "yes"))
            } else if !Self.silent.contains(word) {
                unknown.append(word)
            }
        }
    }

    private mutating func take(_ name: String, _ value: String) {
        switch name {
        case "-a", "--auth": credentials = value
        case "-A", "--auth-type": scheme = value
        case "--timeout": settings.append(("timeout", value))
        case "--max-redirects": settings.append(("redirects.limit", value))
        case "--cert": settings.append(("tls.certificate", value))
        case "--cert-key": settings.append(("tls.key", value))
        case "--verify":
            let word = ["no": "no", "false": "no", "yes": "yes", "true": "yes"][value.lowercased()]
            settings.append(word.map { ("tls.verify", $0) } ?? ("tls.authorities", value))
        default: break
        }
    }

    /// Puts what they say into a request.
    ///
    /// - Throws: a sentence that names the first that no request can say.
    func put(into draft: inout RequestDraft) throws(ImportError) {
        if let word = unknown.first { throw ImportError("“\(word)” is not known here: take it out, and set what it means on the tabs.") }
        for (name, text) in settings {
            if let problem = RequestOption.named(name)?.take(text, in: &draft.options) {
                throw ImportError("“\(text)” for \(name): expected \(problem).")
            }
        }
        guard let credentials else { return }
        let pair = credentials.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        switch scheme {
        case "bearer": draft.auth = AuthDraft(.bearer, fields: ["token": credentials])
        case "basic", "digest":
            draft.auth = AuthDraft(scheme == "basic" ? .basic : .digest)
            draft.auth["username"] = pair[0]
            draft.auth["password"] = pair.count > 1 ? pair[1] : ""
        default: throw ImportError("The authentication “\(scheme)” is not known here: expected basic, bearer or digest.")
        }
    }
}
