import HTTP
import Testing

@Suite struct WebURLTests {
    @Test(arguments: [
        ("http://EXAMPLE.com:80/../a/./b/%2e%2E/c?q=é'#f g", "http://example.com/a/c?q=%C3%A9%27#f%20g"),
        ("https://u:p@h:444", "https://u:p@h:444/"), ("http://0x7f.1/", "http://127.0.0.1/"), ("http://[1:0::0:1]/", "http://[1::1]/"),
        ("http://bücher.example/", "http://xn--bcher-kva.example/"), ("ws://h\\a", "ws://h/a"), ("mailto:x@y", "mailto:x@y"),
        ("  http://h/\t\n ", "http://h/"), ("http:h", "http://h/"),
    ])
    func urlsAreNormalized(text: String, expected: String) {
        #expect(WebURL(text)?.href == expected)
    }

    /// As a server can write in a redirect.
    @Test func `parts of a hundred thousand code points are read`() {
        let slashes = String(repeating: "/", count: 100_000)
        #expect(WebURL("http://h" + slashes)?.pathname == slashes)
        #expect(WebURL("http://h/x" + slashes + String(repeating: "../", count: 100_000))?.pathname == "/")
        let text = String(repeating: "q", count: 100_000)
        let url = WebURL("x:\(text)?\(text)#\(text)")
        #expect(url?.pathname == text)
        #expect(url?.search == "?" + text)
        #expect(url?.hash == "#" + text)
        #expect(WebURL("http://" + (0..<30_000).map { String(Unicode.Scalar(0x4E00 + $0 % 20_000)!) }.joined()) == nil)
    }

    @Test(arguments: [
        "", "h", "http://", "http://a b/", "http://[::1", "http://h:65536/", "http://256.256.256.256/", "http://%00/", "http://xn--a/",
    ])
    func returnsNilForAnInvalidURL(text: String) {
        #expect(WebURL(text) == nil)
    }

    @Test(arguments: [
        ("a", "http://h/x/a"), ("/a", "http://h/a"), ("//g/a", "http://g/a"), ("?q", "http://h/x/y?q"), ("#f", "http://h/x/y?z#f"),
        ("..", "http://h/"), ("https:a", "https://a/"), ("http:a", "http://h/x/a"), ("", "http://h/x/y?z"),
    ])
    func referencesAreResolved(text: String, expected: String) throws {
        #expect(WebURL(text, base: WebURL("http://h/x/y?z#w"))?.href == expected)
    }

    struct Setting: CustomTestStringConvertible, Sendable {
        let expected: String
        let set: @Sendable (inout WebURL) -> Void
        var testDescription: String { expected }
    }

    @Test(arguments: [
        Setting(expected: "https://h/p") { $0.protocol = "https" }, Setting(expected: "http://g:81/p") { $0.host = "g:81" },
        Setting(expected: "http://h:8080/p") { $0.port = "8080x" }, Setting(expected: "http://h/x%20y") { $0.pathname = "x y" },
        Setting(expected: "http://h/p?a=%C3%A9") { $0.search = "a=é" }, Setting(expected: "http://u%40@h/p") { $0.username = "u@" },
        Setting(expected: "http://h/p") { $0.host = "" }, Setting(expected: "ftp://h/p") { $0.protocol = "ftp:x:" },
        Setting(expected: "http://h/p") { $0.protocol = "mailto" }, Setting(expected: "http://h/p#%20") { $0.hash = "# " },
    ])
    func setsMembers(_ example: Setting) throws {
        var url = try #require(WebURL("http://h/p"))
        example.set(&url)
        #expect(url.href == example.expected)
    }

    @Test(arguments: [
        ("", "http://h", "http://h/"), ("x", "http://h/a/b", "http://h/a/x"), ("x/../y", "http://h/a/", "http://h/a/x/../y"),
        ("/x|y", "http://h/a", "http://h/x|y"), ("https://g", "http://h", "https://g"), ("?q=[1]", "http://h/a?b", "http://h/a?q=[1]"),
    ])
    func resolvesReferencesWithoutNormalizing(reference: String, base: String, expected: String) {
        #expect(URLReference.resolve(reference, against: base) == expected)
    }
}
