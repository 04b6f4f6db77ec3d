import Platform

/// The members of a file that the tree shows.
struct FileHead: Formatted {
    static let fields: [Field<FileHead>] = [
        Field("name", \.name, Coder<String>.string.optional),
        Field("method", \.method, Coder<String>.string.optional),
        Field("url", \.url, .string),
        Field("host", \.host, .string),
        Field("port", \.port, .port),
        Field("order", \.order, Coder<String>.string.list),
        Field("protected", \.isProtected, .flag),
    ]

    static let blank = FileHead()
    var name: String?
    var method: String?
    var url = ""
    /// The host of an environment.
    var host = ""
    var port = ""
    var order: [String] = []
    var isProtected = false

    /// Reads a file's text with the scanner if possible, which is fast for many or large files.
    ///
    /// - Throws: `broken` with the position of the error.
    static func read(_ bytes: [UInt8], _ path: String) throws(WorkspaceError) -> FileHead {
        if let head = FileHeadScanner.scan(bytes) { return head }
        return try WorkspaceStore.parse(FileHead.self, bytes, path)
    }

    /// The children in the folder's order; others follow, by name.
    func sort(_ children: [WorkspaceNode]) -> [WorkspaceNode] {
        let places = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let keys = children.indices.map { index in
            let node = children[index]
            let place = places.isEmpty ? nil : places[WorkspacePath.stem(of: node.path)] ?? places[node.path.lastPathComponent]
            return (place: place ?? .max, name: NaturalOrder(of: node.name), index: index)
        }
        let sorted = keys.sorted { left, right in
            if left.place != right.place { return left.place < right.place }
            if left.name != right.name { return left.name < right.name }
            return children[left.index].path < children[right.index].path
        }
        return sorted.map { children[$0.index] }
    }
}

/// Extracts the members that the tree shows from a JSON text in one pass without building anything else.
///
/// It checks the whole grammar (RFC 8259), so that it only accepts JSON, and gives up at anything unexpected: an error, an escape in a
/// name, a value of another type. Then the parser decides and reports the error.
struct FileHeadScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var depth = 0
    /// The bitwise or of all bytes in strings; at most 0x7F if they are ASCII.
    private var seen: UInt8 = 0
    private static let depthLimit = 128

    /// The head of the text; nil if the parser must decide.
    static func scan(_ text: [UInt8]) -> FileHead? {
        text.withUnsafeBufferPointer { buffer in
            var scanner = FileHeadScanner(bytes: buffer)
            guard let head = scanner.document() else { return nil }
            return scanner.seen < 0x80 || String(validating: buffer, as: UTF8.self) != nil ? head : nil
        }
    }

    private mutating func document() -> FileHead? {
        var head = FileHead()
        skipSpace()
        guard consume("{") else { return nil }
        skipSpace()
        if !consume("}") {
            repeat {
                skipSpace()
                guard let name = plainString(), colon(), member(name, of: &head) else { return nil }
                skipSpace()
            } while consume(",")
            guard consume("}") else { return nil }
        }
        skipSpace()
        return position == bytes.count ? head : nil
    }

    /// Reads a member of the top level, or skips it if the tree does not show it.
    private mutating func member(_ name: Range<Int>, of head: inout FileHead) -> Bool {
        if matches(name, "name") {
            head.name = text()
            return head.name != nil
        }
        if matches(name, "method") {
            head.method = text()
            return head.method != nil
        }
        if matches(name, "url") { return text(&head.url) }
        if matches(name, "host") { return text(&head.host) }
        if matches(name, "port") { return text(&head.port) }
        if matches(name, "order") { return texts(&head.order) }
        if matches(name, "protected") { return flag(&head.isProtected) }
        return value()
    }

    private mutating func texts(_ list: inout [String]) -> Bool {
        list = []
        guard consume("[") else { return false }
        skipSpace()
        if consume("]") { return true }
        repeat {
            skipSpace()
            guard let element = text() else { return false }
            list.append(element)
            skipSpace()
        } while consume(",")
        return consume("]")
    }

    private mutating func text(_ place: inout String) -> Bool {
        guard let text = text() else { return false }
        place = text
        return true
    }

    private mutating func flag(_ flag: inout Bool) -> Bool {
        flag = word("true")
        return flag || word("false")
    }

    /// A string without escapes.
    private mutating func text() -> String? {
        plainString().map { String(decoding: UnsafeBufferPointer(rebasing: bytes[$0]), as: UTF8.self) }
    }

    /// The range of a string without escapes, between its quotes.
    private mutating func plainString() -> Range<Int>? {
        let start = position + 1
        guard string() else { return nil }
        let range = start..<position - 1
        return range.contains { bytes[$0] == UInt8(ascii: "\\") } ? nil : range
    }

    /// Skips any value.
    private mutating func value() -> Bool {
        switch peek {
        case UInt8(ascii: "\""): string()
        case UInt8(ascii: "{"): elements(until: "}", isObject: true)
        case UInt8(ascii: "["): elements(until: "]", isObject: false)
        case UInt8(ascii: "t"): word("true")
        case UInt8(ascii: "f"): word("false")
        case UInt8(ascii: "n"): word("null")
        default: number()
        }
    }

    private mutating func elements(until close: Unicode.Scalar, isObject: Bool) -> Bool {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.depthLimit else { return false }
        position += 1
        skipSpace()
        if consume(close) { return true }
        repeat {
            skipSpace()
            if isObject { guard string(), colon() else { return false } }
            guard value() else { return false }
            skipSpace()
        } while consume(",")
        return consume(close)
    }

    private mutating func string() -> Bool {
        guard consume("\"") else { return false }
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") { return true }
            if byte < 0x20 { return false }
            if byte == UInt8(ascii: "\\"), !escape() { return false }
            seen |= byte
        }
        return false
    }

    private mutating func escape() -> Bool {
        let byte = peek
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            return true
        default: return false
        }
    }

    private mutating func number() -> Bool {
        _ = consume("-")
        guard consume("0") || digits() else { return false }
        if consume("."), !digits() { return false }
        guard consume("e") || consume("E") else { return true }
        if !consume("+") { _ = consume("-") }
        return digits()
    }

    private mutating func digits() -> Bool {
        let start = position
        while UInt8(ascii: "0")...UInt8(ascii: "9") ~= peek { position += 1 }
        return position > start
    }

    private mutating func word(_ word: StaticString) -> Bool {
        guard matches(position..<min(bytes.count, position + word.utf8CodeUnitCount), word) else { return false }
        position += word.utf8CodeUnitCount
        return true
    }

    private mutating func colon() -> Bool {
        skipSpace()
        guard consume(":") else { return false }
        skipSpace()
        return true
    }

    /// The next byte; 0 at the end, which the grammar allows nowhere.
    private var peek: UInt8 { position < bytes.count ? bytes[position] : 0 }

    private mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
        guard position < bytes.count, UInt32(bytes[position]) == scalar.value else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    private func matches(_ range: Range<Int>, _ word: StaticString) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        // The index is less than the count of the static string, which is ASCII.
        return range.allSatisfy { bytes[$0] == word.utf8Start[$0 - range.lowerBound] }
    }
}

