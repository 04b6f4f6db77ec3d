import Engine
import HTTP
import Interchange
import JSON
import Platform
import Query
import Synchronization
import Workspace

/// Delivers the body of a response as the options of `send` require.
struct BodyDelivery: Sendable {
    /// The maximum size of a body that is formatted or queried.
    private static let limit = 256 << 20
    private let words: CommandWords
    private let printer: ResponsePrinter
    private let context: CommandContext
    private let output: CommandOutput
    private let files: WrittenFiles
    /// The files with heads of earlier requests of the command.
    private let earlierHeadFiles: Set<String>

    init(
        _ words: CommandWords, _ printer: ResponsePrinter, _ context: CommandContext, _ output: CommandOutput, _ files: WrittenFiles
    ) {
        self.words = words
        self.printer = printer
        self.context = context
        self.output = output
        self.files = files
        earlierHeadFiles = files.heads
    }

    /// Writes the heads of a response to their files; a file of all heads keeps those of earlier requests of the command.
    func write(_ heads: [HTTPResponseHead]) throws {
        let lines = heads.flatMap { ResponsePrinter.lines(of: $0) + [""] } + [""]
        let bytes = Array(lines.joined(separator: "\r\n").utf8)
        do throws(SystemError) {
            for path in output.headFiles {
                if earlierHeadFiles.contains(path), FileStatus(of: path, followsLinks: false)?.kind == .file {
                    let file = try Descriptor(opening: path, O_WRONLY | O_APPEND)
                    try file.write(bytes)
                } else {
                    try Self.replace(path, by: bytes)
                }
                files.addHead(path)
            }
            if let path = output.headPlace { try Self.replace(path, by: bytes) }
        } catch {
            throw CommandError("\(error)", code: 1)
        }
    }

    private static func replace(_ path: String, by bytes: [UInt8]) throws(SystemError) {
        let file = try AtomicFile(replacing: path, permissions: FileStatus(of: path) == nil ? .private : .preserved, writesDevices: true)
        try file.write(bytes)
        try file.commit()
    }

    /// Reads the body to its end.
    ///
    /// - Throws: the reason why it cannot be written, or the `HTTPError` that ended the transfer.
    func deliver(_ response: HTTPResponse, into part: PartialFile?) async throws {
        try await readAll(of: response, into: part)
        if response.body.isTruncated {
            context.streams.writeError(line: "apus send: the body may be incomplete: its end is missing")
        }
    }

    private func readAll(of response: HTTPResponse, into part: PartialFile?) async throws {
        if let part {
            try await download(response, part)
        } else if output.dropsFailedBody, output.failureCode(of: response.status.rawValue) != nil {
            // For the history and the checks.
            for try await _ in response.body {}
        } else if case .file(let path) = output.place {
            if output.continues { try await append(response, to: path) } else { try await save(response, to: path) }
        } else if let query = words.value("query") {
            try await printResults(of: query, response)
        } else if !printer.parts.responseBody {
            // For the history and the checks.
            for try await _ in response.body {}
        } else if !printer.formats {
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
        if words.has("fail"), response.status >= 400 {
            // For the history and the checks; the file stays as it was.
            for try await _ in response.body {}
            context.streams.writeError(line: "\(path): not written, because of --fail")
            return
        }
        do throws(HTTPError) {
            let count = try await response.body.save(to: path)
            // Other programs say nothing.
            if words.has("output") { context.streams.writeError(line: "\(path): \(ByteText.count(count))") }
        } catch {
            // The exchange contains only the errors of the transfer.
            guard error.underlyingError is FileBodyError else { throw error }
            throw CommandError(error.message, code: 1)
        }
    }

    /// Writes the response to the end of a file, which stays as far as it has come if the transfer breaks off.
    private func append(_ response: HTTPResponse, to path: String) async throws {
        let (size, range) = (byteCount(of: path), response.headers["Content-Range"] ?? "")
        guard size == 0 || response.status == 206 && range.hasPrefix("bytes \(size)-") else {
            await response.body.discard()
            if response.status == 416, range.hasSuffix("/\(size)") { return }
            throw CommandError("\(path) is not continued by the server: \(response.status) \(response.message)", code: 1)
        }
        do {
            let file = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_APPEND, permissions: 0o600)
            for try await chunk in response.body { try file.write(chunk) }
        } catch let error as SystemError {
            throw CommandError("\(path) cannot be written: \(error.reason)", code: 1)
        }
    }

