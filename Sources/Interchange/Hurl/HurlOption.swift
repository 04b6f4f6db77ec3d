extension HurlFile.Pair {
    private static let flags: Set<String> = [
        "compressed", "digest", "fail", "http1.0", "http1.1", "http2", "http3", "insecure", "ipv4", "ipv6", "location", "location-trusted",
        "negotiate", "netrc", "netrc-optional", "ntlm", "path-as-is", "skip", "verbose", "very-verbose",
    ]
    private static let texts: Set<String> = [
        "aws-sigv4", "cacert", "cert", "connect-to", "header", "key", "netrc-file", "output", "pinnedpubkey", "proxy", "resolve",
        "unix-socket",
        "user", "variable", "verbosity",
    ]
    private static let numbers: Set<String> = ["limit-rate", "max-redirs", "repeat", "retry"]
    private static let times: Set<String> = ["connect-timeout", "delay", "max-time", "retry-interval"]

    /// Refuses an option that is not known or has a value of another kind.
    func checkAsOption() throws(ImportError) {
        func refuse(_ message: String) -> ImportError { ImportError("\(message), found “\(value)”.", at: .line(line)) }
        let isTemplate = value.hasPrefix("{{")
        switch name {
        case _ where Self.flags.contains(name):
            guard isTemplate || ["true", "false"].contains(value) else { throw refuse("Expected true or false for \(name)") }
        case _ where Self.numbers.contains(name):
            guard isTemplate || (Int(value) ?? -2) >= -1 else { throw refuse("Expected a whole number from -1 for \(name)") }
        case _ where Self.times.contains(name):
            let unit = value.drop { $0.isNumber }
            guard isTemplate || (value.first?.isNumber == true && ["", "ms", "s", "m", "h"].contains(unit)) else {
                throw refuse("Expected a time such as 500ms or 2s for \(name)")
            }
        case _ where Self.texts.contains(name):
            guard !value.isEmpty else { throw refuse("Expected a value for \(name)") }
            guard name != "variable" || value.contains("=") else { throw refuse("Expected name=value for \(name)") }
        default: throw ImportError("The option “\(name)” is not known.", at: .line(line))
        }
    }
}
