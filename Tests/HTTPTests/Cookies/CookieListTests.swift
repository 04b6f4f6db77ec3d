import Foundation
import HTTP
import Testing

/// The limits of a list, and behaviour not visible on the wire; acceptance and sending are tested by ``ExchangeScript``.
@Suite struct CookieListTests {
    let now = Date(timeIntervalSince1970: 1_767_225_600)
    let request = HTTPRequest(url: "https://www.shop.example/")

    func list(_ fields: [String], suffixes: PublicSuffixes = PublicSuffixes { !$0.contains(".") }) -> CookieList {
        var list = CookieList()
        list.store(fields, from: request, suffixes: suffixes, now: now)
        return list
    }

    @Test(arguments: [
        ("https://bücher.example/", "https://xn--bcher-kva.example/"), ("http://127.1/", "http://127.0.0.1/"),
        ("http://[0:0::1]/", "http://[::1]/"), ("https://HOST.example./", "https://host.example/"),
    ])
    func ignoresTheSpellingOfAHost(first: String, second: String) {
        for (setter, getter) in [(first, second), (second, first)] {
            var list = CookieList()
            list.store(
                ["a=1; Secure", "b=2; Domain=\(setter.split(separator: "/")[1])"], from: HTTPRequest(url: setter),
                suffixes: PublicSuffixes { !$0.contains(".") }, now: now)
            #expect(list.cookies(for: HTTPRequest(url: getter), now: now).first?.name == "a")
        }
    }

    @Test(arguments: [
        ("a=1", nil), ("a=1; Domain=shop.example; Secure", nil), ("a=1; Domain=example", "register"), ("a=1; Domain=other.test", "host"),
        ("=1", "name"), ("a", "name"), ("a=\(String(repeating: "x", count: 5_000))", "4096"), ("a=1; SameSite=None", "Secure"),
        ("__Host-a=1; Secure", "__Host-"), ("__Secure-a=1", "__Secure-"),
    ])
    func `a refusal has a reason`(field: String, word: String?) {
        let suffixes = PublicSuffixes { !$0.contains(".") }
        let refusal = CookieList.refusal(of: field, from: request, suffixes: suffixes)
        #expect(word == nil ? refusal == nil : refusal?.contains(word ?? "") == true, "\(refusal ?? "none")")
        #expect(list([field]).cookies.isEmpty == (refusal != nil))
    }

    @Test func `a secure cookie of a plain connection is refused`() {
        let refusal = CookieList.refusal(of: "a=1; Secure", from: HTTPRequest(url: "http://shop.example/"))
        #expect(refusal?.contains("Secure") == true)
    }

    @Test func convertsADomainToPunycode() {
        var list = CookieList()
        let suffixes = PublicSuffixes { !$0.contains(".") }
        list.store(["a=1; Domain=bücher.example"], from: HTTPRequest(url: "https://www.bücher.example/"), suffixes: suffixes, now: now)
        #expect(list.cookies.map(\.domain) == ["xn--bcher-kva.example"])
        #expect(list.cookies(for: HTTPRequest(url: "https://shop.xn--bcher-kva.example/"), now: now).count == 1)
    }

    @Test func aDomainHasItsLimit() {
        let list = list((0..<300).map { "c\($0)=1" })
        #expect(list.cookies(for: request, now: now).count == 180)
    }

    /// The newest of a name counts, at the place of the first.
    @Test func aResponseMayHaveThousandsOfCookies() {
        let list = list((0..<20_000).map { "c\($0)=1" } + ["c19999=2", "c20000=3", "c19998=4"])
        #expect(list.cookies.count == 180)
        #expect(list.cookies.suffix(3).map { $0.name + $0.value } == ["c199984", "c199992", "c200003"])
    }

    /// The newest stay.
    @Test func limitsTheTotalNumberOfCookies() {
        var list = CookieList()
        for number in 0..<20 {
            let host = HTTPRequest(url: "https://host\(number).example/")
            list.store((0..<180).map { "c\($0)=1" }, from: host, suffixes: .refusingAll, now: now)
        }
        #expect(list.cookies.count == 3_000)
        #expect(list.cookies.last?.domain == "host19.example")
        #expect(list.cookies(for: HTTPRequest(url: "https://host0.example/"), now: now).isEmpty)
    }

