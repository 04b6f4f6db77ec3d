public import Platform

/// Fields and files as `multipart/form-data` (RFC 7578), streamed part by part.
///
/// The length is exact if that of each part is known, so a form with a 5 GB file has a `Content-Length` and needs no memory.
public struct MultipartBody: HTTPStreamedBody {
    /// The parts in the order in which they are sent.
    public let parts: [MultipartPart]
    /// The separator of the parts; does not occur in parts that are in memory.
    public let boundary: String

    /// Creates a form with a random boundary of 128 bits that does not occur in parts in memory.
    public init(_ parts: [MultipartPart]) { self.init(parts, drawing: Self.randomBoundary) }

    package init(_ parts: [MultipartPart], drawing draw: () -> String) {
        var boundary = draw()
        while parts.contains(where: { $0.contains(boundary) }) { boundary = draw() }
        self.init(parts, boundary: boundary)
    }

    /// Creates a form with this boundary, 1 to 70 characters (RFC 2046 section 5.1.1), which no part may contain.
    public init(_ parts: [MultipartPart], boundary: String) {
        self.parts = parts
        self.boundary = boundary
    }

    /// False: a form without parts has a closing boundary.
    public var isEmpty: Bool { false }

    /// The type `multipart/form-data` with the boundary.
    public var additionalHeaders: HTTPHeaders { .contentType("multipart/form-data; boundary=\(writtenBoundary)") }

    /// The length of all parts; `unknown` if one is unknown.
    public var length: HTTPBodyLength {
        var total = Int64(closing.count)
        for part in parts {
            guard case .known(let count) = part.body.length else { return .unknown }
            total += Int64(opening(of: part).count) + count + 2
        }
        return .known(total)
    }

    /// Restartable if every part is.
    public var replay: HTTPBodyReplay { parts.allSatisfy { $0.body.replay == .restartable } ? .restartable : .once }

    /// Checks the boundary, the headers of each part and each body, so that problems are found before sending.
    public func validate() throws {
        guard Self.isBoundary(boundary) else {
            throw MultipartBodyError(
                description: "The boundary \(boundary.quotedForMessage) is not 1 to 70 of the characters that RFC 2046 allows.")
        }
        for part in parts {
            if let fault = part.headers.firstFault {
                throw MultipartBodyError(description: "The part \(part.name.quotedForMessage): \(fault)")
            }
            if part.hasLine(beginningWith: "--" + boundary) {
                let problem = "contains the boundary \(boundary.quotedForMessage): choose another one."
                throw MultipartBodyError(description: "The part \(part.name.quotedForMessage) \(problem)")
            }
            try part.body.validate()
        }
    }

    /// A reader from the first boundary. The reader of each part is created when it is needed.
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

    /// The boundary, in quotes unless it is a token (RFC 2045 section 5.1).
    private var writtenBoundary: String { ASCII.isToken(boundary) ? boundary : "\"\(boundary)\"" }

    private var closing: [UInt8] { Array("--\(boundary)--\r\n".utf8) }

    private func opening(of part: MultipartPart) -> [UInt8] {
        let lines = part.headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        return Array("--\(boundary)\r\n\(lines)\r\n".utf8)
    }

    private static func randomBoundary() -> String {
        "apus-"
            + [UInt64.random(in: .min ... .max), .random(in: .min ... .max)].map { number in
                let digits = String(number, radix: 36)
                // All boundaries have the same length, so that sending a form twice sends the same number of bytes.
                return String(repeating: "0", count: 13 - digits.count) + digits
            }
            .joined()
    }
}

/// A form that cannot be sent.
public struct MultipartBodyError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
    /// The problem, as a sentence for a user.
    public let description: String
    /// The text for a user.
    public var errorDescription: String? { description }
}

/// A reader of several bodies, one after the other.
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

/// A part of a ``MultipartBody``: a body with a name, and for files a file name and a type.
public struct MultipartPart: Sendable {
    /// The name of the form field.
    public let name: String
    /// The file name, which makes the part a file for the server; nil for a field.
    public let fileName: String?
    /// The `Content-Type` of the part; nil for the body's own, which plain fields do not have.
    public let contentType: String?
    /// More headers, sent after `Content-Disposition` and `Content-Type`, which they replace if they have them.
    public let additionalHeaders: HTTPHeaders
    /// The content of the part.
    public let body: any HTTPBody

    /// Creates a part with any body.
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

    /// A file from disk; the file name is the file's own unless one is given.
    public static func file(_ name: String, path: String, fileName: String? = nil, contentType: String? = nil) -> MultipartPart {
        let ownName = path.split(separator: "/").last.map(String.init) ?? path
        return MultipartPart(
            name: name, fileName: fileName ?? ownName, contentType: contentType ?? "application/octet-stream", body: FileBody(path: path))
    }

    /// The header lines of the part. Names are UTF-8 in quotes with `"`, CR and LF percent-encoded, as browsers do (RFC 7578 section 4.2,
    /// WHATWG HTML "multipart form data"); `filename*` of RFC 5987 is not allowed there.
    var headers: HTTPHeaders {
        var disposition = "form-data; name=\"\(Self.escape(name))\""
        if let fileName { disposition += "; filename=\"\(Self.escape(fileName))\"" }
        var headers: HTTPHeaders = ["Content-Disposition": disposition]
        headers.merge(defaults: .contentType(contentType))
        headers.merge(defaults: body.additionalHeaders)
        for name in ["Content-Disposition", "Content-Type"] where additionalHeaders[name] != nil { headers[name] = nil }
        headers.fields += additionalHeaders.fields
        return headers
    }

    /// True if the part is in memory and contains the text. Does not encode values or read files.
    func contains(_ text: String) -> Bool { bytesInMemory.map { String(decoding: $0, as: UTF8.self).contains(text) } ?? false }

    /// True if the part is in memory and one of its lines begins with the text.
    func hasLine(beginningWith text: String) -> Bool {
        guard var rest = bytesInMemory?[...] else { return false }
        while !rest.starts(with: text.utf8) {
            guard let lineBreak = rest.firstIndex(of: 0x0A) else { return false }
            rest = rest[(lineBreak + 1)...]
        }
        return true
    }

    private var bytesInMemory: [UInt8]? { (body as? DataBody ?? (body as? TextBody)?.data)?.bytes }

    /// A name escaped for the quotes of a part's headers.
    package static func escape(_ text: String) -> String {
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
