#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
import Platform

/// Pairs as `application/x-www-form-urlencoded` (WHATWG URL section 5.2): order and duplicates kept, spaces as `+`.
public struct FormBody: HTTPBody {
    private let data: DataBody

    /// Sends the pairs in this order; a pair without value sends an empty one.
    public init(_ items: [URLQueryItem]) {
        data = DataBody(Array(Self.encode(items).utf8), contentType: "application/x-www-form-urlencoded")
    }

    /// Sends the pairs ordered by name, so that the same dictionary gives the same bytes.
    public init(_ values: [String: String]) {
        self.init(values.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) })
    }

    /// The number of encoded bytes.
    public var length: HTTPBodyLength { data.length }
    /// The content type, unless there is no pair.
    public var additionalHeaders: HTTPHeaders { data.additionalHeaders }
    /// From the first byte.
    public func makeBytes() -> any HTTPByteStream { data.makeBytes() }

    private static func encode(_ items: [URLQueryItem]) -> String {
        items.map { "\(encode($0.name))=\(encode($0.value ?? ""))" }.joined(separator: "&")
    }

    private static let unescaped = ASCIISet.alphanumeric.union(ASCIISet("*-._ "))

    static func encode(_ text: String) -> String { text.percentEncoded(keeping: unescaped).replacing(" ", with: "+") }
}