    @Test func keepsAttributesForDisplay() {
        let cookies = list(["a=1; HttpOnly; Secure; SameSite=strict", "b=2"]).cookies
        #expect(cookies.map(\.isHTTPOnly) == [true, false])
        #expect(cookies.map(\.isSecure) == [true, false])
        #expect(cookies.map(\.sameSite) == [.strict, nil])
    }

    /// A file of an older version may hold some.
    @Test(arguments: [("a\u{1B}", "1"), ("a", "1\u{7F}"), ("a", "1\n")]) func aKeptCookieWithAControlIsNotSent(name: String, value: String)
    {
        let list = CookieList([
            StoredCookie(name: name, value: value, domain: "www.shop.example", creation: now),
            StoredCookie(name: "b", value: "2\t3", domain: "www.shop.example", creation: now),
        ])
        #expect(list.cookies(for: request, now: now).map(\.name) == ["b"])
    }

    @Test func limitsLifetimesTo400Days() {
        let latest = now.addingTimeInterval(400 * 86_400)
        let cookies = list(["a=1; Max-Age=99999999", "b=1; Expires=Fri, 01 Jan 2100 00:00:00 GMT", "c=1; Max-Age=60", "d=1"]).cookies
        #expect(cookies.map(\.expires) == [latest, latest, now.addingTimeInterval(60), nil])
    }

    @Test func removesExpiredCookies() {
        var list = list(["a=1; Max-Age=10", "b=1"])
        list.store(["c=1"], from: request, suffixes: .refusingAll, now: now.addingTimeInterval(10))
        #expect(list.cookies.map(\.name) == ["b", "c"])
    }

    /// RFC 6265bis section 5.7: the place in the line is that of the first.
    @Test func aReplacedCookieKeepsItsCreationTime() {
        var list = list(["a=1"])
        list.store(["a=2", "b=1"], from: request, suffixes: .refusingAll, now: now.addingTimeInterval(10))
        #expect(list.cookies.map(\.value) == ["2", "1"])
        #expect(list.cookies.map(\.creation) == [now, now.addingTimeInterval(10)])
    }

    /// RFC 6265bis section 5.7: also a cookie of another path or domain, if a request would send both.
    @Test(arguments: [
        ("a=1; Path=/", "a=2; Path=/x", false), ("a=1; Path=/x", "a=2; Path=/", true), ("a=1", "b=2", true),
        ("a=1", "a=2; Domain=shop.example", false), ("a=1; Domain=shop.example", "a=2", false),
    ])
    func aPlainConnectionHidesNoSecureCookie(secure: String, plain: String, isTaken: Bool) {
        var list = list([secure + "; Secure"])
        let suffixes = PublicSuffixes { !$0.contains(".") }
        list.store([plain], from: HTTPRequest(url: "http://www.shop.example/"), suffixes: suffixes, now: now)
        #expect(list.cookies.map(\.value) == (isTaken ? ["1", "2"] : ["1"]))
    }

    /// RFC 6265bis section 5.1.1.
    @Test(arguments: [("69", 3_124_224_000.0), ("70", 0), ("1601", -11_644_473_600), ("1600", nil)])
    func datesHaveTheirYears(year: String, seconds: Double?) {
        #expect(CookieDate.date(from: "1 Jan \(year) 00:00:00")?.timeIntervalSince1970 == seconds)
    }

    /// Without the list of public suffixes, such a cookie could be sent to sites of other owners.
    @Test func cookiesAreHostOnlyWithoutPublicSuffixes() {
        #expect(list(["a=1; Domain=shop.example", "b=1"], suffixes: .refusingAll).cookies.map(\.name) == ["b"])
    }

    @Test(arguments: [(4_095, true), (4_096, false)]) func nameAndValueHaveTheirLimit(count: Int, isTaken: Bool) {
        #expect(list(["a=" + String(repeating: "x", count: count)]).cookies.isEmpty == !isTaken)
    }

    /// RFC 6265bis section 5.6: the cookie stays, the attribute does not.
    @Test(arguments: [1_023, 1_024]) func ignoresALongAttribute(count: Int) {
        let path = "/" + String(repeating: "x", count: count)
        #expect(list(["a=1; Path=\(path)"]).cookies.map(\.path) == [count == 1_023 ? path : "/"])
    }
}
