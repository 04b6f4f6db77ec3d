#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
import Platform

/// Pairs as `application/x-www-form-urlencoded` (WHATWG URL section 5.2), in their order and with duplicates; spaces become `+`.
public struct FormBody: HTTPStreamedBody {
    private var data: DataBody

    /// Creates a form with the pairs in this order; a missing value is sent as an empty one.
    public init(_ items: [URLQueryItem]) {
        data = DataBody(Array(Self.encode(items).utf8), contentType: "application/x-www-form-urlencoded")
    }

    /// Creates a form with the pairs sorted by name, so that equal dictionaries give equal bytes.
    public init(_ values: [String: String]) {
        self.init(values.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) })
    }

    /// The number of encoded bytes.
    public var length: HTTPBodyLength { data.length }
    /// The content type, unless the form is empty.
    public var additionalHeaders: HTTPHeaders {
        get { data.additionalHeaders }
        set { data.additionalHeaders = newValue }
    }
    /// A reader from the first byte.
    public func makeBytes() -> any HTTPByteStream { data.makeBytes() }

    private static func encode(_ items: [URLQueryItem]) -> String {
        items.map { "\(encode($0.name))=\(encode($0.value ?? ""))" }.joined(separator: "&")
    }

    private static let unescaped = ASCIISet.alphanumeric.union(ASCIISet("*-._ "))

    static func encode(_ text: String) -> String { text.percentEncoded(keeping: unescaped).replacing(" ", with: "+") }
}
