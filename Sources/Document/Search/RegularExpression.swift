internal import CPCRE2
internal import RegularExpressions

/// A pattern to search for in a document. The mutable state of matching is in a `RegularExpressionSession`, which is used by one thread.
final class RegularExpression: Sendable {
    private let pattern: CompiledPattern
    /// The maximum number of steps for a whole text; nil if only each position has a limit.
    let stepLimit: Int?

    var code: OpaquePointer { pattern.code }
    var library: regex_library { pattern.library }

    /// - Throws: if the pattern is invalid, or PCRE2 is not installed.
    init(_ pattern: String, ignoresCase: Bool, stepLimit: Int? = nil) throws(DocumentError) {
        self.stepLimit = stepLimit
        self.pattern = try Self.compile(
            pattern, options: (ignoresCase ? PCRE2_CASELESS : 0) | (stepLimit == nil ? 0 : PCRE2_AUTO_CALLOUT))
    }

    /// Compiles literal text that is matched without regard to case, in any script.
    init(literal: String) throws(DocumentError) {
        stepLimit = nil
        pattern = try Self.compile(literal, options: PCRE2_CASELESS | PCRE2_LITERAL)
    }

    /// True if the pattern has a capture group.
    var hasGroup: Bool {
        var count: UInt32 = 0
        return library.pattern_info(code, UInt32(PCRE2_INFO_CAPTURECOUNT), &count) == 0 && count > 0
    }

    /// Calls a function with each match that begins in a range, as long as it returns true. The pattern sees some bytes before the range
    /// for lookbehind, and the length of the longest match after it.
    /// - Returns: true if all positions were tried; false if the pattern exceeded a limit at some.
    func forEachMatch(in range: Range<Int>, of bytes: UnsafeRawBufferPointer, _ body: (SearchMatch) -> Bool) -> Bool {
        guard let session = RegularExpressionSession(self) else { return false }
        var start = range.lowerBound
        while start < range.upperBound, let match = session.match(from: start, to: range.upperBound, of: bytes) {
            guard body(match) else { break }
            start = match.range.upperBound
        }
        return !session.gaveUp
    }

    private static func compile(_ pattern: String, options: UInt32) throws(DocumentError) -> CompiledPattern {
        let isLiteral = options & PCRE2_LITERAL != 0
        let kind = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_USE_OFFSET_LIMIT | (isLiteral ? 0 : PCRE2_UCP | PCRE2_MULTILINE)
        do throws(PatternError) {
            return try CompiledPattern(pattern, options: options | kind)
        } catch {
            throw DocumentError(error.place == nil ? .unavailable : .invalidPattern, error.description, place: error.place)
        }
    }
}

/// The mutable state of matching, used by one thread for a short time.
final class RegularExpressionSession {
    private let expression: RegularExpression
    private let data: OpaquePointer
    private let context: OpaquePointer
    /// A larger stack for compiled code, created at the first match that needs it.
    private var stack: OpaquePointer?
    /// True if the pattern exceeded a limit at some position, so that matches may be missing.
    private(set) var gaveUp = false
    /// The number of steps left for the whole text, if steps are counted.
    private var stepsLeft: Int
    /// The position of the last step.
    private var lastStep = 0

    /// The maximum number of steps at one position (pcre2_set_match_limit(3)), so that every pattern ends.
    private static let stepLimit: UInt32 = 1_000_000
    /// The number of bytes before a position that the pattern sees, for lookbehind.
    private static let context = 1024
    /// The number of positions tried in one call; a pattern that exceeds its limit skips no more than these.
    private static let window = 16 << 10
    /// The number of bytes whose scan costs about as much as a step.
    private static let scannedAtOnce = 64

    /// - Returns: nil if out of memory.
    init?(_ expression: RegularExpression) {
        let library = expression.library
        guard let data = library.match_data_create(2, nil) else { return nil }
        guard let context = library.match_context_create(nil) else {
            library.match_data_free(data)
            return nil
        }
        _ = library.set_match_limit(context, Self.stepLimit)
        _ = library.set_heap_limit(context, 16 << 10)
        self.expression = expression
        self.data = data
        self.context = context
        stepsLeft = expression.stepLimit ?? 0
        if expression.stepLimit != nil { countSteps() }
    }

