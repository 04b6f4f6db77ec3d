/// Text in UTF-8.
public struct TextBody: HTTPBody {
    let data: DataBody

    /// Sends this text; `text/plain; charset=utf-8` unless another content type is given.
    public init(_ text: String, contentType: String = "text/plain; charset=utf-8") {
        data = DataBody(Array(text.utf8), contentType: contentType)
    }

    /// The number of UTF-8 bytes.
    public var length: HTTPBodyLength { data.length }
    /// The content type, unless the text is empty.
    public var additionalHeaders: HTTPHeaders { data.additionalHeaders }
    /// From the first byte.
    public func makeBytes() -> any HTTPByteStream { data.makeBytes() }
}
