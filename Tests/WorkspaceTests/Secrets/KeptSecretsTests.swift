import HTTP
import Testing

@testable import Workspace

/// Which of what is typed is kept out of the history.
@Suite struct KeptSecretsTests {
    @Test(arguments: [
        ("prompt:password", true), ("prompt:api key token", true), ("prompt:PIN", true), ("prompt:one-time otp", true),
        ("prompt:team", false),
        ("prompt:shipping", false), ("prompt:token type", false), ("password", false), ("token", true),
    ])
    func `a prompt is a secret by its name, or if it is the source of a secret`(_ name: String, _ isSecret: Bool) {
        var input = ResolutionInput(RequestDraft())
        input.environment = EnvironmentDraft(name: "local", secrets: [SecretEntry("token", .prompt)])
        #expect(input.isSecret(name) == isSecret)
    }

    @Test func `an entered secret is masked`() throws {
        var input = ResolutionInput(RequestDraft(url: "http://h/{{prompt:team}}", headers: [Row("A", "{{prompt:password}}")]))
        input.prompted = ["prompt:password": "hush-hush", "prompt:team": "reds"]
        let resolved = try RequestResolver.resolve(input)
        #expect(resolved.mask.masked("hush-hush reds") == "•••• reds")
        #expect(resolved.values.map(\.text.masked).contains("••••"))
    }

    @Test func `variables of the process environment are masked by name or if they are the source of a secret`() throws {
        var input = ResolutionInput(
            RequestDraft(
                url: "http://h/{{env:USER}}", headers: [Row("A", "{{env:API_TOKEN}}"), Row("B", "{{b}}")],
                variables: [Row("b", "{{env:PLACE}}")]))
        input.environment = EnvironmentDraft(name: "local", secrets: [SecretEntry("s", .environment("PLACE"))])
        input.process = ["API_TOKEN": "hush-hush", "PLACE": "elsewhere", "USER": "lea"]
        let resolved = try RequestResolver.resolve(input)
        #expect(resolved.mask.masked("hush-hush elsewhere lea") == "•••• •••• lea")
        #expect(resolved.values.map(\.text.masked).filter { $0 == "••••" }.count == 2)
    }

    @Test(arguments: [
        ("hush", "••••"), ("{{password}}", "{{password}}"), ("{{a}}{{b}}", "{{a}}{{b}}"), ("x{{a}}", "••••"),
    ])
    func `typed credentials are not stored, references are`(_ password: String, _ kept: String) {
        let draft = RequestDraft(auth: AuthDraft(.basic, fields: ["username": "ann", "password": password]))
        #expect(draft.withoutSecrets().auth.fields == ["username": "ann", "password": kept])
        #expect(draft.withoutSecrets().auth.lacksSecrets == (kept == SecretMask.sign))
        #expect(draft.withoutSecrets().auth.restoringSecrets(from: draft.auth) == draft.auth)
        #expect(draft.withoutSecrets().restoringSecrets(from: draft) == draft)
    }

    @Test(arguments: [
        ("http://u:pw@h/", "http://u:••••@h/"), ("//u:pw@h/x", "//u:••••@h/x"), ("u:pw@h", "u:••••@h"),
        ("http://u:pw@[::1/x", "http://u:••••@[::1/x"),
        ("https://ghp_0123456789ab@h/", "https://••••@h/"), ("https://sk_test_01234567:@h/", "https://••••:@h/"),
        ("http://ann@h/", "http://ann@h/"),
        ("https://{{access_token_1}}@h/", "https://{{access_token_1}}@h/"),
        ("http://h/a@b", "http://h/a@b"), ("http://h//u@v", "http://h//u@v"), ("{{host}}/a?b=c@d", "{{host}}/a?b=c@d"),
        ("http://h/?access_token=abc&a=1", "http://h/?access_token=••••&a=1"),
    ])
    func `credentials in a URL are kept out`(url: String, kept: String) {
        let draft = RequestDraft(url: url)
        #expect(draft.withoutSecrets().url == kept)
        #expect(draft.withoutSecrets().restoringSecrets(from: draft) == draft)
    }