    /// The size of a file as far as it has come; 0 without one.
    private func byteCount(of path: String) -> Int64 {
        guard let status = FileStatus(of: path), status.kind == .file else { return 0 }
        return status.byteCount
    }

    // MARK: Queries

    private func printResults(of query: String, _ response: HTTPResponse) async throws {
        let bytes: [UInt8]
        do throws(HTTPError) { bytes = try await response.body.collect(upTo: Self.limit) } catch {
            // The exchange contains only the errors of the transfer.
            guard error.code == .responseTooLarge, response.request.responseLimits.bodyByteCount ?? .max > Self.limit else { throw error }
            throw CommandError("--query: the body is larger than \(ByteText.count(Int64(Self.limit))): save it with --output", code: 3)
        }
        do {
            try write(try await LiveQueries.all.values(query, bytes, response.headers["Content-Type"]))
        } catch let error as CheckError {
            try write(error.found)
            throw CommandError("--query: \(error.message)", code: 1)
        }
    }

    private func write(_ values: [JSONValue]) throws {
        for value in values {
            let bytes = Array((value.string.map { $0 + "\n" } ?? value.prettyText).utf8)
            // Another program gets the values as the server sent them, with secrets.
            if context.streams.isOutputTerminal { try context.streams.write(bytes) } else { try context.streams.write(unmasked: bytes) }
        }
    }

    // MARK: Downloads

    /// The request of a download, or for the rest of an incomplete one; nil without a download.
    func downloading(_ request: HTTPRequest, _ part: PartialFile?) -> HTTPRequest? {
        guard part != nil || output.continues else { return nil }
        var request = request
        // A part of compressed bytes cannot be decoded.
        if request.decompression == .automatic { request.decompression = .none }
        request.headers.appendIfAbsent("Accept-Encoding", "identity")
        if let part { return part.continuing(request) ?? request }
        if case .file(let path) = output.place, byteCount(of: path) > 0 { request.headers["Range"] = "bytes=\(byteCount(of: path))-" }
        return request
    }

    /// The partial file of the download, reserved for it; nil without a download.
    ///
    /// - Throws: `SystemError` if it cannot be created, and a ``CommandError`` with code 2 if that of `--output` is not free.
    func part(of resolved: ResolvedSend) throws -> PartialFile? {
        guard output.place == .download else { return nil }
        let (name, url) = (Self.name(ofURL: resolved.request.url), resolved.mask.masked(resolved.request.url))
        if let path = words.value("output") {
            if let part = try PartialFile(at: path + ".part", of: url).reserved() { return part }
            throw CommandError("\(path).part belongs to another download or program; remove it, or choose another --output", code: 2)
        }
        let parts = (0..<10_000).lazy.map { number in
            PartialFile(at: (number == 0 ? name : "\(name)-\(number)") + ".part", of: url)
        }
        // The part of this URL comes first: a name before it may be free again.
        for part in parts.prefix(100) where part.canBeContinued {
            if let part = try part.reserved() { return part }
        }
        // Files of other programs are kept, and those of other downloads, under way or broken off.
        for part in parts {
            if let part = try part.reserved() { return part }
        }
        throw SystemError(EEXIST, path: name + ".part")
    }

    private static func name(ofURL url: String) -> String { ContentDisposition.safeFileName(ofURL: url) ?? "download" }

    /// Writes to `NAME.part` and renames it when it is complete; after a failure, the next call continues it.
    ///
    /// - Throws: ``StalePartError`` if the response does not continue the part.
    private func download(_ response: HTTPResponse, _ part: PartialFile) async throws {
        let named = response.headers["Content-Disposition"].flatMap { ContentDisposition($0).safeFileName }
        let name = named ?? Self.name(ofURL: response.request.url)
        let use = part.use(of: response, isContinuation: response.request.headers.contains("If-Range"))
        if use == .stale { throw StalePartError() }
        guard use != .none else {
            context.streams.writeError(line: "apus send: \(response.status) \(response.message): nothing was saved")
            await response.body.discard()
            return
        }
        var progress = DownloadProgress(streams: context.streams, begun: use == .rest ? part.byteCount : 0)
        defer { context.streams.showProgress() }
        let (count, unused): (Int64, String)
        do {
            (count, unused) = try await part.write(response, as: use) {
                progress.show($0, of: $1)
            } moving: {
                // If the server chooses the name, no existing file is overwritten.
                guard let path = words.value("output") else { return try moveFile(part.path, toUnused: name) }
                try moveFile(part.path, to: path)
                return path
            }
        } catch let error as RestMismatchError {
            throw CommandError(error.description, code: 3)
        }
        context.streams.showProgress()
        files.note(download: unused)
        let coding = response.headers["Content-Encoding"].map { ", as sent: compressed (\($0))" } ?? ""
        context.streams.writeError(line: "\(unused): \(ByteText.count(count))\(coding)")
    }
}

