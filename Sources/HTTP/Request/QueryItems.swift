#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A query as `name=value` pairs between `&`.
enum QueryItems {
    static func decode(_ query: String?) -> [URLQueryItem] {
        guard let query else { return [] }
        return query.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            guard let equals = pair.firstIndex(of: "=") else {
                return URLQueryItem(name: PercentEncoding.decode(pair), value: nil)
            }
            let value = PercentEncoding.decode(pair[pair.index(after: equals)...])
            return URLQueryItem(name: PercentEncoding.decode(pair[..<equals]), value: value)
        }
    }

    static func encode(_ items: [URLQueryItem]) -> String {
        items.map { item in
            let name = PercentEncoding.encode(item.name, isAllowed: PercentEncoding.isQueryItemByte)
            guard let value = item.value else { return name }
            return "\(name)=\(PercentEncoding.encode(value, isAllowed: PercentEncoding.isQueryItemByte))"
        }
        .joined(separator: "&")
    }
}
