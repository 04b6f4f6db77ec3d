import Engine
import HTTP
import JSON
import Platform
import Query
import Workspace

/// Takes the body of a response to where the options of `send` want it.
struct BodyDelivery: Sendable {
    /// The most bytes of a body that is laid out or queried.
    private static let limit = 256 << 20
    private let words: CommandWords
    private let printer: ResponsePrinter
    private let context: CommandContext

    init(_ words: CommandWords, _ printer: ResponsePrinter, _ context: CommandContext) {
        self.words = words
        self.printer = printer
        self.context = context
    }

    /// Reads the body to its end.
    ///
    /// - Throws: what keeps it from being written, or the `HTTPError` that ended the transfer.
    func deliver(_ response: HTTPResponse) async throws {
        if let path = words.value("output") {
            try await save(response, to: path)
        } else if words.has("download") {
            try await download(response)
        } else if let query = words.value("query") {
            try await printResults(of: query, response)
        } else if !printer.parts.responseBody {
            await response.body.discard()
        } else if words.has("stream") || !context.streams.isOutputTerminal {
            try await context.streams.write(response.body)
        } else {
            let bytes = try await response.body.collect(upTo: Self.limit)
            if !bytes.isEmpty { try printer.write(bytes, mediaType: response.headers["Content-Type"]) }
        }
    }

    private func save(_ response: HTTPResponse, to path: String) async throws {
        guard path != "-" else {
            try await context.streams.write(response.body)
            return
        }
        let count = try await response.body.save(to: path)
        context.streams.complain("\(path): \(ByteText.count(count))\n")
    }

    // MARK: Queries

    private func printResults(of query: String, _ response: HTTPResponse) async throws {
        let bytes = try await response.body.collect(upTo: Self.limit)
        do {
            let values = try await LiveQueries.all.values(query, bytes, response.headers["Content-Type"])
            for value in values {
                try context.streams.write((value.string ?? value.prettyText) + "\n")
            }
        } catch let error as CheckError {
            throw CommandFailure("--query: \(error.message)", code: 1)
        }
    }

    // MARK: Downloads

    /// The request for the rest of a download that was cut off; nil if there is nothing of it.
    func continuing(_ request: HTTPRequest) throws -> HTTPRequest? {
        guard words.has("download"), let part = FileStatus(of: Self.part(of: Self.name(ofURL: request.url))), part.byteCount > 0 else {
            return nil
        }
        var rest = request
        rest.headers["Range"] = "bytes=\(part.byteCount)-"
        return rest
    }

    private static func part(of name: String) -> String { name + ".part" }

    /// The last part of the URL's path as the name of a file.
    private static func name(ofURL url: String) -> String {
        let path = WebURL(url)?.pathname ?? ""
        let name = path.split(separator: "/").last.map { String($0).percentDecoded() } ?? ""
        let safe = name.split(whereSeparator: { $0 == "/" || $0 == "\\" || $0 == "\0" }).last.map(String.init) ?? ""
        return safe.isEmpty || safe.hasPrefix(".") ? "download" : safe
    }

    /// Writes to `NAME.part`, and gives it its name when all of it is there; what is left after a failure is continued by the next call.
    private func download(_ response: HTTPResponse) async throws {
        let fallback = Self.name(ofURL: response.request.url)
        let named = response.headers["Content-Disposition"].flatMap { ContentDisposition($0).safeFileName }
        let (name, part) = (named ?? fallback, Self.part(of: fallback))
        guard response.status.isSuccess else {
            await response.body.discard()
            return
        }
        let isRest = response.status.rawValue == 206
        let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | (isRest ? O_APPEND : O_TRUNC)
        let file = try Descriptor(opening: part, flags)
        let begun = isRest ? FileStatus(of: part)?.byteCount ?? 0 : 0
        var progress = DownloadProgress(streams: context.streams, begun: begun, expected: response.body.expectedByteCount)
        for try await chunk in response.body {
            try file.write(chunk)
            progress.add(chunk.count)
        }
        try file.synchronize()
        try moveFile(part, to: name)
        progress.end(name)
    }
}

/// The progress of a download on a terminal, written over itself at every whole percent or megabyte.
struct DownloadProgress {
    private let streams: CommandStreams
    private let expected: Int64?
    private var count: Int64
    private var shown = ""

    init(streams: CommandStreams, begun: Int64, expected: Int64?) {
        self.streams = streams
        self.expected = expected.map { $0 + begun }
        count = begun
    }

    mutating func add(_ more: Int) {
        count += Int64(more)
        guard streams.isErrorTerminal else { return }
        let text =
            expected.map { "\(ByteText.count(count)) of \(ByteText.count($0)), \(count * 100 / max(1, $0)) %" } ?? ByteText.count(count)
        guard text != shown else { return }
        shown = text
        streams.complain("\r\u{1B}[K\(text)")
    }

    func end(_ name: String) {
        streams.complain((streams.isErrorTerminal ? "\r\u{1B}[K" : "") + "\(name): \(ByteText.count(count))\n")
    }
}
