import Document
import Engine
import HTTP
import JSON
import Query
import Screen

indirect enum BodyEffect: Sendable, Equatable {
    /// Searches a body, also while it arrives.
    case search(BodyHandle, SearchQuery)
    /// Counts the rows of a body with all containers at a level folded.
    case foldLevel(BodyHandle, level: Int)
    /// Copies a body to the clipboard.
    case copy(BodyHandle)
    /// Runs a query on a body; the result is another layer.
    case query(BodyHandle, Query, layer: Int)
    /// Finds the keys in a body.
    case surveyKeys(BodyHandle)
    /// Finds the parts of a body.
    case listParts(BodyHandle, BodyPartition)
    /// Reads one of the parts as a body of its own, as another layer.
    case readPart(BodyHandle, BodyPartition, index: Int, layer: Int)
    /// Makes a small picture from an image body.
    case decodePicture(BodyHandle)
    /// Finds the rows and columns of an array of objects.
    case makeTable(BodyHandle)
    /// Sorts the rows of the table.
    case sortTable(BodyHandle, JSONTable, JSONTable.Order?)
    /// Reads the bytes as another kind or character set, as another layer.
    case read(BodyHandle, Interpretation, layer: Int)
    /// Indexes the rest of a body after its transfer was cancelled.
    case finishReading(BodyHandle, Interpretation)
    /// Writes a body or a part of it to a file; asks before it replaces one.
    case save(BodyPiece, path: String, overwrites: Bool)
    /// Shows the text in the user's pager.
    case openPager(BodyHandle)
    /// Opens a copy of the text in the user's editor.
    case openEditor(BodyHandle, suffix: String)
    /// Opens a copy of the bytes with the desktop's program for the file's kind.
    case openOutside(BodyHandle, suffix: String)
}

/// Runs effects on bodies outside the main actor.
struct BodyEffects: Sendable {
    let worker: QueryWorker
    /// Posts a result to the response of a tab.
    let post: @Sendable (TabID, ResponseMessage) -> Void
    /// Posts that more of a body is indexed.
    let bodyIndexed: @Sendable (BodyHandle) -> Void

    /// The id by which an effect can be cancelled; a newer effect with the same id replaces it.
    static func id(of effect: BodyEffect) -> EffectID? {
        switch effect {
        case .query(let body, _, _): .queryBody(body.owner)
        case .surveyKeys(let body): .surveyKeys(body.owner)
        case .decodePicture(let body): .decodePicture(body.owner)
        case .makeTable(let body), .sortTable(let body, _, _): .makeTable(body.owner)
        case .listParts(let body, _), .readPart(let body, _, _, _), .read(let body, _, _), .finishReading(let body, _):
            .readBody(body.owner)
        case .search(let body, _): .searchBody(body.owner)
        case .foldLevel(let body, _): .foldLevel(body.owner)
        case .save, .copy, .openPager, .openEditor, .openOutside: nil
        }
    }

    func run(_ effect: BodyEffect) async {
        switch effect {
        case .query(let body, let query, let layer): await run(query, on: body, layer)
        case .surveyKeys(let body): deliver(body, .query(.keysSurveyed(SurveyedKeys(body: body, survey: KeySurvey(body.document)))))
        case .decodePicture(let body): await decodePicture(body)
        case .listParts(let body, .multipart(let boundary)): deliver(body, .parts(.listed(parts(of: body, boundary).map(summary))))
        case .listParts(let body, .lines): deliver(body, .parts(.listed(JSONLineParts.list(body))))
        case .readPart(let body, .multipart(let boundary), let index, let layer): await readPart(body, boundary, index, layer)
        case .readPart(let body, .lines, let index, let layer): await readLine(body, index, layer)
        case .makeTable(let body): deliver(body, .table(.made(TableMaker.table(of: body))))
        case .sortTable(let body, let table, let order):
            let sorted = body.document.text.withUnsafeBytes { table.sorted(by: order, in: $0) { Task.isCancelled } }
            if let sorted { deliver(body, .table(.made(MadeTable(body: body, table: sorted, widths: [])))) }
        case .read(let body, let interpretation, let layer): await read(body, interpretation, layer)
        case .finishReading(let body, let interpretation): await finishReading(body, interpretation)
        case .save(let piece, let path, let overwrites): save(piece, path, overwrites: overwrites)
        case .search, .foldLevel, .copy, .openPager, .openEditor, .openOutside: break
        }
    }

