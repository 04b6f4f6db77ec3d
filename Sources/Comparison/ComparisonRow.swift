import JSON

/// A row of a comparison: the left and the right side.
public struct ComparisonRow: Hashable, Sendable {
    /// The kind of difference.
    public enum Kind: Hashable, Sendable {
        case same, changed, removed, added, moved
        /// Equal rows that are not shown; ``Comparison/rows(of:)`` returns them.
        case fold(ComparisonFold)
    }

    /// The places of a value that moved.
    public struct Move: Hashable, Sendable {
        /// The JSON Pointer in the old document.
        public let from: String
        /// The values; ``Comparison/values(of:)`` reads them.
        let old: HashedNode
        let new: HashedNode
    }

    /// One side of a row.
    public struct Cell: Hashable, Sendable {
        /// The number of the line in its document, from 1; nil if rows are not lines.
        public let number: Int?
        /// The text in pieces; those that differ from the other side are marked.
        public let pieces: [Piece]

        init(_ text: String, number: Int? = nil) { self.init([Piece(text: text, isMarked: false)], number: number) }

        init(_ pieces: [Piece], number: Int? = nil) {
            self.pieces = pieces
            self.number = number
        }

        /// The whole text.
        public var text: String { pieces.map(\.text).joined() }
    }

    /// A part of a text.
    public struct Piece: Hashable, Sendable {
        /// The text.
        public let text: String
        /// True if the other side differs here.
        public let isMarked: Bool
    }

    /// The kind of difference.
    public let kind: Kind
    /// The old side; nil for an addition and for folds.
    public let left: Cell?
    /// The new side; nil for a removal and for folds.
    public let right: Cell?
    /// The place of a difference in a JSON document; nil for other rows.
    public let place: JSONPlace?
    /// True for the removed and added lines of a value that replaces one of another kind, which are one difference.
    public let isReplacement: Bool
    /// The old path of a moved value; nil for other rows.
    public let move: Move?

    init(_ kind: Kind, left: Cell? = nil, right: Cell? = nil, place: JSONPlace? = nil, isReplacement: Bool = false, move: Move? = nil) {
        self.kind = kind
        self.left = left
        self.right = right
        self.place = place
        self.isReplacement = isReplacement
        self.move = move
    }

    /// A row whose sides differ in some words.
    static func changed(_ old: String, _ new: String, numbers: (Int?, Int?) = (nil, nil), place: JSONPlace? = nil) -> ComparisonRow {
        let (left, right) = WordChanges.pieces(old, new)
        return ComparisonRow(.changed, left: Cell(left, number: numbers.0), right: Cell(right, number: numbers.1), place: place)
    }

    /// True for differences, false for equal rows and folds.
    public var isDifference: Bool {
        switch kind {
        case .same, .fold: false
        case .changed, .removed, .added, .moved: true
        }
    }
}

/// A place in a JSON document.
public struct JSONPlace: Hashable, Sendable {
    /// The JSON Pointer with `~#` before array indices; no name contains it.
    private let marked: String

    static let root = JSONPlace(marked: "")

    func member(_ name: String) -> JSONPlace { JSONPlace(marked: "\(marked)/\(JSONPointer.escaped(name))") }

    func element(_ index: Int) -> JSONPlace { JSONPlace(marked: "\(marked)/~#\(index)") }

    /// The JSON Pointer (RFC 6901).
    public var pointer: String { marked.replacing("~#", with: "") }

    /// The pattern of ``IgnoreRules/paths`` that matches the place, with any index of the arrays; nil for the root.
    public var pattern: String? {
        guard !marked.isEmpty else { return nil }
        let steps = marked.split(separator: "/", omittingEmptySubsequences: false)
        return steps.map { $0.hasPrefix("~#") ? "*" : $0 }.joined(separator: "/")
    }
}

/// Equal rows that are folded into one.
public struct ComparisonFold: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        /// Lines from these indices on.
        case lines(old: Int, new: Int)
        /// Children of a container at this depth.
        case children(old: ArraySlice<HashedChild>, new: ArraySlice<HashedChild>, depth: Int)
    }

    /// The number of folded lines or values, one row each.
    public let count: Int
    let content: Content

    /// The number of equal rows that are shown beside a difference.
    static let contextCount = 3
    /// The number of rows that are unfolded at once.
    static let unfoldedCount = 200
}

