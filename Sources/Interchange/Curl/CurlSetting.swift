import Platform
import Workspace

/// A curl option that is equivalent to one of our options, in both directions (curl(1)).
struct CurlSetting: Sendable {
    /// The option without its hyphens.
    let word: String
    let short: Character?
    /// The name of our option in files.
    let option: String
    /// The value of an option without an argument; nil if an argument follows it.
    var impliedValue: String?
    /// True if each occurrence adds a value.
    var isList = false
    /// Converts curl's text to ours; nil if a request cannot contain it.
    var read: @Sendable (String) -> String? = { $0 }
    /// Converts our text to curl's; nil if no option is needed.
    var write: @Sendable (String) -> String? = { $0 }

    init(_ word: String, _ short: Character? = nil, _ option: String) {
        self.word = word
        self.short = short
        self.option = option
    }

    private init(_ word: String, _ short: Character? = nil, _ option: String, says said: String) {
        self.init(word, short, option)
        self.impliedValue = said
        write = { $0 == said ? "" : nil }
    }

    /// Settings in the order of writing; if several set the same option, the last wins.
    static let all = times + redirects + tls + proxies + network + limits

    /// The settings by word.
    static let long = Dictionary(grouping: all, by: \.word)

    /// True if a request can contain the value of the word.
    static func isRepresentable(_ value: String, by word: String) -> Bool {
        (long[word] ?? []).allSatisfy { setting in
            var scratch = RequestOptions()
            guard let text = setting.impliedValue ?? setting.read(value) else { return false }
            return RequestOption.named(setting.option)?.setText(text, in: &scratch) == nil
        }
    }

    /// Applies the values of the word to the options. Words of a list add to those of others.
    func apply(_ values: [String], in options: inout RequestOptions) {
        let texts = values.compactMap { impliedValue ?? read($0) }
        guard let last = texts.last, !last.isEmpty, let option = RequestOption.named(option) else { return }
        _ = option.setText(isList ? ([option.text(in: options)] + texts).joined(separator: " ") : last, in: &options)
    }

    /// The curl options for the set options, given as texts by name, each with its value.
    static func words(for options: [String: String]) -> [(word: String, value: String?)] {
        let options = withConstantDelay(options)
        var words: [(word: String, value: String?)] = []
        for setting in all where !words.contains(where: { $0.word == setting.word }) {
            let text = options[setting.option] ?? ""
            guard !text.isEmpty else { continue }
            for part in setting.isList ? text.split(separator: " ").map(String.init) : [text] {
                if let value = setting.write(part) { words.append((setting.word, setting.impliedValue == nil ? value : nil)) }
            }
        }
        return words
    }

    /// The options with the delay of retries only if it is constant, as that of curl's option is.
    private static func withConstantDelay(_ options: [String: String]) -> [String: String] {
        var options = options
        options["retry.delay"] = options["retry.backoff"] == "constant" ? options["retry.delay"] ?? "1" : nil
        return options
    }
}

extension CurlSetting {
    private static let times = [
        CurlSetting("max-time", "m", "timeout").zeroIsNone, CurlSetting("connect-timeout", "connectTimeout").zeroIsNone,
        // curl's option also needs `--speed-limit 1`: less than one byte per second. Without a time, curl waits for 30 seconds.
        CurlSetting("speed-limit", "Y", "idleTimeout").reading { $0 == "1" ? "30" : nil }.unwritten,
        CurlSetting("speed-time", "y", "idleTimeout").zeroIsNone
            .writing { Double($0).map { String(Int($0.rounded(.up))) } },
        CurlSetting("retry", "retry.attempts").reading { Int($0).map { String($0 &+ 1) } }
            .writing { Int($0).flatMap { $0 > 1 ? String($0 - 1) : nil } },
        CurlSetting("retry-max-time", "retry.maxTime").zeroIsNone.writing { Double($0).map { String(Int(min($0, 1e9).rounded(.up))) } },
        // Zero is curl's own delay, which it doubles. Before 8.16, curl takes whole seconds.
        CurlSetting("retry-delay", "retry.backoff").reading { Double($0).map { $0 > 0 ? "constant" : "" } }.unwritten,
        CurlSetting("retry-delay", "retry.delay").zeroIsNone.writing { text in
            Double(text).map { String(Int(min($0, 1e9).rounded(.up))) } ?? text
        },
    ]