    deinit {
        expression.library.match_data_free(data)
        expression.library.match_context_free(context)
        if let stack { expression.library.jit_stack_free(stack) }
    }

    /// Makes PCRE2 call back before each item of the pattern (pcre2callout(3)): its own limit applies to each position separately, and
    /// compiled code does not count backtracking within an item.
    private func countSteps() {
        let count: @convention(c) (UnsafeMutablePointer<pcre2_callout_block_8>?, UnsafeMutableRawPointer?) -> Int32 = { block, session in
            guard let block, let session else { return 0 }
            return Unmanaged<RegularExpressionSession>.fromOpaque(session).takeUnretainedValue().step(to: block.pointee.current_position)
        }
        _ = expression.library.set_callout(context, count, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Counts a step and the bytes scanned since the one before.
    /// - Returns: zero to continue.
    private func step(to place: Int) -> Int32 {
        stepsLeft -= 1 + max(0, place - lastStep) / Self.scannedAtOnce
        lastStep = place
        return stepsLeft < 0 ? PCRE2_ERROR_CALLOUT : 0
    }

    /// The first non-empty match that begins in a range.
    func match(from start: Int, to end: Int, of bytes: UnsafeRawBufferPointer) -> SearchMatch? {
        var start = Self.characterStart(start, in: bytes)
        while start < end {
            let last = min(end, start + Self.window)
            if let match = matchInWindow(from: start, to: last, of: bytes) { return match }
            start = Self.characterStart(last, in: bytes)
        }
        return nil
    }

    private func matchInWindow(from start: Int, to end: Int, of bytes: UnsafeRawBufferPointer) -> SearchMatch? {
        let first = Self.characterStart(max(0, start - Self.context), in: bytes)
        let last = Self.characterStart(min(bytes.count, end + SearchPattern.longestMatch), in: bytes)
        let subject = UnsafeRawBufferPointer(rebasing: bytes[first..<last]).assumingMemoryBound(to: UInt8.self)
        let cutBefore = first > 0 && bytes[first - 1] != 0x0A ? PCRE2_NOTBOL : 0
        let cutBehind = last < bytes.count ? PCRE2_NOTEOL : 0
        _ = expression.library.set_offset_limit(context, end - 1 - first)
        let count = match(subject, from: start - first, options: PCRE2_NOTEMPTY | cutBefore | cutBehind)
        if count < 0, count != PCRE2_ERROR_NOMATCH { gaveUp = true }
        // A count of zero means that the pattern has more groups than the match data has room for (pcre2api(3), "How pcre2_match()
        // returns").
        guard count >= 0, let ovector = expression.library.get_ovector_pointer(data), ovector[0] < end - first else { return nil }
        // A count of one means that no group takes part in the match; the entry of the group may not have been written.
        let group = count == 1 ? nil : Self.range(ovector[2], ovector[3], after: first)
        return SearchMatch(range: ovector[0] + first..<max(ovector[0], ovector[1]) + first, group: group)
    }

    /// The range of a group; nil for a group that takes no part in the match (PCRE2_UNSET, the largest number).
    private static func range(_ start: Int, _ end: Int, after first: Int) -> Range<Int>? {
        start >= 0 && start <= end ? start + first..<end + first : nil
    }

    private func match(_ subject: UnsafeBufferPointer<UInt8>, from start: Int, options: UInt32) -> Int32 {
        let library = expression.library
        let count = library.match(expression.code, subject.baseAddress, subject.count, start, options, data, context)
        guard count == PCRE2_ERROR_JIT_STACKLIMIT, stack == nil else { return count }
        stack = library.jit_stack_create(32 << 10, 1 << 20, nil)
        library.jit_stack_assign(context, nil, stack.map(UnsafeMutableRawPointer.init))
        return library.match(expression.code, subject.baseAddress, subject.count, start, options, data, context)
    }

    /// The first offset from `offset` on that is not inside a character.
    private static func characterStart(_ offset: Int, in bytes: UnsafeRawBufferPointer) -> Int {
        var offset = offset
        let limit = min(bytes.count, offset + 3)
        while offset < limit, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
        return offset
    }
}
