internal import CPCRE2

/// A compiled pattern.
///
/// The unchecked conformance is sound because compiled code is only read (pcre2api(3), "Multithreading"); what matching changes belongs to
/// a `RegularExpressionSession` of one thread.
final class RegularExpression: @unchecked Sendable {
    let code: OpaquePointer
    let library: regex_library
    /// How many steps all places of a text may take together; nil where only each place has its limit.
    let stepLimit: Int?

    /// - Throws: where the pattern is wrong, or PCRE2 is not installed.
    init(_ pattern: String, ignoresCase: Bool, stepLimit: Int? = nil) throws(DocumentError) {
        self.stepLimit = stepLimit
        library = try RegularExpressionLibrary.shared.get().functions
        code = try Self.compile(pattern, options: (ignoresCase ? PCRE2_CASELESS : 0) | (stepLimit == nil ? 0 : PCRE2_AUTO_CALLOUT), library)
        _ = library.jit_compile(code, PCRE2_JIT_COMPLETE)
    }

    /// Words in which upper and lower case are the same, in any script.
    init(literal: String) throws(DocumentError) {
        stepLimit = nil
        library = try RegularExpressionLibrary.shared.get().functions
        code = try Self.compile(literal, options: PCRE2_CASELESS | PCRE2_LITERAL, library)
        _ = library.jit_compile(code, PCRE2_JIT_COMPLETE)
    }

    deinit { library.code_free(code) }

    /// Whether there is a group whose part of a match can be told.
    var hasGroup: Bool {
        var count: UInt32 = 0
        return library.pattern_info(code, UInt32(PCRE2_INFO_CAPTURECOUNT), &count) == 0 && count > 0
    }

    /// Lines are lines of the bytes. The pattern sees a little of what precedes the range, and no more than the longest match behind it.
    /// - Returns: whether all places were tried; the pattern is too much work at some otherwise.
    func forEachMatch(in range: Range<Int>, of bytes: UnsafeRawBufferPointer, _ body: (SearchMatch) -> Bool) -> Bool {
        guard let session = RegularExpressionSession(self) else { return false }
        var start = range.lowerBound
        while start < range.upperBound, let match = session.match(from: start, to: range.upperBound, of: bytes) {
            guard body(match) else { break }
            start = match.range.upperBound
        }
        return !session.gaveUp
    }

    private static func compile(_ pattern: String, options: UInt32, _ library: regex_library) throws(DocumentError) -> OpaquePointer {
        var pattern = pattern
        var error: Int32 = 0
        var offset = 0
        let isLiteral = options & PCRE2_LITERAL != 0
        let kind = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_USE_OFFSET_LIMIT | (isLiteral ? 0 : PCRE2_UCP | PCRE2_MULTILINE)
        let code = pattern.withUTF8 { library.compile($0.baseAddress, $0.count, options | kind, &error, &offset, nil) }
        if let code { return code }
        let place = String(decoding: Array(pattern.utf8.prefix(offset)), as: UTF8.self).count + 1
        throw DocumentError(.invalidPattern, "Wrong at character \(place): \(message(error, library)).", place: place)
    }

    private static func message(_ error: Int32, _ library: regex_library) -> String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = library.get_error_message(error, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, Int(count))), as: UTF8.self)
    }
}