    /// Posts a result to the open request to which the body belongs.
    private func deliver(_ body: BodyHandle, _ message: ResponseMessage) { post(body.owner, message) }

    // MARK: Queries

    private func run(_ query: Query, on body: BodyHandle, _ layer: Int) async {
        do throws(QueryError) {
            let results = try worker.results(of: query, in: body.document.text.queryInput)
            try await show(results, of: query, on: body, layer)
            guard !Task.isCancelled else { return }
            deliver(body, .query(.ended(layer: layer, nil)))
        } catch {
            deliver(body, .query(.ended(layer: layer, error)))
        }
    }

    /// Indexes results while more arrive; results before a failure are shown.
    private func show(_ results: WorkerResults, of query: Query, on body: BodyHandle, _ layer: Int) async throws(QueryError) {
        let source = ByteSource()
        let reading = Interpretation(kind: QueryLanguage.resultKind(query.kind))
        async let looked: Void = read(source, reading, of: body, layer) { deliver(body, .query(.evaluated($0))) }
        var failure: QueryError?
        do throws(QueryError) { try await append(results, to: source) } catch { failure = error }
        source.finish()
        await looked
        if let failure { throw failure }
    }

    private func append(_ results: WorkerResults, to source: ByteSource) async throws(QueryError) {
        var iterator = results.makeAsyncIterator()
        while let piece = try await iterator.next(isolation: nil) {
            do throws(DocumentError) { try source.append(piece) } catch { throw QueryError(.process, error.message) }
        }
    }

    private func decodePicture(_ body: BodyHandle) async {
        let largest = BodyPicture.largest
        let job = WorkerJob(
            task: Worker.pictureTask, arguments: ["width": .number(largest.width), "height": .number(largest.height)],
            limits: QueryLimits(cpuSeconds: 5, memoryByteCount: 1 << 30, outputByteCount: 8 << 20))
        do throws(QueryError) {
            let output = try await worker.run(job, body.document.bytes.queryInput).collect()
            let picture = BodyPicture(output, body: body)
            deliver(body, .view(.decoded(picture.map(DecodedPicture.shown) ?? .refused(body, "The picture could not be read"))))
        } catch {
            deliver(body, .view(.decoded(.refused(body, error.message))))
        }
    }

    // MARK: Parts

    /// The parts of a multipart body; empty, with a report, if it is malformed.
    private func parts(of body: BodyHandle, _ boundary: String) -> [ReceivedPart] {
        do throws(MultipartError) {
            let bytes = body.document.bytes
            return try MultipartParser.parse(bytes.bytes(in: 0..<bytes.count), boundary: boundary)
        } catch {
            deliver(body, .failed(error.description))
            return []
        }
    }

    private func summary(_ part: ReceivedPart) -> BodyPart {
        let title = [part.name, part.fileName].compactMap { $0 }.joined(separator: ", ")
        let type = part.headers["Content-Type"] ?? "text/plain"
        return BodyPart(title: title.isEmpty ? "without a name" : title, detail: "\(type), \(ByteText.count(Int64(part.bytes.count)))")
    }

    private func readPart(_ body: BodyHandle, _ boundary: String, _ index: Int, _ layer: Int) async {
        let all = parts(of: body, boundary)
        guard all.indices.contains(index) else { return }
        let part = body.showing(body.document, revision: 0, layer: 0, source: ByteSource(all[index].bytes))
        await read(part, Interpretation(mediaType: all[index].headers["Content-Type"]), layer)
    }

    private func readLine(_ body: BodyHandle, _ index: Int, _ layer: Int) async {
        guard let bytes = JSONLineParts.bytes(index, of: body) else { return }
        let part = body.showing(body.document, revision: 0, layer: 0, source: ByteSource(bytes))
        await read(part, Interpretation(kind: .json), layer)
    }

    // MARK: Reading and saving

    private func read(_ body: BodyHandle, _ interpretation: Interpretation, _ layer: Int) async {
        if let source = body.source { await read(source, interpretation, of: body, layer, bodyIndexed) }
    }

