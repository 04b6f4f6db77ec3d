import Testing

@testable import Document

@Suite struct StructureTests {
    private static let text = #"{"a":[1,{"x y":2,"z":[]},3],"b":"t" ,"c":{"d":[{"e":null}]}}"#

    @Test(arguments: [
        (0, ".", "$"), (1, ".a", "$.a"), (2, ".a[0]", "$.a[0]"), (3, ".a[1]", "$.a[1]"), (4, #".a[1]."x y""#, #"$.a[1]["x y"]"#),
        (5, ".a[1].z", "$.a[1].z"), (6, ".a[1]", "$.a[1]"), (7, ".a[2]", "$.a[2]"), (8, ".a", "$.a"), (9, ".b", "$.b"),
        (13, ".c.d[0].e", "$.c.d[0].e"), (17, ".", "$"),
    ])
    func everyRowHasAPath(_ row: Int, _ jq: String, _ jsonPath: String) {
        let path = DocumentView(Document(Array(Self.text.utf8), kind: .json)).path(atRow: row)
        #expect(path?.jq == jq)
        #expect(path?.jsonPath == jsonPath)
    }

    @Test(arguments: [
        (0, text, nil), (1, #"[1,{"x y":2,"z":[]},3]"#, #""a""#), (2, "1", nil), (3, #"{"x y":2,"z":[]}"#, nil), (4, "2", #""x y""#),
        (5, "[]", #""z""#), (6, #"{"x y":2,"z":[]}"#, nil), (9, #""t""#, #""b""#), (16, #"{"d":[{"e":null}]}"#, nil),
    ])
    func everyRowHasAValue(_ row: Int, _ value: String, _ key: String?) {
        let view = DocumentView(Document(Array(Self.text.utf8), kind: .json))
        #expect(view.valueRange(atRow: row).map(view.text(in:)) == value)
        #expect(view.keyRange(atRow: row).map(view.text(in:)) == key)
    }

    @Test(arguments: [(0, 17), (1, 8), (3, 6), (10, 16), (11, 15), (12, 14)])
    func bracketsFindTheirPartners(_ opening: Int, _ closing: Int) {
        let view = DocumentView(Document(Array(Self.text.utf8), kind: .json))
        #expect(view.matchingRow(of: opening) == closing)
        #expect(view.matchingRow(of: closing) == opening)
        #expect(view.parentRow(of: closing) == view.parentRow(of: opening))
    }

    @Test func rowsAtTheTopHaveNoParent() {
        let view = DocumentView(Document(Array("1\n[]\n[2]".utf8), kind: .json))
        #expect((0..<5).map(view.parentRow) == [nil, nil, nil, 2, nil])
    }

    @Test(arguments: UInt64(0)..<4)
    func pathsAndPartnersAreFoundAcrossCheckpoints(_ seed: UInt64) {
        var random = RandomJSON(seed: seed)
        let bytes = Array(random.value(size: 50_000).utf8)
        let view = DocumentView(Document(bytes, kind: .json))
        let rows = view.rows(0..<view.rowCount)
        for place in ReferencePlaces(rows).places where Int.random(in: 0..<25, using: &random) == 0 {
            #expect(view.path(atRow: place.row)?.components.map(\.summary) == place.path)
            #expect(view.parentRow(of: place.row) == place.parent)
        }
    }

    @Test func thousandsOfLevelsAreFoldedAndNamed() {
        let depth = 200_000
        let bytes = [UInt8](repeating: UInt8(ascii: "["), count: depth) + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
        var view = DocumentView(Document(bytes, kind: .json))
        #expect(view.rowCount == 2 * depth - 1)
        #expect(view.matchingRow(of: 0) == 2 * depth - 2)
        #expect(view.path(atRow: depth - 1)?.isTruncated == true)
        #expect(view.rows(depth - 1..<depth).first?.indent == 2 * (depth - 1))
        view.toggleFold(atRow: 100_000)
        #expect(view.rowCount == depth + 1)
    }
}

extension DocumentView {
    /// The row of the bracket that matches the one in a row.
    func matchingRow(of row: Int) -> Int? {
        read { structure in
            guard let line = line(atRow: row, structure) else { return nil }
            let partner = line.scanned.closes ? structure.ancestors(of: line, limit: 1).first?.opening : structure.closing(of: line)
            return partner.map { visibleRow(of: $0, structure) }
        }
    }

    func text(in range: Range<Int>) -> String {
        String(decoding: document.text.bytes(in: range), as: UTF8.self)
    }
}

extension DocumentPath.Component {
    var summary: String {
        switch self {
        case .index(let index): "\(index)"
        case .key: "key"
        }
    }
}

/// Where each row is, found by going through all of them.
private struct ReferencePlaces {
    struct Place {
        var row: Int
        var path: [String]
        var parent: Int?
    }

    private struct Container {
        var row: Int
        var isObject: Bool
        var count = 0
    }

    private(set) var places: [Place] = []
    private var containers: [Container] = []

    init(_ rows: [DisplayLine]) {
        let wholeLines = rows.reduce(into: [DisplayLine]()) { lines, row in
            if row.isContinuation { lines[lines.count - 1].text += row.text } else { lines.append(row) }
        }
        for row in wholeLines {
            while containers.count > row.indent / 2 + (row.text.first.map { "]}".contains($0) } ?? false ? 1 : 0) {
                containers.removeLast()
            }
            let closes = containers.count > row.indent / 2
            let around = closes ? containers.dropLast() : containers[...]
            let steps = containers.enumerated().map { index, container in
                container.isObject ? "key" : "\(container.count - (index == containers.count - 1 && !closes ? 0 : 1))"
            }
            places.append(Place(row: row.row, path: Array(closes ? steps.dropLast() : steps[...]), parent: around.last?.row))
            if closes { containers.removeLast() } else if !containers.isEmpty { containers[containers.count - 1].count += 1 }
            if row.fold == .expanded { containers.append(Container(row: row.row, isObject: row.text.hasSuffix("{"))) }
        }
    }
}
