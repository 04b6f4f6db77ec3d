/// Fields and files as `multipart/form-data` (RFC 7578), streamed part by part.
///
/// Its length is exact as soon as each part knows its own, so a form with a 5 GB file has a `Content-Length` and takes no memory.
public struct MultipartBody: HTTPBody {
    /// In the order sent.
    public let parts: [MultipartPart]
    /// Between the parts; never in a part that is in memory.
    public let boundary: String

    /// Sends the parts under a boundary of 122 random bits, drawn again while a part in memory holds it.
    public init(_ parts: [MultipartPart]) {
        var boundary = Self.randomBoundary()
        while parts.contains(where: { $0.contains(boundary) }) { boundary = Self.randomBoundary() }
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
    public var additionalHeaders: HTTPHeaders { .contentType("multipart/form-data; boundary=\(boundary)") }

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

    /// Checks each part, so that a missing file is found before anything is sent.
    public func validate() throws {
        for part in parts { try part.body.validate() }
    }

    /// From the first boundary on. Each part's own reader is made when its turn comes.
    public func makeBytes() -> any HTTPByteStream {
        let pieces = parts.flatMap { part -> [any HTTPBody] in
            [DataBody(opening(of: part)), part.body, DataBody(Array("\r\n".utf8))]
        }
        return ConcatenatedByteStream(pieces + [DataBody(closing)])
    }

    private var closing: [UInt8] { Array("--\(boundary)--\r\n".utf8) }

    private func opening(of part: MultipartPart) -> [UInt8] {
        let lines = part.headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        return Array("--\(boundary)\r\n\(lines)\r\n".utf8)
    }

    private static func randomBoundary() -> String {
        "apus-" + [UInt64.random(in: .min ... .max), .random(in: .min ... .max)].map { String($0, radix: 36) }.joined()
    }
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
