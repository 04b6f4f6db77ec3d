import Document
import Engine
import HTTP
import Platform
import Screen
import Widgets
import Workspace

/// Saves the shown body, or opens it in another program.
enum BodyFiles {
    static func reduce(_ state: inout ResponseState, _ message: BodyFileMessage, _ context: ResponseContext) -> ResponseOutcome {
        let body = state.shown.body
        switch message {
        case .save(let piece, let path, let overwrites):
            let piece = newest(piece, body)
            return [
                .output(.showSaving("Saving \(ByteText.count(Int64(piece.byteCount)))…")),
                .effect(.save(piece, path: path, overwrites: overwrites)),
            ]
        case .askToOverwrite(let piece, let path):
            let overwrite = ResponseMessage.file(.save(piece, path: path, overwrites: true))
            return [.show(.confirm(.overwriting("\(path) already exists.", overwrite: overwrite) { .file(.notSaved($0)) }))]
        case .notSaved(let reason): return [.output(.endSaving(problem: reason, toast: .notify(.error, reason)))]
        case .saved(let path, let byteCount, let missing):
            return [.output(.endSaving(problem: nil, toast: saved(path, Int64(byteCount), missing)))]
        case .startSaving:
            return body.map { prompt(BodyPiece(body: $0, wholeByteCount: wholeByteCount(state)), "Save body to", name(state)) } ?? []
        case .startSavingValue: return body.map { promptForValue(state, of: $0) } ?? []
        case .openPager: return body.map { [.effect(.openPager($0))] } ?? []
        case .openEditor: return body.map { [.effect(.openEditor($0, suffix: suffix($0.document.kind, state)))] } ?? []
        case .openOutside: return body.map { [.effect(.openOutside($0, suffix: suffix($0.document.kind, state)))] } ?? []
        }
    }

    /// The message about a file; a warning with both sizes if it lacks the rest of the body.
    private static func saved(_ path: String, _ byteCount: Int64, _ missing: MissingRest?) -> ResponseOutcome {
        let count = ByteText.count(byteCount)
        guard let missing else { return .notify(.done, "Saved \(count) to \(path)") }
        let part = count + (missing.wholeByteCount.map { " of \(ByteText.count($0))" } ?? "")
        let text =
            missing.isArriving
            ? "Saved the first \(part) to \(path): the rest is still arriving, so save it again at the end"
            : "Saved only \(part) to \(path): the response is incomplete"
        return .notify(.warning, text)
    }

    /// The piece with everything that has arrived by now.
    private static func newest(_ piece: BodyPiece, _ body: BodyHandle?) -> BodyPiece {
        guard piece.range == nil, let body, body.isSameBody(as: piece.body) else { return piece }
        return BodyPiece(body: body, wholeByteCount: piece.wholeByteCount)
    }

    /// The size of the whole body: as the head states it, or else as it arrived. Nil if a part or a result is shown.
    private static func wholeByteCount(_ state: ResponseState) -> Int64? {
        guard state.query?.viewer.body == nil, state.part == nil else { return nil }
        let stated = state.head.flatMap { HTTPResponseHead(status: $0.status, headers: $0.headers).expectedByteCount }
        return stated ?? state.exchange?.response?.body.byteCount
    }

    private static func promptForValue(_ state: ResponseState, of body: BodyHandle) -> ResponseOutcome {
        guard let range = state.shown.underCursor.flatMap({ $0.view.valueRange(atRow: $0.row) }) else {
            return .notify(.warning, "No JSON value starts on this line")
        }
        return prompt(BodyPiece(body: body, range: range), "Save value to", "value" + suffix(body.document.kind, state))
    }

    private static func prompt(_ piece: BodyPiece, _ title: String, _ name: String) -> ResponseOutcome {
        let prompt = Prompt<ResponseMessage>(title, "save", "Path", TextFieldState(text: name), kind: .file, waits: true) { path, _ in
            .file(.save(piece, path: path, overwrites: false))
        }
        return [.show(.prompt(prompt))]
    }