/// Finds files in the tree that are not completely valid. Each version of a file is read once.
///
/// An actor of its own, so that nothing else waits while thousands of files are read.
public actor FileInspection {
    /// The files read so far. For valid ones, which may be thousands, only a hash is stored.
    private struct Seen {
        /// Hashes of path and stamp of the valid files.
        var whole: Set<Int> = []
        /// The problems of the other files, with their stamps.
        var faulty: [String: (stamp: FileStatus, problem: WorkspaceIssue)] = [:]
        var count: Int { whole.count + faulty.count }
    }

    private let store: WorkspaceStore
    private var seen = Seen()
    private static let filesAtOnce = 32

    /// Inspects the files of a workspace.
    public init(_ store: WorkspaceStore) { self.store = store }

    /// The problems of requests, settings and environments, by their paths in the tree. Ends early if its task is cancelled.
    public func problems(in tree: WorkspaceTree) async -> [String: WorkspaceIssue] {
        var now = Seen()
        for environment in tree.environments.values.joined() where environment.problem == nil { look(at: environment.path, &now) }
        var waiting = tree.nodes
        while let node = waiting.popLast(), !Task.isCancelled {
            waiting += node.children
            if case .broken = node.kind { continue }
            look(at: node.path, &now)
            if now.count.isMultiple(of: Self.filesAtOnce) { await Task.yield() }
        }
        seen = now
        return now.faulty.mapValues(\.problem)
    }

    private func look(at path: String, _ now: inout Seen) {
        guard let stamp = FileStatus(of: "\(store.root)/\(WorkspaceStore.file(of: path))") else { return }
        var hasher = Hasher()
        hasher.combine(path)
        hasher.combine(stamp)
        let hash = hasher.finalize()
        if seen.whole.contains(hash) {
            now.whole.insert(hash)
        } else if let known = seen.faulty[path], known.stamp == stamp {
            now.faulty[path] = known
        } else if let problem = store.problem(at: path) {
            now.faulty[path] = (stamp, problem)
        } else {
            now.whole.insert(hash)
        }
    }
}

extension WorkspaceStore {
    /// The file of an item in the tree: the folder's settings, or the request or environment itself.
    static func file(of path: String) -> String {
        path.hasSuffix(WorkspacePath.environmentEnding) ? path : WorkspacePath.settings(of: path)
    }

    /// The reason why an item of the tree is not completely valid; nil if it is valid, or does not exist.
    public func problem(at path: String) -> WorkspaceIssue? {
        let file = Self.file(of: path)
        do throws(WorkspaceError) {
            if file != path {
                _ = try load(FolderDraft.self, file)
            } else if WorkspacePath.isRequest(path) {
                _ = try load(RequestDraft.self, path)
            } else {
                _ = try load(EnvironmentDraft.self, path)
            }
            return nil
        } catch {
            return error.problem
        }
    }
}