    @Test(arguments: [
        ("http://me:hush@p:1", "http://me:••••@p:1"), ("http://me:{{p}}@p:1", "http://me:{{p}}@p:1"), ("p:1", "p:1"),
    ])
    func `the password of a proxy and the passphrase of a key are kept out`(_ proxy: String, _ kept: String) {
        var draft = RequestDraft(url: "http://h/")
        draft.options.proxy = proxy
        draft.options.tls.passphrase = "hush"
        #expect(draft.withoutSecrets().options.proxy == kept)
        #expect(draft.withoutSecrets().options.tls.passphrase == SecretMask.sign)
        #expect(draft.withoutSecrets().lacksSecrets)
        #expect(draft.withoutSecrets().restoringSecrets(from: draft) == draft)
        let expected = kept == proxy ? ["Key passphrase"] : ["Key passphrase", "Proxy"]
        #expect(draft.withoutSecrets().options.labelsOfMissingSecrets == expected)
        let problems = RequestResolverTests.problems(RequestResolverTests.input(draft.withoutSecrets()))
        #expect(
            problems.filter { $0.contains("is masked") }
                == expected.map { "option \($0): is masked (••••): enter the secret" })
    }

    @Test func `the stored options are complete, and folders provide the secrets`() {
        var folder = FolderDraft(name: "c")
        folder.options.proxy = "http://me:{{p}}@p:1"
        folder.options.timeout = 5
        var input = ResolutionInput(RequestDraft(url: "http://h/"))
        input.inherited = [Loaded(path: "collections/c/collection.json", content: folder)]
        var kept = RequestOptions()
        kept.proxy = "http://me:••••@p:1"
        kept.idleTimeout = 1
        input.use(kept)
        #expect((input.options.proxy, input.options.timeout, input.options.idleTimeout) == ("http://me:{{p}}@p:1", nil, 1))
    }

    @Test func `secrets are masked in every option`() {
        var options = RequestOptions()
        options.timeout = 3
        options.network.connectTo = ["h:1:hush-hush:2"]
        options.proxy = "socks5://me:pw@p:1"
        let masked = options.masked(by: SecretMask(["hush-hush"]))
        #expect(masked?.network.connectTo == ["h:1:••••:2"])
        #expect(masked?.proxy == "socks5://me:••••@p:1")
        #expect(masked?.timeout == 3)
    }

    @Test func `masked values are not sent as masks`() {
        let draft = RequestDraft(url: "http://h/", auth: AuthDraft(.basic, fields: ["username": "ann", "password": SecretMask.sign]))
        #expect(
            RequestResolverTests.problems(RequestResolverTests.input(draft)) == [
                "auth password: is masked (••••): enter the secret"
            ])
    }

    @Test(arguments: [
        ("http://ann:hush@h/x", "http://ann:••••@h/x"), ("http://ann:{{p}}@h/x", "http://ann:{{p}}@h/x"),
        ("http://ann@h/x", "http://ann@h/x"),
        ("http://h:80/a:b@c", "http://h:80/a:b@c"), ("ann:hush@h/x", "ann:••••@h/x"), ("http://:@h", "http://:@h"),
    ])
    func `a password in a URL is not stored, and is restored from the file`(_ url: String, _ kept: String) {
        let draft = RequestDraft(url: url)
        #expect(draft.withoutSecrets().url == kept)
        #expect(draft.withoutSecrets().lacksSecrets == (kept != url))
        var edited = draft.withoutSecrets()
        edited.url += "?q=1"
        #expect(edited.restoringSecrets(from: draft).url == url + "?q=1")
    }

    @Test func `a password in a URL is masked, also as sent`() throws {
        let resolved = try RequestResolver.resolve(ResolutionInput(RequestDraft(url: "http://Aladdin:open%20sesame@h/")))
        let sent = try resolved.request.prepared().headers["Authorization"] ?? ""
        #expect(resolved.mask.masked(sent) == "Basic ••••")
        #expect(resolved.mask.masked("open sesame, open%20sesame") == "••••, ••••")
        #expect(
            RequestResolverTests.problems(RequestResolverTests.input(RequestDraft(url: "http://ann:••••@h/"))) == [
                "URL: the password is masked (••••): enter it"
            ])
    }
}
