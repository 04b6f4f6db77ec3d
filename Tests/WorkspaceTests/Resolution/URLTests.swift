import HTTP
import Testing

@testable import Workspace

/// URLs as people type them.
struct URLTests {
    @Test(arguments: [
        (":3000/x", "http://localhost:3000/x", "http://localhost:3000/x"),
        (":/x", "http://localhost/x", "http://localhost/x"),
        (":", "http://localhost", "http://localhost"),
        ("me:secret@a.b/x", "https://me:secret@a.b/x", "me:secret@a.b/x"),
        ("me:secret@a.b:80/x", "http://me:secret@a.b:80/x", "http://me:secret@a.b:80/x"),
        ("localhost/x", "http://localhost/x", "http://localhost/x"),
        ("localhost:3000/x", "http://localhost:3000/x", "http://localhost:3000/x"),
        ("127.0.0.1:80", "http://127.0.0.1:80", "http://127.0.0.1:80"),
        ("[::1]:8080/x", "http://[::1]:8080/x", "http://[::1]:8080/x"),
        ("[::1]/x", "http://[::1]/x", "http://[::1]/x"),
        ("example.com:443/x", "https://example.com:443/x", "https://example.com:443/x"),
        ("example.com/x?y", "https://example.com/x?y", "example.com/x?y"),
        ("192.168.1.1/x", "http://192.168.1.1/x", "192.168.1.1/x"),
        ("people/1", "people/1", "people/1"),
        ("people/1:2", "people/1:2", "people/1:2"),
        ("/people", "/people", "/people"),
        ("https://a.b/c", "https://a.b/c", "https://a.b/c"),
        ("//a.b/c", "https://a.b/c", "https://a.b/c"),
        (":id/x", ":id/x", ":id/x"),
        ("", "", ""),
        ("?q=a.b", "?q=a.b", "?q=a.b"),
        ("../x", "../x", "../x"),
    ])
    func expandsShorthand(text: String, alone: String, withEnvironment: String) {
        #expect(URLShorthand.expanded(text, isRelativeByDefault: false) == alone)
        #expect(URLShorthand.expanded(text, isRelativeByDefault: true) == withEnvironment)
    }

    @Test(arguments: [
        ("people/:team/:id", ["team", "id"]), (":id", ["id"]), ("http://h:80/:a-b/:_c1.json", ["a-b", "_c1"]), ("/a:b/:1", []),
        ("/:a/:a", ["a"]), ("/x?y=/:no#/:no", []), ("{{base}}/:id", ["id"]), (":3000/:id", ["id"]),
        ("/{{a?b}}/:id", ["id"]), ("http://:a/b", []), ("/:a.b", ["a"]), ("/:é", []),
    ])
    func findsPathParameters(url: String, names: [String]) { #expect(PathParameters.names(in: url) == names) }

    @Test(arguments: [
        ("/:a/:b/:a?x=/:a", "c" as String?, "/:c/:b/:c?x=/:a"), ("/:a.json", "b", "/:b.json"), ("/x/:a/y", nil, "/x/y"),
        ("/x/:a", nil, "/x"),
        ("/:a.json", nil, "/.json"), (":a/x", nil, "/x"), ("/:ab", "c", "/:ab"),
    ])
    func renamesPathParameters(url: String, name: String?, expected: String) {
        #expect(PathParameters.replacing("a", with: name, in: url) == expected)
    }

    @Test(arguments: [
        ("%5Bx%5D", "a%2Cb+c", "%5Bx%5D=a%2Cb+c"), ("pretty", "", "pretty="), ("a[]", "1=2", "a[]=1=2"),
        ("a=b&c", "d&e#f", "a%3Db%26c=d%26e%23f"),
        ("100%", "5% é", "100%25=5%25%20%C3%A9"), ("v", "{{odd}}", "v=a%2520b%26c%2Bd"),
    ])
    func `a query is sent as written, and variables as data`(_ name: String, _ value: String, _ expected: String) throws {
        var input = ResolutionInput(RequestDraft(url: "http://h/", query: [Row(name, value)]))
        input.workspaceVariables = [Row("odd", "a%20b&c+d")]
        #expect(try RequestResolver.resolve(input).request.percentEncodedQuery == expected)
    }

    @Test func `a name without a value is sent without an equals sign, an empty value with it`() throws {
        let rows = [Row("flag", isBare: true), Row("empty"), Row("full", "1", isBare: true)]
        let request = try RequestResolver.resolve(ResolutionInput(RequestDraft(url: "http://h/p?own", query: rows))).request
        #expect(request.url == "http://h/p?own&flag&empty=&full=1")
    }
}