    private static let redirects =
        // -1 means no limit in curl.
        [CurlSetting("max-redirs", "redirects.limit").reading { $0 == "-1" ? "" : $0 }]
        + ["301", "302", "303"].map { CurlSetting("post\($0)", "redirects.keepMethod", says: $0).listing }

    private static let tls =
        [CurlSetting("insecure", "k", "tls.verify", says: "no")]
        + ["1.0", "1.1", "1.2", "1.3"].map { CurlSetting("tlsv\($0)", "tls.minimum", says: $0) } + [
            CurlSetting("cacert", "tls.authorities"),
            CurlSetting("cert", "E", "tls.certificate").reading { certificate($0).path }.writing {
                $0.escapingWithBackslash("\\:")
            },
            CurlSetting("cert", "E", "tls.passphrase").reading { certificate($0).passphrase }.unwritten,
            CurlSetting("key", "tls.key"), CurlSetting("pass", "tls.passphrase"),
            CurlSetting("pinnedpubkey", "tls.pinnedKeys").writing { $0.replacing(" ", with: ";") },
        ]

    /// A path, optionally with a passphrase after a colon; colons and backslashes in the path are escaped by a backslash (curl(1),
    /// `--cert`).
    private static func certificate(_ text: String) -> (path: String, passphrase: String) {
        // A variable may contain a colon.
        guard !text.contains("{{") else { return (text, "") }
        var path = ""
        var rest = text[...]
        while let character = rest.popFirst() {
            if character == ":" { return (path, String(rest)) }
            if character == "\\", let next = rest.first, "\\:".contains(next) {
                path.append(next)
                rest.removeFirst()
            } else {
                path.append(character)
            }
        }
        return (path, "")
    }

    private static let proxies =
        ["socks4", "socks4a", "socks5"].map { kind in CurlSetting(kind, "proxy").reading { "\(kind)://\($0)" }.unwritten } + [
            CurlSetting("socks5-hostname", "proxy").reading { "socks5h://\($0)" }.unwritten,
            CurlSetting("proxy1.0", "proxy").unwritten,
            CurlSetting("proxy", "x", "proxy").reading { $0.isEmpty ? "none" : $0 }.writing { $0 == "none" ? "" : $0 },
            CurlSetting("noproxy", "noProxy").writing { $0.replacing(" ", with: ",") },
            CurlSetting("proxytunnel", "p", "proxyTunnel", says: "yes"),
        ]

    private static let network =
        [("http1.0", "0" as Character?, "1.0"), ("http1.1", nil, "1.1"), ("http2", nil, "2"), ("http3", nil, "3")].map {
            CurlSetting($0, $1, "httpVersion", says: $2)
        } + [
            CurlSetting("http2-prior-knowledge", "httpVersion", says: "2-prior-knowledge"),
            // A plus allows the address to expire, and a minus removes one.
            CurlSetting("resolve", "network.resolve").listing.reading { $0.hasPrefix("+") ? String($0.dropFirst()) : $0 },
            CurlSetting("connect-to", "network.connectTo").listing, CurlSetting("unix-socket", "network.unixSocket"),
            CurlSetting("interface", "network.interface"), CurlSetting("ipv4", "4", "network.addressFamily", says: "ipv4"),
            CurlSetting("ipv6", "6", "network.addressFamily", says: "ipv6"),
        ]

    private static let limits = [
        CurlSetting("limit-rate", "limits.receivedBytesPerSecond").zeroIsNone,
        CurlSetting("limit-rate", "limits.sentBytesPerSecond").zeroIsNone, CurlSetting("max-filesize", "limits.bodyByteCount").zeroIsNone,
    ]

    private init(_ word: String, _ option: String) { self.init(word, nil, option) }
    private init(_ word: String, _ option: String, says said: String) { self.init(word, nil, option, says: said) }

    /// Zero means no limit.
    private var zeroIsNone: CurlSetting { reading { Double($0) == 0 ? "" : $0 } }
    private var unwritten: CurlSetting { writing { _ in nil } }

    private var listing: CurlSetting {
        var setting = self
        setting.isList = true
        return setting
    }

    private func reading(_ read: @escaping @Sendable (String) -> String?) -> CurlSetting {
        var setting = self
        setting.read = read
        return setting
    }

    private func writing(_ write: @escaping @Sendable (String) -> String?) -> CurlSetting {
        var setting = self
        setting.write = write
        return setting
    }
}
