public import Platform

/// Bytes in memory, sent as they are.
public struct DataBody: HTTPStreamedBody {
    /// The bytes.
    public let bytes: [UInt8]
    /// Headers such as `Content-Type`, none by default. Always none without bytes.
    public var additionalHeaders: HTTPHeaders {
        get { bytes.isEmpty ? [:] : headers }
        set { headers = newValue }
    }
    private var headers: HTTPHeaders

    /// Creates a body, without headers unless some are given.
    public init(_ bytes: [UInt8], additionalHeaders: HTTPHeaders = [:]) {
        self.bytes = bytes
        headers = additionalHeaders
    }

    /// Creates a body from Foundation's `Data`.
    public init(_ data: Data, additionalHeaders: HTTPHeaders = [:]) {
        self.init(Array(data), additionalHeaders: additionalHeaders)
    }

    /// Creates a body with a content type; nil for none.
    public init(_ bytes: [UInt8], contentType: String?) {
        self.init(bytes, additionalHeaders: .contentType(contentType))
    }

    /// Creates a body from Foundation's `Data` with a content type; nil for none.
    public init(_ data: Data, contentType: String?) { self.init(Array(data), contentType: contentType) }

    /// The number of bytes.
    public var length: HTTPBodyLength { .known(Int64(bytes.count)) }

    /// The bytes.
    public func encode() -> [UInt8] { bytes }

    /// A reader from the first byte.
    public func makeBytes() -> any HTTPByteStream { ArrayByteStream(bytes) }
}

extension HTTPHeaders {
    /// One `Content-Type` field; empty for nil.
    static func contentType(_ value: String?) -> HTTPHeaders { value.map { ["Content-Type": $0] } ?? [:] }
}

/// Text in UTF-8.
public struct TextBody: HTTPStreamedBody {
    private(set) var data: DataBody

    /// Creates a body; the content type is `text/plain; charset=utf-8` unless another one is given.
    public init(_ text: String, contentType: String = "text/plain; charset=utf-8") {
        data = DataBody(Array(text.utf8), contentType: contentType)
    }

    /// The number of UTF-8 bytes.
    public var length: HTTPBodyLength { data.length }
    /// The content type, unless the text is empty.
    public var additionalHeaders: HTTPHeaders {
        get { data.additionalHeaders }
        set { data.additionalHeaders = newValue }
    }
    /// A reader from the first byte.
    public func makeBytes() -> any HTTPByteStream { data.makeBytes() }
}

/// A body that is produced while it is sent.
public struct StreamBody: HTTPStreamedBody {
    /// The length stated by the creator. Fewer bytes are an error, and further ones are not sent.
    public let length: HTTPBodyLength
    /// The replay behaviour stated by the creator.
    public let replay: HTTPBodyReplay
    private let contentType: String?
    private let make: @Sendable () throws -> any HTTPByteStream

    /// Creates a body from a reader.
    ///
    /// `make` is called once for each time the body is read. Its reader must provide exactly `length` bytes if the length is known.
    public init(
        length: HTTPBodyLength = .unknown, replay: HTTPBodyReplay, contentType: String? = nil,
        make: @escaping @Sendable () throws -> any HTTPByteStream
    ) {
        self.length = length
        self.replay = replay
        self.contentType = contentType
        self.make = make
    }

    /// The content type, if one was given.
    public var additionalHeaders: HTTPHeaders { .contentType(contentType) }

    /// A new reader.
    public func makeBytes() throws -> any HTTPByteStream { try make() }
}

/// A value as JSON, encoded when the body is created.
public struct JSONBody: HTTPStreamedBody {
    private let encoding: Result<[UInt8], any Error>
    /// `Content-Type: application/json`, unless it is changed.
    public var additionalHeaders: HTTPHeaders = ["Content-Type": "application/json"]

    /// Creates a body with this encoder. An error of the encoder is thrown when the request is sent.
    public init(_ value: some Encodable, encoder: JSONEncoder = JSONEncoder()) {
        encoding = Result { Array(try encoder.encode(value)) }
    }

    /// The number of encoded bytes; `unknown` if encoding failed, which ``validate()`` reports.
    public var length: HTTPBodyLength { (try? encoding.get()).map { .known(Int64($0.count)) } ?? .unknown }

    /// False: every value has a text.
    public var isEmpty: Bool { false }

    /// Throws the encoder's error.
    public func validate() throws { _ = try encoding.get() }

    /// The encoded bytes. Throws the encoder's error.
    public func encode() throws -> [UInt8] { try encoding.get() }

    /// A reader from the first byte. Throws the encoder's error.
    public func makeBytes() throws -> any HTTPByteStream { ArrayByteStream(try encoding.get()) }
}

/// Pairs as `application/x-www-form-urlencoded` (WHATWG URL section 5.2), in their order and with duplicates; spaces become `+`.
public struct FormBody: HTTPStreamedBody {
    private var data: DataBody

    /// Creates a form with the pairs in this order; a name whose value is missing is sent alone, without an equals sign.
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
        items.map { item in encode(item.name) + (item.value.map { "=\(encode($0))" } ?? "") }.joined(separator: "&")
    }

    private static let unescaped = ASCIISet.alphanumeric.union(ASCIISet("*-._ "))

    static func encode(_ text: String) -> String { text.percentEncoded(keeping: unescaped).replacing(" ", with: "+") }
}
