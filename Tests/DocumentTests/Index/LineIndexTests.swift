import Testing

@testable import Document

@Suite struct LineIndexTests {
    @Test(arguments: UInt64(0)..<8)
    func fastIndexOfJSONMatchesTheReference(_ seed: UInt64) {
        var random = RandomJSON(seed: seed)
        let bytes = Array(random.value(size: 60_000).utf8)
        let reference = ReferenceIndex(.json, bytes)
        let index = index(.json, bytes)
        #expect(index.checkpoints.all == reference.checkpoints)
        #expect(index.lineCount == reference.lines.count)
        #expect(index.rowCount == reference.rowCount)
    }

    @Test(arguments: UInt64(100)..<115)
    func fastIndexOfDamagedJSONMatchesTheReference(_ seed: UInt64) {
        var random = RandomJSON(seed: seed)
        let whole = Array((0..<20).map { _ in random.value(size: 1500) }.joined(separator: "\n").utf8)
        let bytes = random.damaged(whole, times: Int(seed % 20) * 10)
        let reference = ReferenceIndex(.json, bytes)
        let index = index(.json, bytes)
        #expect(index.checkpoints.all.map(\.withoutSummary) == reference.checkpoints.map(\.withoutSummary))
        #expect(index.lineCount == reference.lines.count)
        #expect(index.rowCount == reference.rowCount)
    }

    @Test(arguments: UInt64(200)..<206)
    func fastIndexOfTextMatchesTheReference(_ seed: UInt64) {
        let bytes = randomText(seed: seed)
        let reference = ReferenceIndex(.text, bytes)
        let index = index(.text, bytes)
        #expect(index.checkpoints.all == reference.checkpoints)
        #expect(index.lineCount == reference.lines.count)
        #expect(index.rowCount == reference.rowCount)
    }

    @Test(arguments: [LineGrammar.json, .text], UInt64(300)..<303)
    func everyLineIsFoundByItsRowNumberAndOffset(_ grammar: LineGrammar, _ seed: UInt64) {
        var random = RandomJSON(seed: seed)
        let bytes = grammar == .json ? Array(random.value(size: 90_000).utf8) : randomText(seed: seed)
        let reference = ReferenceIndex(grammar, bytes)
        let index = index(grammar, bytes)
        bytes.withUnsafeBytes { bytes in
            for line in reference.lines where Int.random(in: 0..<20, using: &random) == 0 || line.rowCount > 1 {
                for row in [line.rows.lowerBound, line.rows.upperBound - 1] { #expect(found(row, .row) == line) }
                #expect(found(line.line, .line) == line)
                #expect(found(line.scanned.range.lowerBound, .offset) == line)
            }
            func found(_ target: Int, _ measure: Checkpoint.Measure) -> NumberedLine? {
                var reader = LineReader(index, bytes: bytes, at: target, by: measure)
                return reader?.next()
            }
        }
    }

    @Test(arguments: [LineGrammar.json, .text])
    func indexesEveryPrefixLikeACompleteDocument(_ grammar: LineGrammar) {
        var random = RandomJSON(seed: 7)
        let bytes = Array(random.value(size: 700).utf8) + Array("\n\"x\"\r\n\n".utf8)
        var indexer = LineIndexer(grammar)
        bytes.withUnsafeBytes { bytes in
            for count in 0...bytes.count {
                let prefix = UnsafeRawBufferPointer(rebasing: bytes[..<count])
                let arriving = indexer.advance(over: prefix, isComplete: false)
                let whole = ReferenceIndex(grammar, Array(prefix))
                #expect(arriving.lineCount == whole.lines.count, "\(count)")
                #expect(arriving.checkpoints.all.map(\.withoutSummary) == whole.checkpoints.map(\.withoutSummary), "\(count)")
            }
        }
    }

    private func index(_ grammar: LineGrammar, _ bytes: [UInt8]) -> LineIndex {
        var indexer = LineIndexer(grammar)
        return bytes.withUnsafeBytes { indexer.advance(over: $0, isComplete: true) }
    }

    private func randomText(seed: UInt64) -> [UInt8] {
        var random = RandomJSON(seed: seed)
        let lines = (0..<400).map { _ in random.string() + String(repeating: "x", count: Int.random(in: 0...2100, using: &random) / 9) }
        return Array(lines.joined(separator: seed % 2 == 0 ? "\n" : "\r\n").utf8) + (seed % 3 == 0 ? [0x0A] : [])
    }
}

extension Checkpoint {
    var withoutSummary: Checkpoint { Checkpoint(offset: offset, line: line, row: row, depth: depth) }
}
