package import CPCRE2
import Platform

/// A pattern that PCRE2 has compiled.
///
/// The unchecked conformance is sound because compiled code is only read (pcre2api(3), "Multithreading").
package final class CompiledPattern: @unchecked Sendable {
    /// The compiled code, for the functions of the library.
    package let code: OpaquePointer
    /// The functions of PCRE2.
    package let library: regex_library

    /// Compiles a pattern with options of pcre2_compile(3).
    ///
    /// - Throws: if the pattern is invalid, or PCRE2 is not installed.
    package init(_ pattern: String, options: UInt32) throws(PatternError) {
        library = try PatternLibrary.shared.get().functions
        var pattern = pattern
        var error: Int32 = 0
        var offset = 0
        let library = library
        let code = pattern.withUTF8 { library.compile($0.baseAddress, $0.count, options, &error, &offset, nil) }
        guard let code else {
            let place = String(decoding: Array(pattern.utf8.prefix(offset)), as: UTF8.self).count + 1
            let isUnsupported = [125, 135, 187].contains(error)  // PCRE2_ERROR_LOOKBEHIND_…
            throw PatternError(message: Self.message(error, library), place: place, isUnsupported: isUnsupported)
        }
        self.code = code
        _ = library.jit_compile(code, PCRE2_JIT_COMPLETE)
    }

    deinit { library.code_free(code) }

    private static func message(_ error: Int32, _ library: regex_library) -> String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = library.get_error_message(error, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, Int(count))), as: UTF8.self)
    }
}

/// An error in a pattern, or a missing library.
public struct PatternError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The fault in plain words.
    public let message: String
    /// The number of the character where the fault was found, from 1; nil if PCRE2 is not installed.
    public let place: Int?
    /// True for a pattern that other libraries can search for, as one that looks behind by any distance.
    var isUnsupported = false

    /// The fault with its place.
    public var description: String { place.map { "Syntax error at character \($0): \(message)." } ?? message }
}

/// The PCRE2 library, opened at its first use; it stays open.
///
/// The unchecked conformance is sound because the table of functions is constant once it is filled, and the functions are thread-safe
/// (pcre2api(3), "Multithreading").
private struct PatternLibrary: @unchecked Sendable {
    static let shared = Result { () throws(PatternError) in try PatternLibrary() }

    let functions: regex_library

    private init() throws(PatternError) {
        var functions = regex_library()
        guard DynamicLibrary.Names.pcre2.contains(where: { regex_open(&functions, $0) == nil }) else {
            throw PatternError(message: "Regular expressions need PCRE2, which is not installed: install libpcre2.", place: nil)
        }
        self.functions = functions
    }
}
