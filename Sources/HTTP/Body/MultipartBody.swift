/// Fields and files as `multipart/form-data` (RFC 7578), streamed part by part.
///
/// Its length is exact as soon as each part knows its own, so a form with a 5 GB file has a `Content-Length` and takes no memory.
public struct MultipartBody: HTTPBody {
    /// In the order sent.
    public let parts: [MultipartPart]
    /// Between the parts; never in a part that is text or bytes at hand.
    public let boundary: String

    /// Sends the parts under a boundary of 128 random bits, drawn again while a text or bytes at hand hold it.
    public init(_ parts: [MultipartPart]) { self.init(parts, drawing: Self.randomBoundary) }

    package init(_ parts: [MultipartPart], drawing draw: () -> String) {
        var boundary = draw()
        while parts.contains(where: { $0.contains(boundary) }) { boundary = draw() }
        self.init(parts, boundary: boundary)
    }

    /// Sends the parts under a boundary chosen by the caller, who knows that no part holds it (RFC 2046 section 5.1.1: 1 to 70 characters).
    public init(_ parts: [MultipartPart], boundary: String) {
        self.parts = parts
        self.boundary = boundary
    }

    /// False: even without parts there is a closing boundary.
    public var isEmpty: Bool { false }

    /// `multipart/form-data` with the boundary.
    public var additionalHeaders: HTTPHeaders { .contentType("multipart/form-data; boundary=\(writtenBoundary)") }

    /// The sum of the parts; `unknown` as soon as one part's is.
    public var length: HTTPBodyLength {
        var total = Int64(closing.count)
        for part in parts {
            guard case .known(let count) = part.body.length else { return .unknown }
            total += Int64(opening(of: part).count) + count + 2
        }
        return .known(total)
    }

    /// Restartable when every part is.
    public var replay: HTTPBodyReplay { parts.allSatisfy { $0.body.replay == .restartable } ? .restartable : .once }

    /// Checks the boundary, each part's headers and each part, so that nothing wrong and no missing file is found while sending.
    public func validate() throws {
        guard Self.isBoundary(boundary) else {
            throw MultipartBodyError(
                description: "The boundary \(boundary.quotedForMessage) is not 1 to 70 of the characters that RFC 2046 allows.")
        }
        for part in parts {
            if let fault = part.headers.firstFault {
                throw MultipartBodyError(description: "The part \(part.name.quotedForMessage): \(fault)")
            }
            try part.body.validate()
        }
    }

    /// From the first boundary on. Each part's own reader is made when its turn comes.
    public func makeBytes() -> any HTTPByteStream {
        let pieces = parts.flatMap { part -> [any HTTPBody] in
            [DataBody(opening(of: part)), part.body, DataBody(Array("\r\n".utf8))]
        }
        return ConcatenatedByteStream(pieces + [DataBody(closing)])
    }

    /// RFC 2046 section 5.1.1.
    private static func isBoundary(_ text: String) -> Bool {
        (1...70).contains(text.utf8.count) && text.utf8.last != 0x20
            && text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || "'()+_,-./:=? ".utf8.contains($0) }
    }

    /// In quotes where it is no token (RFC 2045 section 5.1).
    private var writtenBoundary: String { ASCII.isToken(boundary) ? boundary : "\"\(boundary)\"" }

    private var closing: [UInt8] { Array("--\(boundary)--\r\n".utf8) }

    private func opening(of part: MultipartPart) -> [UInt8] {
        let lines = part.headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        return Array("--\(boundary)\r\n\(lines)\r\n".utf8)
    }

    private static func randomBoundary() -> String {
        "apus-" + [UInt64.random(in: .min ... .max), .random(in: .min ... .max)].map { String($0, radix: 36) }.joined()
    }
}

/// Why a form cannot be sent.
public struct MultipartBodyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence for a person.
    public let description: String
}

/// Several bodies, one after the other.
struct ConcatenatedByteStream: HTTPByteStream {
    private var pending: ArraySlice<any HTTPBody>
    private var current: (any HTTPByteStream)?

    init(_ bodies: [any HTTPBody]) { pending = bodies[...] }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            if let count = try current?.read(into: buffer), count > 0 { return count }
            guard let next = pending.popFirst() else { return 0 }
            current = try next.makeBytes()
        }
    }
}

/// One part of a ``MultipartBody``: a body with a name, and for files a file name and a type.
public struct MultipartPart: Sendable {
    /// The form field's name.
    public let name: String
    /// Makes the part a file for the server; nil for a field.
    public let fileName: String?
    /// `Content-Type` of the part; nil takes the body's own, which for plain fields is none.
    public let contentType: String?
    /// More headers of the part, sent after `Content-Disposition` and `Content-Type`.
    public let additionalHeaders: HTTPHeaders
    /// What the part holds.
    public let body: any HTTPBody

    /// A part with any body.
    public init(
        name: String, fileName: String? = nil, contentType: String? = nil, additionalHeaders: HTTPHeaders = [:], body: any HTTPBody
    ) {
        self.name = name
        self.fileName = fileName
        self.contentType = contentType
        self.additionalHeaders = additionalHeaders
        self.body = body
    }

    /// A text field.
    public static func field(_ name: String, _ value: String, contentType: String? = nil) -> MultipartPart {
        MultipartPart(name: name, contentType: contentType, body: DataBody(Array(value.utf8)))
    }

    /// A file from disk, sent under its own name unless another is given.
    public static func file(_ name: String, path: String, fileName: String? = nil, contentType: String? = nil) -> MultipartPart {
        let ownName = path.split(separator: "/").last.map(String.init) ?? path
        return MultipartPart(
            name: name, fileName: fileName ?? ownName, contentType: contentType ?? "application/octet-stream", body: FileBody(path: path))
    }

    /// The lines before the part's bytes. Names are UTF-8 in quotes with `"`, CR and LF percent-encoded, as browsers write them and
    /// RFC 7578 section 4.2 and WHATWG HTML "multipart form data" ask; `filename*` of RFC 5987 must not be used there.
    var headers: HTTPHeaders {
        var disposition = "form-data; name=\"\(Self.escape(name))\""
        if let fileName { disposition += "; filename=\"\(Self.escape(fileName))\"" }
        var headers: HTTPHeaders = ["Content-Disposition": disposition]
        headers.merge(defaults: .contentType(contentType))
        headers.merge(defaults: body.additionalHeaders)
        headers.fields += additionalHeaders.fields
        return headers
    }

    /// True when a text or bytes at hand hold the text; nothing is encoded and no file is read for it.
    func contains(_ text: String) -> Bool {
        guard let data = body as? DataBody ?? (body as? TextBody)?.data else { return false }
        return String(decoding: data.bytes, as: UTF8.self).contains(text)
    }

    private static func escape(_ text: String) -> String {
        var output = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": output += "%22"
            case "\r": output += "%0D"
            case "\n": output += "%0A"
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }
}
