import Query
import Testing

@Suite struct JSONTableTests {
    private func table(_ text: String, sortedBy order: JSONTable.Order? = nil) -> (columns: [String], rows: [[String?]])? {
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBytes { bytes in
            guard JSONTable.isLikely(in: bytes), let plain = JSONTable(bytes, isCancelled: { false }) else { return nil }
            let table = order.flatMap { plain.sorted(by: $0, in: bytes, isCancelled: { false }) } ?? plain
            let all = Array(table.columns.indices)
            return (table.columns, (0..<table.rowCount).map { table.cells(ofRow: $0, columns: all, in: bytes) })
        }
    }

    @Test(arguments: [
        #"[{"a":1,"b":"x"},{"b":"y","c":[1]}]"#, #"{"total":2,"items":[{"a":1,"b":"x"},{"b":"y","c":[1]}]}"#,
        "{\"a\":1,\"b\":\"x\"}\n{\"b\":\"y\",\"c\":[1]}\n",
    ])
    func findsRowsAndColumns(text: String) {
        let found = table(text)
        #expect(found?.columns == ["a", "b", "c"])
        #expect(found?.rows == [["1", "x", nil], [nil, "y", "[…]"]])
    }

    @Test(arguments: [("a", 1197), ("a", 1198), ("a", 3000), ("\\u00e9", 199), ("\\u00e9", 400), ("é", 2000)])
    func `a shortened value is marked, and can be read whole`(letter: String, count: Int) {
        let value = String(repeating: letter, count: count)
        let bytes = Array(#"[{"a":"\#(value)","b":1\#(String(repeating: "0", count: count))}]"#.utf8)
        bytes.withUnsafeBytes { bytes in
            let table = JSONTable(bytes, isCancelled: { false })
            let cells = table?.cells(ofRow: 0, columns: [0, 1], in: bytes) ?? []
            #expect(cells[0]?.hasSuffix("…") == (value.utf8.count + 2 > JSONTable.shownByteCount))
            #expect(cells[1]?.hasSuffix("…") == (count + 1 > JSONTable.shownByteCount))
            let whole = table?.cells(ofRow: 0, columns: [0, 1], in: bytes, limit: 1 << 20) ?? []
            #expect(whole.map { $0?.unicodeScalars.count } == [count, count + 1])
        }
    }

    @Test(arguments: ["", "[]", "[1,2]", "{\"a\":1}", "{\"a\":[1]}", "nope", "[[{\"a\":1}]]"])
    func returnsNilForOtherValues(text: String) { #expect(table(text) == nil) }

    @Test(arguments: [(0, nil), (1, 0), (8, 0), (9, 0), (10, 1), (12, 1), (30, 2)] as [(Int, Int?)])
    func `an offset belongs to the row of its element`(offset: Int, row: Int?) {
        let bytes = Array("[{\"a\":10},\n {\"a\":2},{\"a\":3}]".utf8)
        bytes.withUnsafeBytes { bytes in
            let plain = JSONTable(bytes, isCancelled: { false })
            #expect(plain?.row(at: offset, in: bytes) == row)
            let sorted = plain?.sorted(by: JSONTable.Order(column: 0, isDescending: true), in: bytes, isCancelled: { false })
            #expect(sorted?.row(at: offset, in: bytes) == row.map { [0, 2, 1][$0] })
        }
    }

    @Test func sortsNumbersBeforeTextsAndMissingValuesLast() {
        let text = #"[{"v":"b"},{"v":10},{},{"v":9},{"v":"a"},{"v":null}]"#
        let up = table(text, sortedBy: JSONTable.Order(column: 0, isDescending: false))
        #expect(up?.rows.map(\.[0]) == ["9", "10", "a", "b", nil, "null"])
        let down = table(text, sortedBy: JSONTable.Order(column: 0, isDescending: true))
        #expect(down?.rows.map(\.[0]) == ["b", "a", "10", "9", nil, "null"])
    }

    @Test func sortsTextsWithEqualBeginnings() {
        let text =
            #"[{"v":"the same start b"},{"v":"the same start a"},{"v":"the \u0073ame start a"},{"v":"the same"},{"v":true},{"v":[1]}]"#
        let up = table(text, sortedBy: JSONTable.Order(column: 0, isDescending: false))
        #expect(up?.rows.map(\.[0]) == ["[…]", "the same", "the same start a", "the same start a", "the same start b", "true"])
        let down = table(text, sortedBy: JSONTable.Order(column: 0, isDescending: true))
        #expect(down?.rows.map(\.[0]) == ["true", "the same start b", "the same start a", "the same start a", "the same", "[…]"])
    }

    @Test func sortingCanBeCancelled() {
        let bytes = Array(("[" + (0..<5000).map { #"{"v":\#($0)}"# }.joined(separator: ",") + "]").utf8)
        let order = JSONTable.Order(column: 0, isDescending: true)
        let sorted = bytes.withUnsafeBytes { bytes in
            JSONTable(bytes, isCancelled: { false })?.sorted(by: order, in: bytes, isCancelled: { true })
        }
        #expect(sorted == nil)
    }

    @Test(
        arguments: [
            ("[{", [[]]), ("[{\"a\":", [[]]), ("[{\"a\":1},{\"b\"", [["1"], [nil]]), ("[{\"a\":1}}}", [["1"]]),
            ("{\"a\":1}\n{", [["1"], [nil]]),
        ] as [(String, [[String?]])])
    func toleratesBrokenRows(text: String, rows: [[String?]]) {
        #expect(table(text)?.rows == rows)
    }
}
