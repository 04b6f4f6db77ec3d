/// An array of objects as a table: the offset of each element and the keys of all of them. The bytes are not copied.
public struct JSONTable: Sendable, Equatable {
    /// The order of the rows.
    public struct Order: Sendable, Equatable {
        /// The index of the column to sort by.
        public var column: Int
        /// True if the largest values come first.
        public var isDescending: Bool

        /// Creates an order.
        public init(column: Int, isDescending: Bool) {
            self.column = column
            self.isDescending = isDescending
        }
    }

    /// The keys of the elements, without quotes, in the order of their first occurrence.
    public private(set) var columns: [String] = []
    /// The order of the rows; nil for the order of the text.
    public private(set) var order: Order?
    /// The offsets of the elements, in the order of the rows.
    private var rows: [Int] = []
    /// The keys of the columns in UTF-8.
    private var keys: [[UInt8]] = []

    private static let rowLimit = 5_000_000
    private static let columnLimit = 200
    /// The number of elements whose keys become columns.
    private static let surveyedRowCount = 2000
    /// The number of bytes within which the array of objects must begin.
    private static let window = 64 << 10

    /// True if a text seems to have a table: an array of objects, at the top level or in a member of the outermost object, or a
    /// sequence of objects. Takes bounded time.
    public static func isLikely(in bytes: UnsafeRawBufferPointer) -> Bool {
        source(in: JSONText(UnsafeRawBufferPointer(rebasing: bytes.prefix(window)))) != nil
    }

    /// Reads the elements of the array of objects in a text.
    /// - Parameter isCancelled: called regularly; true ends the work.
    /// - Returns: nil if the text has no array of objects.
    public init?(_ bytes: UnsafeRawBufferPointer, isCancelled: () -> Bool) {
        let start = Self.source(in: JSONText(UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.window))))
        guard let start else { return nil }
        let text = JSONText(bytes)
        switch start {
        case .array(let array):
            for child in text.children(of: array) {
                guard rows.count < Self.rowLimit, !(rows.count.isMultiple(of: 4096) && isCancelled()) else { break }
                rows.append(child.value)
            }
        case .sequence(var place):
            while place < bytes.count, rows.count < Self.rowLimit, !(rows.count.isMultiple(of: 4096) && isCancelled()) {
                rows.append(place)
                place = text.skipSpace(text.end(of: place))
            }
        }
        survey(text)
    }

    /// The number of rows.
    public var rowCount: Int { rows.count }

    /// The offset of the element of a row, in bytes of the text.
    public func offset(ofRow row: Int) -> Int { rows[row] }

    /// The row of the element that contains an offset, or of the last one that begins before it; nil before the first element.
    public func row(at offset: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
        let place = JSONText(bytes).skipSpace(offset)
        var found: Int?
        for row in rows.indices where rows[row] <= place && (found.map { rows[$0] < rows[row] } ?? true) { found = row }
        return found
    }

    /// The offset of a row's value in a column, in bytes of the text; nil if the row has no such key.
    public func offset(ofRow row: Int, column: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
        let text = JSONText(bytes)
        var offset: Int?
        for child in text.children(of: rows[row]) where child.name.map({ text.isName($0, keys[column]) }) == true { offset = child.value }
        return offset
    }

    /// A value of a row.
    public struct Cell: Hashable, Sendable {
        /// The value as in the text, but strings without quotes and escapes. A long value is cut and ends with `…`.
        public let text: String
        /// True for a string.
        public let isString: Bool
    }

    /// The number of bytes of a value that are shown.
    public static let shownByteCount = 1200

    /// The texts of the values of a row in some columns; nil if the row has no such key.
    ///
    /// - Parameter limit: the number of bytes after which a value is cut.
    public func cells(
        ofRow row: Int, columns wanted: [Int], in bytes: UnsafeRawBufferPointer, limit: Int = shownByteCount
    ) -> [String?] {
        values(ofRow: row, columns: wanted, in: bytes, limit: limit).map { $0?.text }
    }

    /// The values of a row in some columns; nil if the row has no such key.
    ///
    /// - Parameter limit: the number of bytes after which a value is cut.
    public func values(
        ofRow row: Int, columns wanted: [Int], in bytes: UnsafeRawBufferPointer, limit: Int = shownByteCount
    ) -> [Cell?] {
        let text = JSONText(bytes)
        var cells = [Cell?](repeating: nil, count: wanted.count)
        for child in text.children(of: rows[row]) {
            guard let name = child.name else { continue }
            for (place, column) in wanted.enumerated() where text.isName(name, keys[column]) {
                cells[place] = Cell(text: Self.shown(child.value, text, limit), isString: text.kind(of: child.value) == .string)
            }
        }
        return cells
    }

    private struct Cancelled: Error {}

    /// The table sorted by another order: numbers before strings, rows without a value last. Equal rows keep the order of the text.
    /// - Parameter isCancelled: called regularly; true ends the work.
    /// - Returns: nil if it was cancelled.
    public func sorted(by order: Order?, in bytes: UnsafeRawBufferPointer, isCancelled: () -> Bool) -> JSONTable? {
        var table = self
        table.order = order
        table.rows.sort()
        guard let order else { return table }
        let text = JSONText(bytes)
        var steps = 0
        func step() throws(Cancelled) {
            steps += 1
            if steps.isMultiple(of: 4096), isCancelled() { throw Cancelled() }
        }
        do {
            let keyed = try table.rows.map { row throws(Cancelled) in
                try step()
                return (row: row, key: SortKey(text.member(keys[order.column], of: row), text))
            }
            let sorted = try keyed.sorted { left, right in
                try step()
                return left.key.isBefore(right.key, isDescending: order.isDescending, in: text) ?? (left.row < right.row)
            }
            table.rows = sorted.map(\.row)
            return table
        } catch {
            return nil
        }
    }

    // MARK: Finding

    private enum Source {
        case array(Int)
        case sequence(Int)
    }

    private static func source(in text: JSONText) -> Source? {
        let root = text.skipSpace(0)
        guard root < text.bytes.count else { return nil }
        if isArrayOfObjects(root, text) { return .array(root) }
        guard text.kind(of: root) == .object else { return nil }
        for child in text.children(of: root) where isArrayOfObjects(child.value, text) { return .array(child.value) }
        let next = text.skipSpace(text.end(of: root))
        return next < text.bytes.count && text.kind(of: next) == .object ? .sequence(root) : nil
    }

    private static func isArrayOfObjects(_ value: Int, _ text: JSONText) -> Bool {
        guard text.kind(of: value) == .array, let first = text.children(of: value).first(where: { _ in true }) else { return false }
        return text.kind(of: first.value) == .object
    }

    private mutating func survey(_ text: JSONText) {
        var seen: Set<[UInt8]> = []
        for row in rows.prefix(Self.surveyedRowCount) {
            for child in text.children(of: row) {
                guard let name = child.name, keys.count < Self.columnLimit else { continue }
                let key = text.string(name)
                if seen.insert(key).inserted { keys.append(key) }
            }
        }
        columns = keys.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func shown(_ value: Int, _ text: JSONText, _ limit: Int) -> String {
        func cut(_ end: Int, _ read: (Range<Int>) -> String) -> String {
            end - value > limit ? read(value..<value + limit) + "…" : read(value..<end)
        }
        return switch text.kind(of: value) {
        case .string: cut(text.endOfString(value)) { String(decoding: text.string($0), as: UTF8.self) }
        case .object: "{…}"
        case .array: "[…]"
        case .number, .word: cut(text.end(of: value)) { String(decoding: text.bytes[$0], as: UTF8.self) }
        }
    }
}