/// The progress of a request until its response, on a terminal: its upload, and the waits between attempts.
final class SendingLine: Sendable {
    private let streams: CommandStreams
    private let report = ProgressReport(uptime: HTTPClock.system.uptime)
    /// Guards the text on the terminal; nil after the end, when the line belongs to the response.
    private let shown = Mutex<String?>("")

    init(_ streams: CommandStreams) { self.streams = streams }

    /// Shows the progress of a task until the line ends.
    func follow(_ task: HTTPTask) async {
        for await event in task.events { show(event) }
    }

    /// Erases the line; later events have no effect.
    func end() { replace { _ in nil } }

    private func show(_ event: HTTPTaskEvent) {
        guard let progress = report.update(with: event) else {
            if case .finished = event { replace { _ in "" } }
            return
        }
        switch event {
        case .sent(let count, let all):
            // A short body is sent at once.
            let text = "sent " + ByteText.count(count) + (all.map { " of \(ByteText.count($0))" } ?? "")
            replace { $0.isEmpty && count >= all ?? .max ? "" : text }
        case .retrying: replace { _ in progress.phase.text }
        case .started, .responded: replace { _ in "" }
        default: break
        }
    }

    private func replace(_ text: (String) -> String?) {
        shown.withLock { shown in
            guard let old = shown else { return }
            let new = text(old)
            if new ?? "" != old { streams.showProgress(new ?? "") }
            shown = new
        }
    }
}

/// The heads of the redirects that a request follows.
final class RedirectHeads: Sendable {
    /// Guards the heads: the transfer adds them.
    private let heads = Mutex<[HTTPResponseHead]>([])

    /// Collects the heads of a task that begins.
    init(of task: HTTPTask) {
        task.observe { [weak self] event in
            if case .redirected(_, let response, _) = event { self?.heads.withLock { $0.append(response) } }
            if case .retrying = event { self?.heads.withLock { $0 = [] } }
        }
    }

    /// The heads so far, followed by the head of the response.
    func before(_ response: HTTPResponse) -> [HTTPResponseHead] { heads.withLock(\.self) + [response.head] }
}

/// The files that requests of a command have written.
final class WrittenFiles: Sendable {
    private let written = Mutex<(heads: Set<String>, download: String?)>(([], nil))

    /// The paths of files with heads.
    var heads: Set<String> { written.withLock { $0.heads } }

    func addHead(_ path: String) { written.withLock { _ = $0.heads.insert(path) } }

    func note(download path: String) { written.withLock { $0.download = path } }

    /// Removes and returns the path of the latest download; nil if there was none since.
    func takeDownload() -> String? {
        written.withLock { written in
            defer { written.download = nil }
            return written.download
        }
    }
}

/// The server cannot continue the part, so that the download begins again.
struct StalePartError: Error {}

/// The progress of a download on a terminal, updated at every whole percent or megabyte.
struct DownloadProgress {
    let streams: CommandStreams
    let begun: Int64
    private let start = ContinuousClock.now
    private(set) var shown = ""

    mutating func show(_ count: Int64, of total: Int64?) {
        guard streams.isErrorTerminal else { return }
        let text =
            total.map { "\(ByteText.count(count)) of \(ByteText.count($0)), \(Self.percent(count, of: $0)) %" } ?? ByteText.count(count)
        guard text != shown else { return }
        shown = text
        let seconds = start.duration(to: .now).seconds
        let rate = seconds > 1 ? ", \(ByteText.count(Int64(Double(count - begun) / seconds)))/s" : ""
        streams.showProgress(text + rate)
    }

    /// The percentage, without an overflow for any size that a server names.
    private static func percent(_ count: Int64, of total: Int64) -> Int {
        total > 0 ? Int(min(100, Double(count) / Double(total) * 100)) : 100
    }
}