    // MARK: Names

    /// The file name that the response suggests, or the last segment of the URL; never a path (RFC 6266, section 4.3).
    private static func name(_ state: ResponseState) -> String {
        let stated = state.head?.headers["Content-Disposition"].flatMap { ContentDisposition($0).safeFileName }
        let url = state.exchange?.request.url ?? state.sending?.url ?? ""
        let name = stated ?? ContentDisposition.safeFileName(ofURL: url) ?? "body"
        let isPlain = state.query?.viewer.body == nil
        guard isPlain else { return "result" + suffix(state.shown.body?.document.kind ?? .text, state) }
        return name.contains(".") ? name : name + suffix(state.shown.body?.document.kind ?? .text, state)
    }

    /// The usual file name suffix of a kind.
    private static func suffix(_ kind: ContentKind, _ state: ResponseState) -> String {
        switch kind {
        case .json: ".json"
        case .jsonLines: ".jsonl"
        case .xml: ".xml"
        case .html: ".html"
        case .css: ".css"
        case .javascript: ".js"
        case .yaml: ".yaml"
        case .image: imageSuffix(state.head?.headers["Content-Type"])
        case .binary: binarySuffix(state.head?.headers["Content-Type"])
        case .form, .headers, .eventStream, .multipart, .text: ".txt"
        }
    }

    private static func imageSuffix(_ mediaType: String?) -> String {
        let known = ["png": ".png", "jpeg": ".jpg", "gif": ".gif", "webp": ".webp", "svg+xml": ".svg", "avif": ".avif", "bmp": ".bmp"]
        let type = mediaType?.prefix { $0 != ";" }.lowercased().split(separator: "/").last?.trimmed
        return type.flatMap { known[$0] } ?? ".img"
    }

    private static func binarySuffix(_ mediaType: String?) -> String {
        let known = ["application/pdf": ".pdf", "application/zip": ".zip", "application/gzip": ".gz", "application/wasm": ".wasm"]
        return mediaType.flatMap { known[$0.prefix { $0 != ";" }.lowercased().trimmed] } ?? ".bin"
    }
}

/// A body as a file: at a path chosen by the user, or a private copy for another program.
enum BodyFile {
    /// The error when a file could not be written.
    struct WriteError: Error, CustomStringConvertible {
        let description: String
        /// True if a file with this name exists; it must not be replaced without a confirmation.
        var exists = false
    }

    /// Writes all bytes to a temporary file and renames it, so that a partial file never exists.
    ///
    /// - Returns: the path for a message.
    static func write(_ piece: BodyPiece, to path: String, overwrites: Bool) throws(WriteError) -> String {
        let path = absolutePath(path)
        let shown = shownPath(path)
        if FileStatus.isFolder(path) { throw WriteError(description: "\(shown) is a folder: enter the name of a file in it") }
        do throws(SystemError) {
            let file = try AtomicFile(replacing: path, permissions: .masked(0o666), writesDevices: true)
            try piece.withUnsafeBytes { bytes throws(SystemError) in try file.write(bytes) }
            try file.commit(overwrites: overwrites)
        } catch {
            guard error.number != EEXIST else { throw WriteError(description: "\(shown) already exists", exists: true) }
            throw WriteError(description: "\(shown) could not be written: \(error.reason)")
        }
        return shown
    }

    /// A copy that only this user can read, in a folder of its own; see ``TemporaryCopy``.
    static func copy(_ bytes: ByteSnapshot, suffix: String) throws(WriteError) -> String {
        do throws(SystemError) {
            return try TemporaryCopy.make(suffix: suffix) { file throws(SystemError) in
                try bytes.withUnsafeBytes { bytes throws(SystemError) in try file.write(bytes) }
            }
        } catch {
            throw WriteError(description: "\(error.path ?? "The copy") could not be written: \(error.reason)")
        }
    }
}

/// Indexes a body as it arrives.
struct BodyDownload: Sendable {
    let exchange: Exchange.ID
    let owner: TabID
    let mediaType: String?
    let post: @Sendable (BodyHandle) -> Void