    /// Indexes the rest of the body, and posts only if that finds more than is shown.
    private func finishReading(_ body: BodyHandle, _ interpretation: Interpretation) async {
        guard let source = body.source else { return }
        await read(source, interpretation, of: body, body.layer, after: body.revision, from: body.document.indexedByteCount, bodyIndexed)
    }

    /// Indexes bytes and passes on the document each time more of it is known.
    private func read(
        _ source: ByteSource, _ reading: Interpretation, of body: BodyHandle, _ layer: Int, after revision: Int = 0, from count: Int = 0,
        _ show: (BodyHandle) -> Void
    ) async {
        var revision = revision
        for await document in DocumentUpdates(source, reading: reading) where document.indexedByteCount >= count {
            revision += 1
            show(body.showing(document, revision: revision, layer: layer, source: source))
        }
    }

    private func save(_ piece: BodyPiece, _ path: String, overwrites: Bool) {
        do throws(BodyFile.WriteError) {
            let written = try BodyFile.write(piece, to: path, overwrites: overwrites)
            deliver(piece.body, .file(.saved(path: written, byteCount: piece.byteCount, missing: piece.missing)))
        } catch {
            guard error.exists else { return deliver(piece.body, .file(.notSaved(error.description))) }
            deliver(piece.body, .file(.askToOverwrite(piece, path: path)))
        }
    }
}

extension ByteSnapshot {
    /// The input of a query: the file with the bytes, or a copy of a small body.
    var queryInput: QueryInput {
        if let descriptor { .file(descriptor: descriptor, byteCount: count) } else { .bytes(bytes(in: 0..<count)) }
    }
}

/// Makes the table of a body, with columns as wide as the values in the first rows, the last ones and some between.
enum TableMaker {
    private static let measuredRows = 200
    private static let widest = 400
    /// The maximum width of a column while others need the room.
    static let usualWidth = 40

    static func table(of body: BodyHandle) -> MadeTable {
        body.document.text.withUnsafeBytes { bytes in
            guard let table = JSONTable(bytes, isCancelled: { Task.isCancelled }) else {
                return MadeTable(body: body, table: nil, widths: [])
            }
            // With room for the sort mark after the title.
            var widths = table.columns.map { min(usualWidth, TextWidth.columns(of: $0) + 2) }
            let all = Array(table.columns.indices)
            for row in rowsToMeasure(of: table.rowCount) {
                for (column, text) in table.cells(ofRow: row, columns: all, in: bytes).enumerated() {
                    widths[column] = min(widest, max(widths[column], text.map { TextWidth.columns(of: $0) } ?? 1))
                }
            }
            return MadeTable(body: body, table: table, widths: widths)
        }
    }

    /// Numbers grow with the rows, so the first ones alone are too narrow.
    private static func rowsToMeasure(of count: Int) -> [Int] {
        guard count > 3 * measuredRows else { return Array(0..<count) }
        let step = (count - 2 * measuredRows) / measuredRows
        let between = (0..<measuredRows).map { measuredRows + $0 * step }
        return Array(0..<measuredRows) + between + Array(count - measuredRows..<count)
    }
}

/// The lines of a JSON Lines body as parts.
enum JSONLineParts {
    /// The maximum number of parts.
    private static let limit = 10_000
    private static let titleByteCount = 80

    /// The first lines that are not empty, each with its beginning and its size.
    static func list(_ body: BodyHandle) -> [BodyPart] {
        body.document.text.withUnsafeBytes { bytes in
            ranges(in: bytes, limit: limit).map { range in
                BodyPart(
                    title: String(decoding: bytes[range].prefix(titleByteCount), as: UTF8.self), detail: ByteText.count(Int64(range.count)))
            }
        }
    }

    static func bytes(_ index: Int, of body: BodyHandle) -> [UInt8]? {
        body.document.text.withUnsafeBytes { bytes in ranges(in: bytes, limit: limit).dropFirst(index).first.map { Array(bytes[$0]) } }
    }

    private static func ranges(in bytes: UnsafeRawBufferPointer, limit: Int) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        while start < bytes.count, ranges.count < limit {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            let line = bytes[start..<end]
            // Text sequences begin with a record separator (RFC 7464).
            if let first = line.firstIndex(where: { $0 > 0x20 }) { ranges.append(first..<end) }
            start = end + 1
        }
        return ranges
    }
}
