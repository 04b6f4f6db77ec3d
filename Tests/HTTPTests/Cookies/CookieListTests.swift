import Foundation
import HTTP
import Testing

@Suite struct CookieListTests {
    static let suffixes = PublicSuffixes { ["com", "example", "co.uk", "uk"].contains($0) }
    static let now = Date(timeIntervalSince1970: 1_767_225_600)

    static func sent(
        _ fields: [String], from: String = "https://www.shop.example/a/b", to: String, crossSite: Bool = false, method: HTTPMethod = .get
    )
        -> String
    {
        var list = CookieList()
        list.store(fields, from: HTTPRequest(url: from), suffixes: suffixes, now: now)
        return list.cookies(for: HTTPRequest(method: method, url: to), isCrossSite: crossSite, now: now).map { "\($0.name)=\($0.value)" }
            .joined(separator: "; ")
    }

    @Test(arguments: [
        (["a=1"], "https://www.shop.example/a/c", "a=1"), (["a=1"], "https://www.shop.example/x", ""),
        (["a=1; Path=/"], "https://shop.example/", ""), (["a=1; Domain=shop.example; Path=/"], "https://shop.example/", "a=1"),
        (["a=1; Domain=shop.example; Path=/"], "https://x.y.shop.example/", "a=1"),
        (["a=1; Domain=example; Path=/"], "https://www.shop.example/", ""),
        (["a=1; Domain=other.example"], "https://www.shop.example/a/", ""),
        (["a=1; Path=/; Secure"], "http://www.shop.example/", ""), (["a=1; Path=/; Secure"], "https://www.shop.example/", "a=1"),
        (["a=1; Path=/; Max-Age=0"], "https://www.shop.example/", ""),
        (["a=1; Path=/; Max-Age=5; Expires=Thu, 01 Jan 1970 00:00:00 GMT"], "https://www.shop.example/", "a=1"),
        (["a=1; Path=/; SameSite=None"], "https://www.shop.example/", ""),
        (["__Host-a=1; Path=/; Secure"], "https://www.shop.example/", "__Host-a=1"),
        (["__Host-a=1; Secure"], "https://www.shop.example/a/", ""),
        (["__Host-a=1; Path=/; Secure; Domain=www.shop.example"], "https://www.shop.example/", ""),
        (["__Secure-a=1; Path=/"], "https://www.shop.example/", ""), (["a=1; Path=/", "a=2; Path=/"], "https://www.shop.example/", "a=2"),
        (["a=1; Path=/", "b=2; Path=/a/b", "c=3; Path=/a"], "https://www.shop.example/a/b/c", "b=2; c=3; a=1"),
    ])
    func cookiesGoWhereTheyBelong(fields: [String], to: String, expected: String) {
        #expect(Self.sent(fields, to: to) == expected)
    }

    @Test(arguments: [("Strict", HTTPMethod.get, ""), ("Lax", .get, "a=1"), ("Lax", .post, ""), ("None; Secure", .post, "a=1")])
    func sameSiteHoldsCookiesBack(sameSite: String, method: HTTPMethod, expected: String) {
        let text = Self.sent(["a=1; Path=/; SameSite=\(sameSite)"], to: "https://www.shop.example/", crossSite: true, method: method)
        #expect(text == expected)
    }

    @Test func aSecureCookieIsNotTakenFromPlainHTTPButFromThisMachine() {
        #expect(Self.sent(["a=1; Secure"], from: "http://shop.example/", to: "https://shop.example/") == "")
        #expect(Self.sent(["a=1; Secure"], from: "http://localhost/", to: "http://localhost/") == "a=1")
        #expect(Self.sent(["a=1; Secure"], from: "http://127.0.0.1:8080/", to: "http://127.0.0.1:8080/") == "a=1")
    }

    @Test func addressesShareNothing() {
        #expect(Self.sent(["a=1; Domain=0.0.1"], from: "http://127.0.0.1/", to: "http://127.0.0.1/") == "")
    }

    @Test func aReplacedCookieKeepsItsPlace() {
        #expect(Self.sent(["a=1; Path=/", "b=2; Path=/", "a=3; Path=/"], to: "https://www.shop.example/") == "a=3; b=2")
    }

    @Test func aDomainHasItsLimit() {
        let fields = (0..<300).map { "c\($0)=1; Path=/" }
        #expect(Self.sent(fields, to: "https://www.shop.example/").split(separator: ";").count == 180)
    }

    @Test func cookiesEndAtTheirTime() {
        var list = CookieList()
        let request = HTTPRequest(url: "https://www.shop.example/")
        list.store(["a=1; Max-Age=10"], from: request, suffixes: Self.suffixes, now: Self.now)
        #expect(list.cookies(for: request, now: Self.now + 9).count == 1)
        #expect(list.cookies(for: request, now: Self.now + 10).isEmpty)
    }
}
