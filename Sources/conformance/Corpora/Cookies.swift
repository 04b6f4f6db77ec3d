#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import HTTP
import JSON

extension Corpus {
    static let cookies = [
        Corpus(name: "cookies") { example in
            // The cases know no list: names of one label are public.
            let suffixes = PublicSuffixes { !$0.contains(".") }
            let now = Date(timeIntervalSince1970: 1_767_225_600)
            var jar = CookieList()
            let fields = (example["set_cookie"]?.array ?? []).compactMap(\.string)
            jar.store(fields, from: HTTPRequest(url: try example.text("set_url")), suffixes: suffixes, now: now)
            let cookies = jar.cookies(for: HTTPRequest(url: try example.text("get_url")), now: now)
            return .string(cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; "))
        },
        Corpus(name: "cookie_dates") { example in
            .optional(CookieDate.date(from: try example.text("input")).map(HTTPDate.text))
        },
    ]
}
