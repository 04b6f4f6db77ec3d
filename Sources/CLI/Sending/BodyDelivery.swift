import Engine
import HTTP
import JSON
import Platform
import Query
import Workspace

/// Delivers the body of a response as the options of `send` require.
struct BodyDelivery: Sendable {
    /// The maximum size of a body that is formatted or queried.
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
    /// - Throws: the reason why it cannot be written, or the `HTTPError` that ended the transfer.
    func deliver(_ response: HTTPResponse, into part: PartFile?) async throws {
        if let path = words.value("output") {
            try await save(response, to: path)
        } else if let part {
            try await download(response, part)
        } else if let query = words.value("query") {
            try await printResults(of: query, response)
        } else if !printer.parts.responseBody {
            // For the history and the checks.
            for try await _ in response.body {}
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
        do throws(HTTPError) {
            let count = try await response.body.save(to: path)
            context.streams.complain(line: "\(path): \(ByteText.count(count))")
        } catch {
            // The exchange contains only the errors of the transfer.
            guard error.underlyingError is FileBodyError else { throw error }
            throw CommandFailure(error.message, code: 3)
        }
    }

    // MARK: Queries

    private func printResults(of query: String, _ response: HTTPResponse) async throws {
        let bytes = try await response.body.collect(upTo: Self.limit)
        do {
            let values = try await LiveQueries.all.values(query, bytes, response.headers["Content-Type"])
            for value in values {
                try context.streams.write(value.string.map { $0 + "\n" } ?? value.prettyText)
            }
        } catch let error as CheckError {
            throw CommandFailure("--query: \(error.message)", code: 1)
        }
    }

    // MARK: Downloads

    /// The request of a download, or for the rest of an incomplete one; nil without `--download`.
    func downloading(_ request: HTTPRequest, _ part: PartFile?) -> HTTPRequest? {
        guard let part else { return nil }
        var request = request
        // A part of compressed bytes cannot be decoded.
        if request.decompression == .automatic { request.decompression = .none }
        request.headers.appendIfAbsent("Accept-Encoding", "identity")
        return part.continuing(request) ?? request
    }

    /// The partial file of the download; nil without `--download`.
    func part(of resolved: ResolvedSend) -> PartFile? {
        guard words.has("download") else { return nil }
        return PartFile(of: Self.name(ofURL: resolved.request.url), from: resolved.mask.masked(resolved.request.url))
    }

    /// The last part of the URL's path as a file name.
    private static func name(ofURL url: String) -> String {
        let path = WebURL(url)?.pathname ?? ""
        let name = path.split(separator: "/").last.map { String($0).percentDecoded() } ?? ""
        // The same rules as for a name in a header.
        let encoded = name.percentEncoded(keeping: .alphanumeric)
        return ContentDisposition("attachment; filename*=UTF-8''\(encoded)").safeFileName ?? "download"
    }

    /// Writes to `NAME.part` and renames it when it is complete; after a failure, the next call continues it.
    ///
    /// - Throws: ``PartIsStale`` if the response does not continue the part.
    private func download(_ response: HTTPResponse, _ part: PartFile) async throws {
        let named = response.headers["Content-Disposition"].flatMap { ContentDisposition($0).safeFileName }
        let name = named ?? Self.name(ofURL: response.request.url)
        let isRest = part.isContinued(by: response)
        let wasContinued = response.request.headers.contains("If-Range")
        if wasContinued, !isRest, [.partialContent, .rangeNotSatisfiable].contains(response.status) { throw PartIsStale() }
        guard response.status.isSuccess else {
            context.streams.complain(line: "apus send: \(response.status) \(response.message): nothing was saved")
            await response.body.discard()
            return
        }
        let file = try part.open(isRest: isRest)
        if !isRest { try part.keepVersion(of: response) }
        var progress = DownloadProgress(streams: context.streams, begun: part.byteCount, expected: response.body.expectedByteCount)
        for try await chunk in response.body {
            try file.write(chunk)
            progress.add(chunk.count)
        }
        try file.synchronize()
        progress.end(try part.finish(as: name))
    }
}

/// The progress of a download on a terminal, updated at every whole percent or megabyte.
struct DownloadProgress {
    private let streams: CommandStreams
    private let expected: Int64?
    private let begun: Int64
    private let start = ContinuousClock.now
    private var count: Int64
    private var shown = ""

    init(streams: CommandStreams, begun: Int64, expected: Int64?) {
        self.streams = streams
        self.expected = expected.map { $0 + begun }
        self.begun = begun
        count = begun
    }

    mutating func add(_ more: Int) {
        count += Int64(more)
        guard streams.isErrorTerminal else { return }
        let text =
            expected.map { "\(ByteText.count(count)) of \(ByteText.count($0)), \(count * 100 / max(1, $0)) %" } ?? ByteText.count(count)
        guard text != shown else { return }
        shown = text
        let seconds = start.duration(to: .now).seconds
        let rate = seconds > 1 ? ", \(ByteText.count(Int64(Double(count - begun) / seconds)))/s" : ""
        streams.showProgress(text + rate)
    }

    func end(_ name: String) {
        streams.showProgress()
        streams.complain(line: "\(name): \(ByteText.count(count))")
    }
}
