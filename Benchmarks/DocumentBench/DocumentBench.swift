import Document
import Platform
/// Measures the viewer's model with one body: `document-bench FILE MEDIA-TYPE` prints one figure a line, `name value`.
@main enum DocumentBench {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else {
            print("usage: document-bench FILE MEDIA-TYPE")
            exit(2)
        }
        let memoryBefore = anonymousMegabytes()
        let source = try ByteSource(file: arguments[1])
        guard let document = await index(source, arguments[2]) else { return }
        report("memory-MB", anonymousMegabytes() - memoryBefore)
        look(at: document)
        await search(document)
    }

    // MARK: Index

    private static func index(_ source: ByteSource, _ mediaType: String) async -> Document? {
        let begin = ContinuousClock.now
        let start = processorSeconds()
        var last: Document?
        var indexed: Double?
        var drawing = 0.0
        var frames: [Double] = []
        for await document in DocumentUpdates(source, reading: Interpretation(mediaType: mediaType)) {
            if last == nil {
                _ = DocumentView(document).rows(0..<60)
                report("first-screen-ms", milliseconds(since: begin))
            }
            // The cost of a frame at the end of the received part of the body.
            let beforeFrame = processorSeconds()
            frame(of: document)
            frames.append((processorSeconds() - beforeFrame) * 1000)
            drawing += frames.last.map { $0 / 1000 } ?? 0
            if indexed == nil, document.isIndexed { indexed = processorSeconds() - start - drawing }
            last = document
        }
        if let last, let indexed { report("index-GB/s", Double(last.bytes.count) / indexed / 1e9) }
        report99("frame-p99-ms", of: frames)
        return last
    }

    private static func frame(of document: Document, marking pattern: SearchPattern? = nil) {
        let view = DocumentView(document)
        _ = view.rows(max(0, view.rowCount - 60)..<view.rowCount, marking: pattern)
    }

    // MARK: Places

    private static func look(at document: Document) {
        let view = DocumentView(document)
        report("rows", Double(view.rowCount))
        report("jump-end-ms", median { _ = view.rows(max(0, view.rowCount - 60)..<view.rowCount) })
        report("jump-middle-ms", median { _ = view.rows(view.rowCount / 2..<view.rowCount / 2 + 60) })
        let start = view.rowCount / 3
        let pages = (0..<200).map { page in time { _ = view.rows(start + page * 60..<start + page * 60 + 60) } }.sorted()
        report("page-down-ms", pages[100])
        report(
            "fold-root-ms",
            median {
                var folded = view
                folded.toggleFold(atRow: 0)
            })
    }

    private static func search(_ document: Document) async {
        var frames: [Double] = []
        for (name, query) in [
            ("search-literal-GB/s", SearchQuery("not to be found anywhere")),
            ("search-regex-GB/s", SearchQuery("(crew|request) [0-9]+ of", isRegularExpression: true)),
        ] {
            guard let pattern = try? SearchPattern(query) else { continue }
            let start = processorSeconds()
            var drawing = 0.0
            for await results in SearchUpdates(document, for: pattern) {
                let beforeFrame = processorSeconds()
                frame(of: document, marking: results.pattern)
                frames.append((processorSeconds() - beforeFrame) * 1000)
                drawing += frames.last.map { $0 / 1000 } ?? 0
                if results.isComplete { break }
            }
            report(name, Double(document.text.count) / (processorSeconds() - start - drawing) / 1e9)
        }
        report99("search-frame-p99-ms", of: frames)
    }

    // MARK: Figures

    private static func report(_ name: String, _ value: Double) {
        print("\(name) \(value)")
    }

    private static func report99(_ name: String, of times: [Double]) {
        guard !times.isEmpty else { return }
        report(name, times.sorted()[min(times.count - 1, times.count * 99 / 100)])
    }

    /// The median of nine times, because other programs may delay single ones.
    private static func median(_ body: () -> Void) -> Double { (0..<9).map { _ in time(body) }.sorted()[4] }

    private static func time(_ body: () -> Void) -> Double {
        let begin = ContinuousClock.now
        body()
        return milliseconds(since: begin)
    }

    /// The processor's time, which a busy machine does not stretch: index and search use one thread.
    private static func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    private static func milliseconds(since begin: ContinuousClock.Instant) -> Double { seconds(ContinuousClock.now - begin) * 1000 }

    private static func seconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
    }

    /// The memory that is the process's own, without what is mapped from files (proc(5), `smaps_rollup`).
    private static func anonymousMegabytes() -> Double {
        guard let file = fopen("/proc/self/smaps_rollup", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: " ")
            if words.first == "Anonymous:", words.count > 1 { return (Double(words[1]) ?? 0) / 1024 }
        }
        return 0
    }
}