/// The sort key of a row, of constant size: strings are compared by their first bytes, and read from the text again if those are equal.
struct SortKey {
    private enum Kind: UInt8 {
        case number, text, nothing
    }

    private let kind: Kind
    private let number: Double
    /// The first eight bytes of a string as a number with the same order.
    private let prefix: UInt64
    private let value: Int

    init(_ value: Int?, _ text: JSONText) {
        self.value = value ?? 0
        guard let value else {
            (kind, number, prefix) = (.nothing, 0, 0)
            return
        }
        switch text.kind(of: value) {
        case .number:
            let number = text.number(value)
            (kind, self.number, prefix) = (.number, number.isNaN ? 0 : number, 0)
        case .word where text.bytes[value] == UInt8(ascii: "n"): (kind, number, prefix) = (.nothing, 0, 0)
        case .string, .word, .object, .array: (kind, number, prefix) = (.text, 0, Self.prefix(Self.bytes(value, text)))
        }
    }

    /// The bytes by which a value is sorted; for a container, its bracket.
    private static func bytes(_ value: Int, _ text: JSONText) -> [UInt8] {
        switch text.kind(of: value) {
        case .string: text.string(value)
        case .word, .number: Array(text.word(value))
        case .object, .array: [text.bytes[value]]
        }
    }

    private static func prefix(_ bytes: [UInt8]) -> UInt64 {
        var prefix: UInt64 = 0
        for index in 0..<8 { prefix = prefix << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
        return prefix
    }

    /// True if this key comes first, false if the other does, nil if they are equal. Missing values come last in either direction.
    func isBefore(_ other: SortKey, isDescending: Bool, in text: JSONText) -> Bool? {
        switch (kind, other.kind) {
        case (.nothing, .nothing): nil
        case (.nothing, _): false
        case (_, .nothing): true
        case (.number, .number): number == other.number ? nil : (number < other.number) != isDescending
        case (.number, .text): !isDescending
        case (.text, .number): isDescending
        case (.text, .text):
            prefix != other.prefix ? (prefix < other.prefix) != isDescending : isTextBefore(other, isDescending: isDescending, in: text)
        }
    }

    private func isTextBefore(_ other: SortKey, isDescending: Bool, in text: JSONText) -> Bool? {
        let (left, right) = (Self.bytes(value, text), Self.bytes(other.value, text))
        return left == right ? nil : left.lexicographicallyPrecedes(right) != isDescending
    }
}
