internal import CPCRE2

/// What matching needs beside the pattern; for one thread, for a short time.
final class RegularExpressionSession {
    private let expression: RegularExpression
    private let data: OpaquePointer
    private let context: OpaquePointer
    /// Made when the stack of the thread is too small for a match.
    private var stack: OpaquePointer?
    /// Whether the pattern was too much work somewhere, so that matches may be missing.
    private(set) var gaveUp = false
    /// Steps that are left for all places together, where they are counted.
    private var stepsLeft: Int
    /// Where the last of them was.
    private var lastStep = 0

    /// A pattern gives up on a place after so many steps (pcre2_set_match_limit(3)), so that no pattern takes for ever.
    private static let stepLimit: UInt32 = 1_000_000
    /// So much before a place is shown to a pattern, for what looks back.
    private static let context = 1024
    /// So many places are tried at once; a pattern that gives up costs no more than these.
    private static let window = 16 << 10
    /// To go over so many bytes costs about what a step costs.
    private static let scannedAtOnce = 64

    /// - Returns: nil when there is no memory.
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

    /// Has PCRE2 call before each item of the pattern that is tried (pcre2callout(3)): its own limit is one for each place, and compiled
    /// code does not count the steps back through what one item took.
    private func countSteps() {
        let count: @convention(c) (UnsafeMutablePointer<pcre2_callout_block_8>?, UnsafeMutableRawPointer?) -> Int32 = { block, session in
            guard let block, let session else { return 0 }
            return Unmanaged<RegularExpressionSession>.fromOpaque(session).takeUnretainedValue().step(to: block.pointee.current_position)
        }
        _ = expression.library.set_callout(context, count, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Counts a step, and what was gone over since the one before.
    /// - Returns: zero to go on.
    private func step(to place: Int) -> Int32 {
        stepsLeft -= 1 + max(0, place - lastStep) / Self.scannedAtOnce
        lastStep = place
        return stepsLeft < 0 ? PCRE2_ERROR_CALLOUT : 0
    }

    /// The first match that begins in a range and is not empty.
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
        // Zero: the pattern has more groups than there is room to tell of (pcre2api(3), "How pcre2_match() returns").
        guard count >= 0, let ovector = expression.library.get_ovector_pointer(data), ovector[0] < end - first else { return nil }
        // One: no group has a part in the match, and where the pattern has none at all, nothing was written of it.
        let group = count == 1 ? nil : Self.range(ovector[2], ovector[3], after: first)
        return SearchMatch(range: ovector[0] + first..<max(ovector[0], ovector[1]) + first, group: group)
    }

    /// The range of a group; nil for one that has no part in the match (PCRE2_UNSET, the largest number that there is).
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

    /// The first place from here on that is not within a character.
    private static func characterStart(_ offset: Int, in bytes: UnsafeRawBufferPointer) -> Int {
        var offset = offset
        let limit = min(bytes.count, offset + 3)
        while offset < limit, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
        return offset
    }
}
