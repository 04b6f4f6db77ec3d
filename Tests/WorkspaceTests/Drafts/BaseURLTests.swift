import Testing
import Workspace

@Suite struct BaseURLTests {
    @Test(arguments: [
        ("http://127.0.0.1:18431/v1", "http", "127.0.0.1", "18431", "/v1"),
        ("https://api.example.org/", "https", "api.example.org", "", ""),
        ("HTTPS://[::1]:8443/a/b", "https", "[::1]", "8443", "/a/b"), (" http://h\n", "http", "h", "", ""),
        ("api.example.org/v2", "", "api.example.org", "", "/v2"), ("localhost:3000", "http", "localhost", "3000", ""),
        ("http://127.0.0.1:{{env:PORT}}/{{a/b}}", "http", "127.0.0.1", "{{env:PORT}}", "/{{a/b}}"),
        ("{{scheme}}://{{host}}", "{{scheme}}", "{{host}}", "", ""), ("", "", "", "", ""),
    ])
    func `a URL sets all parts of the server`(text: String, scheme: String, host: String, port: String, prefix: String) throws {
        let url = try #require(BaseURL(text))
        #expect([url.scheme, url.host, url.port, url.pathPrefix] == [scheme, host, port, prefix])
        #expect(BaseURL(url.text)?.text == url.text)
    }

    @Test(arguments: ["http://u:p@h/", "http://h/a?b=1", "http://h/#x", "ftp://h/", "http://", "http://h:0", "h h", "https://h/ü"])
    func `a URL that is no base is refused`(text: String) {
        #expect(BaseURL(text) == nil)
        #expect(BaseURL.expected(insteadOf: text) != nil)
    }

    @Test func `an equivalent server keeps its fields`() throws {
        let old = EnvironmentDraft(name: "a", scheme: "https", host: "h", pathPrefix: "v1")
        var draft = old
        draft.baseURL.replace(with: try #require(BaseURL("https://h/v1")))
        #expect(draft == old)
        draft.baseURL.replace(with: try #require(BaseURL("https://h/v2")))
        #expect(draft == EnvironmentDraft(name: "a", scheme: "https", host: "h", pathPrefix: "/v2"))
        draft.baseURL.replace(with: try #require(BaseURL("")))
        #expect(draft == EnvironmentDraft(name: "a"))
    }
}
