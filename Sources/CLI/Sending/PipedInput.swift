import Engine
import HTTP
import JSON
import Platform
import Synchronization
import Workspace

/// Standard input as the body of a request.
enum PipedInput {
    /// Text, with braces escaped, so that the request can be edited and sent again.
    case text(BodyDraft)
    /// Bytes that are not text, or more bytes than are read before sending.
    case bytes(any HTTPBody)

    /// The maximum size of a body that is read before it is sent.
    private static let memoryLimit = 8 << 20

    /// Reads the input, of a large one only the beginning; nil if it is empty.
    init?(_ streams: CommandStreams) throws(CommandError) {
        let bytes = try streams.read(upTo: Self.memoryLimit)
        guard !bytes.isEmpty else { return nil }
        if bytes.count == Self.memoryLimit {
            self = .bytes(PipedBody(bytes, then: streams))
        } else if let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) {
            // Text from elsewhere must not insert variables, which may be secrets.
            let literal = text.replacing("{{", with: "\\{{")
            let isJSON = (try? JSONValue(parsing: text)) != nil
            self = .text(
                isJSON && literal == text
                    ? BodyDraft(kind: .json, json: text)
                    : BodyDraft(kind: .text, text: literal, contentType: isJSON ? "application/json" : ""))
        } else {
            self = .bytes(DataBody(bytes, contentType: Self.binaryType))
        }
    }

    fileprivate static let binaryType = "application/octet-stream"

    /// The media type of a body that begins with these bytes; only the beginning of a large one is looked at.
    fileprivate static func type(ofBeginning bytes: [UInt8]) -> String {
        // The last character may be cut.
        let isText = (0..<4).contains { String(validating: bytes.dropLast($0), as: UTF8.self) != nil } && !bytes.contains(0)
        guard isText else { return binaryType }
        let first = bytes.first { !" \t\r\n".utf8.contains($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? "application/json" : "text/plain; charset=utf-8"
    }
}

/// A large standard input, sent as it arrives after the bytes that were read of it already.
private struct PipedBody: HTTPStreamedBody {
    let length: HTTPBodyLength
    private let beginning: [UInt8]
    private let streams: CommandStreams

    init(_ beginning: [UInt8], then streams: CommandStreams) {
        self.beginning = beginning
        self.streams = streams
        length = streams.unreadByteCount.map { .known($0 + Int64(beginning.count)) } ?? .unknown
    }

    var additionalHeaders: HTTPHeaders { ["Content-Type": PipedInput.type(ofBeginning: beginning)] }
    var replay: HTTPBodyReplay { .once }

    func makeBytes() throws -> any HTTPByteStream { PipedBytes(beginning, try streams.makeInput()) }
}

/// A reader of bytes in memory, then of a descriptor.
private final class PipedBytes: HTTPByteStream {
    private let beginning: [UInt8]
    private let rest: Descriptor
    /// Guards the number of bytes in memory that were read.
    private let position = Mutex(0)

    init(_ beginning: [UInt8], _ rest: consuming Descriptor) {
        self.beginning = beginning
        self.rest = rest
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let piece = position.withLock { position in
            let piece = beginning[position...].prefix(buffer.count)
            position += piece.count
            return piece
        }
        guard piece.isEmpty else {
            buffer.copyBytes(from: piece)
            return piece.count
        }
        return try rest.read(into: buffer)
    }
}

extension RequestSource {
    /// Uses standard input as the body: if the words ask for it, or if it is a pipe and the words make a request without a body.
    mutating func readStandardInput(_ words: CommandWords, _ streams: CommandStreams) async throws {
        // A saved request, also one of a file, has its own body: it may be sent in a loop that reads its own input.
        let isSaved = path != nil || place != nil
        guard takesInput || !isSaved && takesPipe(words, streams) else { return }
        let wait = "apus send: waiting for the body on standard input" + (takesInput ? "" : "; --ignore-stdin sends none")
        guard let piped = try await streams.explaining(wait, { try PipedInput(streams) }) else {
            if takesInput { throw CommandError("standard input, the body by @-, is empty", code: 2) }
            return
        }
        switch piped {
        case .text(let body): draft.body = body
        case .bytes(let body): self.body = body
        }
        guard draft.method == "GET", !isSaved else { return }
        draft.method = "POST"
        guard !takesInput else { return }
        // Text may be the rest of a script, or the list of a loop.
        if draft.body.kind == .text {
            streams.writeError(
                line: "apus send: standard input is the body, so the method is POST; --ignore-stdin sends GET without a body")
        }
    }

    /// True if standard input is the body of a request in words, without being asked for.
    func takesPipe(_ words: CommandWords, _ streams: CommandStreams) -> Bool {
        guard !isCommand, draft.body.kind == .none, streams.hasPipedInput, !words.has("ignore-stdin") else { return false }
        let isPlain = words.operands.count == 1 || !words.rest.isEmpty
        return !words.takesSecretFromInput && (isPlain || !["GET", "HEAD"].contains(draft.method))
    }
}

extension ResolvedSend {
    /// A copy with another body; nil keeps its own.
    func sending(_ body: (any HTTPBody)?) -> ResolvedSend {
        guard let body else { return self }
        var request = request
        request.body = body
        return replacing(request)
    }
}
