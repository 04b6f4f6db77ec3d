import Engine
import Foundation
import HTTP
import Screen
import Themes

@testable import App
@testable import Workspace

/// Windows that come over the panes.
enum WindowScenes {
    static let all: [Scene] = choosing + tableWindows + sending

    private static let choosing = [
        Scene("themes") {
            $0.state.themes = ShippedThemes.all
            $0.send(.application(.theme(.use("nord"))))
            $0.send(.application(.show(.themes)))
        },
        Scene("settings") { $0.send(.application(.show(.settings))) },
        Scene("variables") { $0.send(.application(.show(.variables))) },
        Scene("environments") { $0.send(.application(.show(.environments))) },
        Scene("move-to") {
            $0.send(.application(.focus(.tree)))
            $0.press(.character("G"), .character("k"), .character("m"))
        },
        Scene("rename") { $0.send(.request(.file(.rename))) },
        Scene("message") {
            $0.state.toasts = []
            _ = $0.state.notify(
                .error, "Nothing listens at 127.0.0.1:8080: start the server, or choose another environment. " + "It was tried twice.")
            $0.press(.character("g"), .character("m"))
        },
        Scene("explain") {
            $0.send(.request(.selectTab(.options)))
            $0.press(Key(.down), .character("i"))
        },
    ]

    private static let tableWindows = [
        Scene("cookies") {
            $0.send(.cookies(.read([CookieJarContent(name: "local", cookies: cookies)], at: .distantPast)))
            $0.press(.character("e"), .character(";"), Key(.escape))
        },
        Scene("environment") {
            let draft = EnvironmentDraft(
                name: "local", scheme: "http", host: "127.0.0.1", variables: [Row("team", "red")],
                secrets: [SecretEntry("token", .prompt)])
            $0.send(.workspace(.settings(.environmentRead(path: "collections/star-wars/environments/local.json", draft))))
        },
        Scene("collection") { $0.send(.workspace(.settings(.folderRead(path: "collections/star-wars", folder("Star Wars"))))) },
        Scene("collection-secrets") {
            let draft = folder("Star Wars")
            $0.send(.workspace(.settings(.folderRead(path: "collections/star-wars", draft, storedSecrets: ["password", "token"]))))
            $0.press(.character("["))
        },
        Scene("folder") { $0.send(.workspace(.settings(.folderRead(path: "collections/star-wars/people", folder("People"))))) },
    ]

    private static let sending = [
        Scene("asking") {
            let job = SendJob(draft: Sample.draft, path: nil, environmentPath: nil)
            let values = [AskedValue("pin", note: "header X-Pin", isSecret: true), AskedValue("prompt:team", note: "URL", isSecret: false)]
            $0.send(.sending(.question(.values(job, .send, values))))
            $0.type("12")
        },
        Scene("run") { store in
            store.send(.run(.ask(path: "collections/star-wars")))
            store.press(.character("r"))
            store.send(.run(.progress(.planned(4))))
            let waiting = RunRow(RunResult(title: "star-wars/films", iteration: 1, file: "films"))
            store.send(.run(.progress(.began(waiting, at: .zero))))
            for (index, result) in RunReducerTests.results.enumerated() {
                store.send(.run(.progress(.took(RunRow(result), at: .seconds(index)))))
            }
            store.send(.run(.progress(.ticked(at: .seconds(5)))))
        },
        Scene("preview") { $0.send(.sending(.previewed(await preview()))) },
        Scene("login-browser") { $0.send(.sending(.login(.began(LoginRequest(id: 1, .openURL(page)), isOpened: true)))) },
        Scene("login-paste") {
            $0.send(.sending(.login(.began(LoginRequest(id: 1, .pasteURL(loginURL: page)), isOpened: false))))
            $0.type("http://back")
            $0.press(Key(.enter))
        },
        Scene("login-device") { $0.send(.sending(.login(.began(LoginRequest(id: 1, .enterCode(device)), isOpened: true)))) },
    ]

    private static let page =
        "https://id.example/login?response_type=code&client_id=me&redirect_uri=http%3A%2F%2F127.0.0.1%3A8911%2F&scope=a+b"
    private static let device = OAuthDeviceCode(
        deviceCode: HTTPSecret("d"), userCode: "ABCD-1234", verificationURL: "https://id.example/device", expires: .distantFuture,
        interval: .seconds(5))
    private static let cookies = [
        StoredCookie(
            name: "session", value: "0123456789abcdef0123456789abcdef", domain: "api.example", isSecure: true, isHTTPOnly: true,
            sameSite: .lax, creation: .distantPast),
        StoredCookie(
            name: "theme", value: "dark", domain: "api.example", path: "/people", expires: Date(timeIntervalSince1970: 1_893_456_000),
            isHostOnly: false, creation: .distantPast),
    ]

    private static func folder(_ name: String) -> FolderDraft {
        var options = RequestOptions()
        options.timeout = 30
        return FolderDraft(
            name: name, headers: [Row("X-Team", "{{team}}")], variables: [Row("team", "red")],
            auth: AuthDraft(.bearer, fields: ["token": "{{token}}"]), options: options, docs: "# \(name)\n\nOf the films.")
    }

    /// The preview (`F7`) of a request with a secret, a body and a cookie of the jar.
    @Sendable private static func preview() async -> SendPreview {
        var request = HTTPRequest(method: .post, url: "http://h/x", headers: ["X-Own": "1"])
        request.body = DataBody(Array("{\n  \"name\": \"Käse\"\n}".utf8), contentType: "application/json")
        request.authenticate(with: .bearer(HTTPSecret("tok-123456")))
        let builder = PreviewBuilder(
            makeLoader: { LiveChain.previewLoader(cookies: CookieJar(), transport: $0) },
            transportHeaders: { request throws(HTTPError) in
                HTTPHeaders([HTTPHeaderField(name: "Host", value: "h")] + (try request.prepared()).headers.fields)
            },
            resolved: ResolvedSend(request: request, mask: SecretMask(["tok-123456"]), origin: Exchange.Origin(name: "x")))
        return await builder.preview()
    }
}
