import Foundation
import HTTP
import Testing

/// A list's own limits; which cookies are taken and sent stands in ``ExchangeScript``.
@Suite struct CookieListTests {
    @Test func aDomainHasItsLimit() {
        let now = Date(timeIntervalSince1970: 1_767_225_600)
        let request = HTTPRequest(url: "https://www.shop.example/")
        var list = CookieList()
        list.store((0..<300).map { "c\($0)=1" }, from: request, suffixes: .refusingAll, now: now)
        #expect(list.cookies(for: request, now: now).count == 180)
    }
}
