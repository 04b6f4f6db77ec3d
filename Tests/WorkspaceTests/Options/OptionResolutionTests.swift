import HTTP
import Testing

@testable import Workspace

/// The effects of options on a request.
@Suite struct OptionResolutionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: [(name: String, text: String)]
        let isThere: @Sendable (HTTPRequest) -> Bool

        init(_ text: (String, String)..., is isThere: @escaping @Sendable (HTTPRequest) -> Bool) {
            self.text = text.map { (name: $0.0, text: $0.1) }
            self.isThere = isThere
        }

        var testDescription: String { text.map { "\($0.name) \($0.text)" }.joined(separator: ", ") }
    }

    private static let pin = RequestOptionTests.samples["tls.pinnedKeys"]?.text.split(separator: " ").first.map(String.init) ?? ""

    private static let cases = [
        Case(("timeout", "2.5")) { $0.timeouts.total == .milliseconds(2500) }, Case(("timeout", "0")) { $0.timeouts.total == nil },
        Case(("connectTimeout", "5")) { $0.timeouts.connect == .seconds(5) },
        Case(("idleTimeout", "15")) { $0.timeouts.idle == .seconds(15) },
        Case(("redirects.follow", "no"), ("redirects.limit", "3")) { !$0.redirectPolicy.isFollowing && $0.redirectPolicy.limit == 3 },
        Case(("redirects.keepMethod", "303 301")) { $0.redirectPolicy.methodKeepingStatuses == [301, 303] },
        Case(("redirects.allowDowngrade", "yes")) { $0.redirectPolicy.allowsDowngrade },
        Case(("retry.attempts", "4")) { ($0.retryStrategy as? Backoff)?.statuses == Backoff.temporaryStatuses },
        Case(("retry.attempts", "1")) { $0.retryStrategy == nil },
        Case(("retry.attempts", "2"), ("retry.backoff", "immediate"), ("retry.statuses", "503")) {
            let backoff = $0.retryStrategy as? Backoff
            return backoff?.delay == .immediate && backoff?.statuses == [503] && backoff?.maxAttempts == 2 && backoff?.jitter == 0
        },
        Case(("retry.attempts", "2"), ("retry.delay", "0.25"), ("retry.factor", "3"), ("retry.maxDelay", "9"), ("retry.jitter", "50")) {
            let backoff = $0.retryStrategy as? Backoff
            return backoff?.delay == .exponential(first: .milliseconds(250), factor: 3, maximum: .seconds(9)) && backoff?.jitter == 0.5
        },
        Case(("retry.attempts", "2"), ("retry.backoff", "constant"), ("retry.delay", "3"), ("retry.factor", "3"), ("retry.anyMethod", "no"))
        {
            let backoff = $0.retryStrategy as? Backoff
            return backoff?.delay == .constant(.seconds(3)) && backoff?.repeatsAnyMethod == false
        },
        Case(("retry.attempts", "2"), ("retry.backoff", "immediate"), ("retry.delay", "3")) {
            ($0.retryStrategy as? Backoff)?.delay == .immediate
        },
        Case(("retry.attempts", "2"), ("retry.maxTime", "60"), ("retry.jitter", "0")) {
            ($0.retryStrategy as? Backoff)?.maxTime == .seconds(60)
        },
        Case(("retry.delay", "3")) { $0.retryStrategy == nil }, Case(("cache", "onlyStored")) { $0.cachePolicy == .onlyStored },
        Case(("codings", "gzip, zstd")) { $0.decompression == .codings(["gzip", "zstd"]) },
        Case(("codings", "gzip"), ("decompress", "no")) { $0.decompression == .none },
        Case(("throttle", "no")) { $0.throttle == .never },
        Case(("tls.verify", "no")) { !$0.serverTrust.isVerified }, Case(("tls.minimum", "1.3")) { $0.minimumTLSVersion == .tls13 },
        Case(("tls.authorities", "ca.pem")) { $0.certificateAuthoritiesPath == "/work/ca.pem" },
        Case(("tls.pinnedKeys", pin)) { $0.serverTrust.pinnedPublicKeys == [pin] },
        Case(("tls.certificate", "~/me.pem"), ("tls.key", "/me.key"), ("tls.passphrase", "p")) {
            $0.clientCertificate == HTTPClientCertificate(path: "/home/x/me.pem", keyPath: "/me.key", passphrase: "p")
        },
        Case(("proxy", "none")) { $0.proxy == .none },
        Case(("proxy", "p:3128"), ("noProxy", "a .b"), ("proxyTunnel", "yes")) {
            $0.proxy == .through(HTTPProxy(host: "p", port: 3128, exceptions: ["a", ".b"], tunnels: true))
        },
        Case(("proxy", "p:3128"), ("noProxy", "10.0.0.0/8 fd00::/8")) {
            $0.proxy == .through(HTTPProxy(host: "p", port: 3128, exceptions: ["10.0.0.0/8", "fd00::/8"]))
        },
        Case(("noProxy", "*")) { $0.proxy == .none }, Case(("noProxy", "a")) { $0.proxy == .environment },
        Case(("httpVersion", "2-prior-knowledge")) { $0.versionPreference == .http2PriorKnowledge },
        Case(("network.resolve", "h:443:1.2.3.4,[::1] [::2]:80:10.0.0.1")) {
            $0.addressOverrides == [
                HTTPAddressOverride(host: "h", port: 443, addresses: ["1.2.3.4", "::1"]),
                HTTPAddressOverride(host: "[::2]", port: 80, addresses: ["10.0.0.1"]),
            ]
        },
        Case(("network.connectTo", "h:443:[::1]:8443 ::j:")) {
            $0.connectOverrides == [
                HTTPConnectOverride(host: "h", port: 443, newHost: "[::1]", newPort: 8443), HTTPConnectOverride(newHost: "j"),
            ]
        },
        Case(("network.unixSocket", "run/x.sock")) { $0.unixSocketPath == "/work/run/x.sock" },
        Case(("network.interface", "lo")) { $0.networkInterface == "lo" },
        Case(("network.addressFamily", "ipv6")) { $0.addressFamily == .ipv6 },
        Case(("limits.sentBytesPerSecond", "64k"), ("limits.receivedBytesPerSecond", "1")) {
            $0.rateLimit == HTTPRateLimit(sentBytesPerSecond: 65536, receivedBytesPerSecond: 1)
        },
        Case(("limits.headerByteCount", "1000000000000")) { $0.responseLimits.headerByteCount == 16 << 20 },
        Case(("limits.headerByteCount", "500"), ("limits.bodyByteCount", "1000")) {
            $0.responseLimits == HTTPResponseLimits(headerByteCount: 500, bodyByteCount: 1000)
        },
        Case(("parsing", "lenient")) { $0.responseParsing == .lenient }, Case(("cookies", "no")) { !$0.usesCookies },
        Case(("decompress", "no")) { $0.decompression == .none }, Case(("deduplicate", "yes")) { $0.deduplicationIdentifier != nil },
        Case(("automaticHeaders", "no")) { $0.omittedAutomaticHeaders == ["user-agent", "accept"] },
        Case(("automaticHeaders", "yes")) { $0.omittedAutomaticHeaders == [] },
        Case(("deduplicate", "no")) { $0.deduplicationIdentifier == nil },
    ]

    private static func input(
        _ texts: [(name: String, text: String)], _ draft: RequestDraft = RequestDraft(url: "http://h/"), folders: [FolderDraft] = []
    ) throws -> ResolutionInput {
        var draft = draft
        for (name, text) in texts { #expect(RequestOption.named(name)?.setText(text, in: &draft.options) == nil, "\(name): \(text)") }
        return RequestResolverTests.input(draft, folders: folders)
    }

    @Test(arguments: cases) func optionsReachTheRequest(_ row: Case) throws {
        #expect(row.isThere(try RequestResolver.resolve(Self.input(row.text)).request))
        // By way of a folder too.
        var options = RequestOptions()
        for (name, text) in row.text { _ = RequestOption.named(name)?.setText(text, in: &options) }
        #expect(row.isThere(try RequestResolver.resolve(Self.input([], folders: [FolderDraft(options: options)])).request))
    }

    @Test func everyOptionOfARequestIsInTheTableAbove() {
        let named = Set(Self.cases.flatMap { $0.text.map(\.name) })
        // The environment is resolved, and the link for stored responses reads the options themselves.
        let others = Set(RequestOption.all.map(\.name)).subtracting(named).filter { !$0.hasPrefix("offline.") }
        #expect(others == ["environment"])
    }

    /// The documented defaults apply.
    @Test func defaultsMatchTheDocumentation() throws {
        let request = try RequestResolver.resolve(Self.input([])).request
        let unset = Dictionary(uniqueKeysWithValues: RequestOption.all.map { ($0.name, $0.unset) })
        #expect(unset["connectTimeout"] == request.timeouts.connect.map { "\($0.components.seconds)" })
        #expect((request.timeouts.total, request.timeouts.idle) == (nil, nil))
        #expect(unset["redirects.limit"] == "\(request.redirectPolicy.limit)")
        #expect(request.redirectPolicy == HTTPRedirectPolicy(isFollowing: true, methodKeepingStatuses: [], allowsDowngrade: false))
        #expect(unset["tls.minimum"] == request.minimumTLSVersion.rawValue)
        #expect(unset["limits.headerByteCount"] == "\(request.responseLimits.headerByteCount)")
        #expect(unset["network.addressFamily"] == request.addressFamily.rawValue)
        #expect(unset["parsing"] == request.responseParsing.rawValue)
        #expect((request.rateLimit, request.responseLimits.bodyByteCount) == (HTTPRateLimit(), nil))
        #expect(request.cachePolicy == nil)
        #expect((request.throttle, request.usesCookies, request.decompression) == (.always, true, .automatic))
        #expect((request.serverTrust, request.proxy, request.retryStrategy == nil) == (HTTPServerTrust(), .environment, true))
    }

    @Test func textsHaveVariablesAndOrigins() throws {
        let folder = FolderDraft(name: "C", variables: [Row("port", "8443")])
        var outer = folder
        _ = RequestOption.named("network.connectTo")?.setText("::other:{{port}}", in: &outer.options)
        let resolved = try RequestResolver.resolve(Self.input([("idleTimeout", "3")], folders: [outer]))
        #expect(resolved.request.connectOverrides == [HTTPConnectOverride(newHost: "other", newPort: 8443)])
        #expect(resolved.options.network.connectTo == ["::other:8443"])
        let values = resolved.values.filter { $0.place.option != nil }
        #expect(values.map { "\($0.place) \($0.text.text)" } == ["option Idle timeout (s) 3", "option Connect to ::other:8443"])
        #expect(values.map(\.inheritedFrom) == [nil, .collection("C")])
    }

    @Test func optionsAreResolvedWithoutTheRestOfTheRequest() throws {
        let headers = [Row("X-Pin", "{{prompt:pin}}")]
        let auth = AuthDraft(.bearer, fields: ["token": "{{prompt:token}}"])
        let body = BodyDraft(kind: .text, text: "{{gone}}")
        let draft = RequestDraft(url: "{{gone}}/{{prompt:team}}", headers: headers, auth: auth, body: body)
        let folder = FolderDraft(headers: [Row("X-Folder", "{{gone}}")], variables: [Row("seconds", "3")])
        var input = try Self.input([("idleTimeout", "{{seconds}}")], draft, folders: [folder])
        input.isForOptions = true
        let resolved = try RequestResolver.resolve(input)
        #expect(resolved.options.idleTimeout == 3)
        #expect(resolved.values.map(\.place) == [.option("idleTimeout")])
        _ = RequestOption.named("proxy")?.setText("http://me:{{prompt:pin}}@p:1", in: &input.draft.options)
        #expect(RequestResolverTests.problems(input).count == 1)
    }

    @Test func validatesTheValuesOfVariables() throws {
        let two = RequestDraft(url: "http://h/", variables: [Row("where", "h:1:1.2.3.4 i:2:1.2.3.4")])
        #expect(try RequestResolver.resolve(Self.input([("network.resolve", "{{where}}")], two)).request.addressOverrides.count == 2)
        var captured = try Self.input([("network.connectTo", "{{where}}")])
        captured.captured.merge(["where": CapturedValue("{{none}}")], of: captured.environment?.name)
        #expect(
            RequestResolverTests.problems(captured)
                == ["option Connect to: expected host:port:host:port, each part empty for any or the same, not “{{none}}”"])
        let draft = RequestDraft(url: "http://h/", variables: [Row("where", "nowhere")])
        #expect(
            RequestResolverTests.problems(try Self.input([("network.resolve", "{{where}}")], draft))
                == ["option Resolve: expected host:port:address, with numeric addresses, not “nowhere”"])
    }

    @Test func variablesAreReplacedInNumbersAndSwitches() throws {
        let variables = [Row("seconds", "2.5"), Row("hops", "3"), Row("no", "no"), Row("busy", "429"), Row("size", "64k")]
        let draft = RequestDraft(url: "http://h/", variables: variables)
        let resolved = try RequestResolver.resolve(
            Self.input(
                [
                    ("timeout", "{{seconds}}"), ("redirects.limit", "1{{hops}}"), ("redirects.follow", "{{no}}"),
                    ("retry.attempts", "{{hops}}"),
                    ("retry.statuses", "{{busy}} 503"), ("limits.bodyByteCount", "{{size}}"),
                ], draft))
        #expect(resolved.request.timeouts.total == .milliseconds(2500))
        #expect(resolved.request.redirectPolicy == HTTPRedirectPolicy(isFollowing: false, limit: 13))
        #expect((resolved.request.retryStrategy as? Backoff)?.statuses == [429, 503])
        #expect(resolved.request.responseLimits.bodyByteCount == 65536)
        // What was sent is the values.
        #expect(resolved.options.timeout == 2.5 && RequestOption.named("timeout")?.text(in: resolved.options) == "2.5")
        #expect(resolved.values.contains { $0.place == .option("timeout") && $0.text.text == "2.5" })
    }

    /// The problems of one option; `it` is a variable with a word, `none` an empty one.
    private func problems(_ name: String, _ text: String) throws -> [String] {
        let draft = RequestDraft(url: "http://h/", variables: [Row("it", "soon"), Row("none", "")])
        return RequestResolverTests.problems(try Self.input([(name, text)], draft))
    }

    @Test func validatesNumbersFromVariables() throws {
        #expect(try problems("timeout", "{{it}}") == ["option Timeout (s): expected a number of seconds, not “soon”"])
        #expect(try problems("timeout", "{{none}}") == ["option Timeout (s): expected a number of seconds, not “”"])
        #expect(try problems("tls.verify", "{{it}}") == ["option Check certificates: expected yes or no, not “soon”"])
        #expect(try problems("redirects.limit", "-{{it}}") == ["option Maximum redirects: expected a number up to 1000, not “-soon”"])
        let missing = try problems("timeout", "{{missing}}")
        #expect(missing.count == 1 && missing[0].contains("missing"))
    }

    @Test(arguments: ["timeout", "network.connectTo"]) func hidesSecretsInProblems(name: String) throws {
        var input = try Self.input([(name, "1{{token}}")])
        var environment = EnvironmentDraft(name: "E")
        environment.secrets = [SecretEntry("token", .environment("T"))]
        input.environment = environment
        input.secrets = ["token": "hunter2"]
        let problems = RequestResolverTests.problems(input)
        #expect(problems.count == 1 && problems[0].hasSuffix("not “1••••”"))
    }

    /// Before the permission to read it is asked for.
    @Test func `problems do not show what comes from the process environment`() throws {
        var input = try Self.input([("timeout", "{{env:PLACE}}")])
        input.process = ["PLACE": "in-the-office"]
        let problems = RequestResolverTests.problems(input)
        #expect(problems.count == 1 && !problems[0].contains("office"))
    }

    @Test func warnsOfATunnelWithoutAProxy() throws {
        let warnings = try RequestResolver.resolve(Self.input([("proxyTunnel", "yes")])).warnings
        #expect(warnings == ["Options → Proxy tunnel needs Options → Proxy: it does not apply to a proxy from the process environment."])
    }

    private func identifier(_ change: (inout RequestDraft) -> Void = { _ in }) throws -> String? {
        var draft = RequestDraft(
            url: "http://h/{{v}}", headers: [Row("A", "1")], variables: [Row("v", "x")],
            auth: AuthDraft(.bearer, fields: ["token": "a"]), body: BodyDraft(kind: .json, json: "{}"))
        change(&draft)
        return try RequestResolver.resolve(Self.input([("deduplicate", "yes")], draft)).request.deduplicationIdentifier
    }

    @Test func onlyEqualRequestsAreShared() throws {
        #expect(try identifier() == identifier())
        #expect(try identifier { $0.name = "another name" } == identifier())
        let changes: [@Sendable (inout RequestDraft) -> Void] = [
            { $0.method = "POST" }, { $0.variables = [Row("v", "y")] }, { $0.headers[0].value = "2" }, { $0.auth["token"] = "b" },
            { $0.body.json = "[]" }, { $0.url += "?q" }, { $0.options.timeout = 1 }, { $0.headers[0].value = "{{$uuid}}" },
        ]
        for change in changes { #expect(try identifier(change) != identifier()) }
    }
}