/// Separates the changed words of two lines from the equal ones.
enum WordChanges {
    /// The maximum size of texts that are compared by words; longer ones are marked as a whole.
    private static let maxByteCount = 4000

    /// The pieces of both texts; everything is marked if they have little in common.
    static func pieces(_ old: String, _ new: String) -> ([ComparisonRow.Piece], [ComparisonRow.Piece]) {
        let whole = ([ComparisonRow.Piece(text: old, isMarked: true)], [ComparisonRow.Piece(text: new, isMarked: true)])
        guard old.utf8.count + new.utf8.count < maxByteCount else { return whole }
        let (left, right) = (words(old), words(new))
        let runs = runs(left, right)
        guard !runs.isEmpty else { return whole }
        return (
            marked(left, runs.map { $0.old..<$0.old + $0.count }), marked(right, runs.map { $0.new..<$0.new + $0.count })
        )
    }

    /// True if both texts share at least a third of the longer one.
    static func areSimilar(_ old: String, _ new: String) -> Bool {
        let byteCount = max(old.utf8.count, new.utf8.count)
        guard byteCount < maxByteCount else { return false }
        let (left, right) = (words(old), words(new))
        let common = runs(left, right).reduce(0) { $0 + left[$1.old..<$1.old + $1.count].reduce(0) { $0 + $1.utf8.count } }
        return common * 3 >= byteCount
    }

    private static func runs(_ left: [Substring], _ right: [Substring]) -> [SequenceAlignment.Run] {
        let hash = ContentHash(seed: 0)
        return SequenceAlignment.runs(left.map { hash($0) }, right.map { hash($0) })
    }

    /// Words, runs of spaces, and every other character separately.
    private static func words(_ text: String) -> [Substring] {
        var words: [Substring] = []
        var start = text.startIndex
        func kind(_ character: Character) -> Int { character.isLetter || character.isNumber ? 1 : character == " " ? 2 : 0 }
        for index in text.indices where index > start {
            let (before, here) = (kind(text[text.index(before: index)]), kind(text[index]))
            guard before != here || here == 0 else { continue }
            words.append(text[start..<index])
            start = index
        }
        if start < text.endIndex { words.append(text[start...]) }
        return words
    }

    private static func marked(_ words: [Substring], _ equal: [Range<Int>]) -> [ComparisonRow.Piece] {
        var pieces: [ComparisonRow.Piece] = []
        var next = 0
        func add(_ range: Range<Int>, isMarked: Bool) {
            guard !range.isEmpty else { return }
            pieces.append(.init(text: words[range].joined(), isMarked: isMarked))
        }
        for range in equal {
            add(next..<range.lowerBound, isMarked: true)
            add(range, isMarked: false)
            next = range.upperBound
        }
        add(next..<words.count, isMarked: true)
        return pieces
    }
}

extension Comparison {
    /// The rows of named values that differ: values with the same name are compared in order, the rest is added or removed.
    ///
    /// - Parameter rules: the times and ids to ignore.
    /// - Parameter foldsCase: true to ignore the case of names, as for headers.
    public static func rows(
        ofFields old: [(name: String, value: String)], and new: [(name: String, value: String)], rules: IgnoreRules = IgnoreRules(),
        foldsCase: Bool = false
    ) -> [ComparisonRow] {
        func key(_ name: String) -> String { foldsCase ? name.lowercased() : name }
        func text(_ field: (name: String, value: String)) -> String { "\(field.name): \(field.value)" }
        var places = Dictionary(grouping: new.indices) { key(new[$0].name) }
        var isUsed = [Bool](repeating: false, count: new.count)
        var rows: [ComparisonRow] = []
        for field in old {
            guard let index = places[key(field.name)]?.first else {
                rows.append(ComparisonRow(.removed, left: .init(text(field))))
                continue
            }
            places[key(field.name)]?.removeFirst()
            isUsed[index] = true
            if field.value == new[index].value || rules.ignores(field.value, new[index].value) { continue }
            rows.append(.changed(text(field), text(new[index])))
        }
        return rows + new.indices.filter { !isUsed[$0] }.map { ComparisonRow(.added, right: .init(text(new[$0]))) }
    }
}