    /// The number of bytes to index before a separate task takes over; short responses need none.
    private static let beginning = 64 << 10

    /// Reads and indexes a response's body; returns when all of it is indexed, or when the task is cancelled.
    func read(_ body: HTTPResponseBody) async {
        let source = ByteSource(shared: body.recording as? any SharedSpool)
        var chunks = body.makeAsyncIterator()
        var look = Look(self, at: source)
        while await Self.append(from: &chunks, of: body, to: source) {
            // Indexes before the end is read and reported, so that the first view of a short body is complete.
            if let count = body.expectedByteCount, source.snapshot().count == count { source.finish() }
            look.now()
            guard source.snapshot().count >= Self.beginning else { continue }
            async let looked: Void = look.toTheEnd()
            while await Self.append(from: &chunks, of: body, to: source) {}
            return await looked
        }
        await look.toTheEnd()
    }

    /// Reads one chunk.
    /// - Returns: false at the end, complete or not; the source records which.
    private static func append(
        from chunks: inout HTTPResponseBody.Iterator, of body: HTTPResponseBody, to source: ByteSource
    ) async -> Bool {
        do {
            guard let chunk = try await chunks.next() else {
                source.finish(chunks.isTruncated ? .cutOff(truncated) : .complete)
                return false
            }
            try source.append(chunk)
            return true
        } catch {
            source.finish(.cutOff(ResolutionPlace.naming((error as? HTTPError)?.message ?? "\(error)")))
            // Without room for the rest nobody cancelled, so the exchange ends with the reason.
            if let failure = error as? DocumentError { body.cancel(because: failure.message) }
            return false
        }
    }

    private static let truncated = "its end is missing."

    /// Indexes a body that is in memory or in a file.
    func read(_ body: ExchangeBody) async {
        let ending = Self.ending(of: body)
        switch body.storage {
        case .bytes(let bytes): await Look(self, at: ByteSource(bytes, ending: ending)).toTheEnd()
        case .file(let path): await Look(self, at: Self.source(ofFile: path, ending)).toTheEnd()
        }
    }

    private static func ending(of body: ExchangeBody) -> ByteSource.Ending {
        if body.isComplete { return .complete }
        let storedByteCount =
            switch body.storage {
            case .bytes(let bytes): Int64(bytes.count)
            case .file(let path): FileStatus(of: path)?.byteCount ?? 0
            }
        if storedByteCount == body.byteCount { return .cutOff(truncated) }
        return .cutOff(
            storedByteCount == 0
                ? "the history does not keep it, or its file is missing or was changed." : "the history stores only this part.")
    }

    /// The bytes of a file; empty, with the reason, if it cannot be opened.
    private static func source(ofFile path: String, _ ending: ByteSource.Ending) -> ByteSource {
        do throws(DocumentError) {
            return try ByteSource(file: path, ending: ending)
        } catch {
            return ByteSource([], ending: .cutOff("the stored body cannot be read. \(error.message)"))
        }
    }

    /// One pass over a body, from start to end.
    private struct Look: Sendable {
        private let reader: BodyDownload
        private let source: ByteSource
        private var documents: DocumentUpdates.Iterator
        private var revision = 0

        init(_ reader: BodyDownload, at source: ByteSource) {
            self.reader = reader
            self.source = source
            documents = DocumentUpdates(source, reading: Interpretation(mediaType: reader.mediaType)).makeAsyncIterator()
        }

        /// Indexes the bytes that have arrived.
        mutating func now() {
            while let document = documents.nextWithoutWaiting() { post(document) }
        }

        /// Indexes all bytes, including bytes that are still to arrive.
        consuming func toTheEnd() async {
            while let document = await documents.next() { post(document) }
        }

        private mutating func post(_ document: Document) {
            revision += 1
            reader.post(
                BodyHandle(exchange: reader.exchange, owner: reader.owner, revision: revision, document: document, source: source))
        }
    }
}
