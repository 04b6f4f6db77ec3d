import Foundation
import HTTPConformance
import Testing
import Workspace

@testable import App

/// Secrets go to the server, and into no file that the workbench writes.
///
/// Literal secrets in a request are only in its file, and tokens of logins only in the file of tokens.
@Suite(.timeLimit(.minutes(5))) struct SecretsStayTests {
    /// Every kind of secret in its place, with the expected response.
    private static let requests: [(name: String, members: String, status: Int?)] = [
        ("bearer", #""url": "bearer", "auth": { "type": "bearer", "token": "{{bearer}}" }"#, 200),
        (
            "basic",
            #""url": "basic-auth/u/:p", "pathParameters": [{ "name": "p", "value": "{{basic}}" }], "auth": { "type": "basic", "username": "u", "password": "{{basic}}" }"#,
            200
        ),
        (
            "digest",
            #""url": "digest-auth/auth/u/:p", "pathParameters": [{ "name": "p", "value": "{{digest}}" }], "auth": { "type": "digest", "username": "u", "password": "{{digest}}" }"#,
            200
        ),
        ("header key", #""url": "headers", "auth": { "type": "apiKey", "key": "X-Key", "value": "{{key}}", "in": "header" }"#, 200),
        ("query key", #""url": "get", "auth": { "type": "apiKey", "key": "key", "value": "{{query}}", "in": "query" }"#, 200),
        (
            "oauth",
            #""url": "oauth/userinfo", "auth": { "type": "oauth2", "grant": "client_credentials", "tokenURL": "{{base}}/oauth/token", "clientID": "demo-service", "clientSecret": "{{client}}", "scope": "profile" }"#,
            200
        ),
        ("path", #""url": "anything/:p", "pathParameters": [{ "name": "p", "value": "{{path}}" }]"#, 200),
        (
            "form", #""method": "POST", "url": "post", "body": { "type": "form", "rows": [{ "name": "f", "value": "{{form}}" }] }"#,
            200
        ),
        (
            "json",
            #""method": "POST", "url": "post", "body": { "type": "json", "text": ["{ \"j\": \"{{json}}\", \"pad\": \"{{pad}}\" }"] }"#,
            200
        ),
        ("prompt", #""url": "get", "headers": [{ "name": "X-Asked", "value": "{{prompt:password}}" }]"#, 200),
        ("command", #""url": "response-headers", "query": [{ "name": "X-Back", "value": "{{command}}" }]"#, 200),
        ("file", #""url": "redirect/1", "query": [{ "name": "again", "value": "{{file}}" }]"#, 200),
        ("refused", #""url": "http://127.0.0.1:1/{{bearer}}", "headers": [{ "name": "X", "value": "{{key}}" }]"#, nil),
        (
            "login",
            #""url": "{{login}}", "captures": [{ "variable": "session", "query": "$.token" }, { "variable": "sid", "from": "header", "query": "X-Session-Token" }]"#,
            200
        ),
        ("captured", #""url": "headers", "auth": { "type": "bearer", "token": "{{session}}" }"#, 200),
    ]

    @Test func noFileHoldsOne() async throws {
        let login = try FaultServer(
            answering:
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Session-Token: \(Marker("header").value)\r\nConnection: close\r\n\r\n{ \"token\": \"\(Marker("captured").value)\" }"
        )
        let bench = try SecretsBench(loginURL: login.url)
        defer { bench.remove() }
        for request in Self.requests { try bench.write(request.members, name: request.name) }
        try await bench.run(Self.requests.map(\.name)) { name, exchange in
            let status = Self.requests.first { $0.name == name }?.status
            #expect(exchange?.response?.status == status, "\(name): \(exchange?.error?.message ?? "")")
        }
        let files = try bench.writtenFiles()
        for expected in ["history.sqlite", "history.sqlite-wal", "drafts/", "exports", "history-bodies/"] {
            #expect(files.keys.contains { $0.contains(expected) }, "\(expected) was not written")
        }
        for (path, bytes) in files {
            for marker in bench.markers where marker.isFound(in: bytes) { Issue.record("\(path) holds the secret \(marker.kind)") }
            // The access token is kept in its own file, and in no other.
            guard !path.hasSuffix(".token.json"), let token = try bench.accessToken() else { continue }
            #expect(bytes.range(of: Data(token.utf8)) == nil, "\(path) holds the access token")
        }
        #expect(files.values.contains { $0.range(of: Data(SecretMask.sign.utf8)) != nil })
    }
}
