/// An array of objects as rows and columns: where each element begins, and which keys they have. The bytes stay where they are.
public struct JSONTable: Sendable, Equatable {
    /// How the rows stand.
    public struct Order: Sendable, Equatable {
        /// The index of the column that decides.
        public var column: Int
        /// Whether the largest come first.
        public var isDescending: Bool

        /// Takes the column and the direction.
        public init(column: Int, isDescending: Bool) {
            self.column = column
            self.isDescending = isDescending
        }
    }

    /// The keys of the elements, without their quotes, in the order in which they came.
    public private(set) var columns: [String] = []
    /// What the rows are sorted by; nil for the order of the text.
    public private(set) var order: Order?
    /// The elements' first bytes, in the order of the rows.
    private var rows: [Int] = []
    /// The columns' keys in UTF-8.
    private var keys: [[UInt8]] = []

    private static let rowLimit = 5_000_000
    private static let columnLimit = 200
    /// So many elements are asked for their keys.
    private static let surveyed = 2000
    /// An array of objects is looked for in so many bytes.
    private static let window = 64 << 10

    /// Whether there seems to be a table in a text: an array of objects, alone or in a member of the outermost object, or objects one after
    /// the other. Takes a bounded time.
    public static func isLikely(in bytes: UnsafeRawBufferPointer) -> Bool {
        source(in: JSONText(UnsafeRawBufferPointer(rebasing: bytes.prefix(window)))) != nil
    }

    /// Reads the elements of the array of objects in a text.
    /// - Parameter isCancelled: asked now and then; true ends the work.
    /// - Returns: nil where there is none.
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

    /// How many rows there are.
    public var rowCount: Int { rows.count }

    /// Where the element of a row begins, in bytes of the text.
    public func offset(ofRow row: Int) -> Int { rows[row] }

    /// What a row has in some columns, as it stands there but for the quotes of strings; nil where it has no such key. Long values are cut.
    public func cells(ofRow row: Int, columns wanted: [Int], in bytes: UnsafeRawBufferPointer) -> [String?] {
        let text = JSONText(bytes)
        var cells = [String?](repeating: nil, count: wanted.count)
        for child in text.children(of: rows[row]) {
            guard let name = child.name else { continue }
            for (place, column) in wanted.enumerated() where text.isName(name, keys[column]) {
                cells[place] = Self.shown(child.value, text)
            }
        }
        return cells
    }

    private struct Cancelled: Error {}

    /// The same rows in another order: numbers before texts, rows without a value last. Equal rows stay as they stand in the text.
    /// - Parameter isCancelled: asked now and then; true ends the work.
    /// - Returns: nil when it was ended.
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
        for row in rows.prefix(Self.surveyed) {
            for child in text.children(of: row) {
                guard let name = child.name, keys.count < Self.columnLimit else { continue }
                let key = text.string(name)
                if seen.insert(key).inserted { keys.append(key) }
            }
        }
        columns = keys.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func shown(_ value: Int, _ text: JSONText) -> String {
        let limit = min(text.bytes.count, value + 400)
        switch text.kind(of: value) {
        case .string:
            let end = text.endOfString(value)
            return String(decoding: text.bytes[min(value + 1, limit)..<max(min(value + 1, limit), min(end - 1, limit))], as: UTF8.self)
        case .object: return "{…}"
        case .array: return "[…]"
        case .number, .word: return String(decoding: text.bytes[value..<min(text.end(of: value), limit)], as: UTF8.self)
        }
    }
}
