internal import CPCRE2

/// A pattern in the syntax of ECMA-262, as JSON Schema uses it: found anywhere in a text, character by character as with the `u` flag.
///
/// It is translated to PCRE2's syntax; what PCRE2 has and ECMA-262 has not is refused or matched literally.
public struct ECMAPattern: Sendable {
    private let compiled: CompiledPattern

    /// The maximum number of steps at one position (pcre2_set_match_limit(3)), so that every pattern ends.
    private static let stepLimit: UInt32 = 1_000_000
    /// The maximum memory of a match in KiB (pcre2_set_heap_limit(3)).
    private static let heapLimit: UInt32 = 16 << 10

    /// - Throws: if the pattern is invalid, or PCRE2 is not installed.
    public init(_ text: String) throws(PatternError) {
        var translator = ECMATranslator(text)
        let options =
            PCRE2_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_ALLOW_EMPTY_CLASS | PCRE2_MATCH_UNSET_BACKREF | PCRE2_NEVER_BACKSLASH_C
        compiled = try CompiledPattern(translator.translation(), options: options)
    }

    /// True if the text is a pattern, also one that PCRE2 cannot search for.
    public static func isPattern(_ text: String) -> Bool {
        do throws(PatternError) { _ = try ECMAPattern(text) } catch { return error.isUnsupported }
        return true
    }

    /// True if the pattern matches somewhere in the text; nil if that takes more steps or memory than the limits allow.
    public func matches(_ text: String) -> Bool? {
        let library = compiled.library
        guard let data = library.match_data_create(1, nil) else { return nil }
        defer { library.match_data_free(data) }
        guard let context = library.match_context_create(nil) else { return nil }
        defer { library.match_context_free(context) }
        _ = library.set_match_limit(context, Self.stepLimit)
        _ = library.set_heap_limit(context, Self.heapLimit)
        var text = text
        let count = text.withUTF8 { bytes in
            let count = library.match(compiled.code, bytes.baseAddress, bytes.count, 0, PCRE2_NO_UTF_CHECK, data, context)
            guard count == PCRE2_ERROR_JIT_STACKLIMIT else { return count }
            return library.match(compiled.code, bytes.baseAddress, bytes.count, 0, PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT, data, context)
        }
        return count >= 0 ? true : count == PCRE2_ERROR_NOMATCH ? false : nil
    }
}

/// Rewrites a pattern of ECMA-262 (section 22.2.1, with the lenient rules of Annex B) in the syntax of PCRE2.
private struct ECMATranslator {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var output = ""
    private var openGroups = 0
    /// True after something that a quantifier can repeat.
    private var isRepeatable = false

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    mutating func translation() throws(PatternError) -> String {
        while let scalar = next() { try term(scalar) }
        guard openGroups == 0 else { throw fault("a group is not closed") }
        return output
    }

    private mutating func term(_ scalar: Unicode.Scalar) throws(PatternError) {
        switch scalar {
        case "(": try openGroup()
        case ")":
            guard openGroups > 0 else { throw fault("no group is open") }
            openGroups -= 1
            emit(")")
        case "|", "^", "$": emit(String(scalar), isRepeatable: false)
        case ".": emit(#"[^\n\r\x{2028}\x{2029}]"#)
        case "*", "+", "?": try quantifier(String(scalar))
        case "{":
            if let range = repetition() { try quantifier(range) } else { emit(#"\{"#) }
        case "[": try characterClass()
        case "\\": try escape()
        default: emit(Self.literal(scalar))
        }
    }

    private mutating func openGroup() throws(PatternError) {
        openGroups += 1
        guard consume("?") else { return emit("(", isRepeatable: false) }
        for kind in [":", "=", "!", "<=", "<!"] where consume(kind) { return emit("(?" + kind, isRepeatable: false) }
        guard consume("<"), let name = name() else { throw fault("expected a kind of group after (?") }
        emit("(?<\(name)>", isRepeatable: false)
    }

    /// The name before a `>`.
    private mutating func name() -> String? {
        var name = ""
        while let scalar = next(), scalar != ">" { name.unicodeScalars.append(scalar) }
        let isWord = name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isAlphabetic || $0.properties.numericType == .decimal }
        return name.isEmpty || !isWord ? nil : name
    }

    private mutating func quantifier(_ text: String) throws(PatternError) {
        guard isRepeatable else { throw fault("there is nothing before \(text) to repeat") }
        emit(text + (consume("?") ? "?" : ""), isRepeatable: false)
    }

    /// The text of `{2}`, `{2,}` or `{2,3}`, after its brace has been read; nil for a literal brace.
    private mutating func repetition() -> String? {
        let start = position
        var text = digits()
        if !text.isEmpty, consume(",") { text += "," + digits() }
        if !text.isEmpty, consume("}") { return "{\(text)}" }
        position = start
        return nil
    }

    private mutating func digits() -> String {
        var text = ""
        while let scalar = peek, ("0"..."9").contains(scalar), next() != nil { text.unicodeScalars.append(scalar) }
        return text
    }

    // MARK: Escapes

    private mutating func escape() throws(PatternError) {
        guard let scalar = next() else { throw fault("nothing follows \\") }
        switch scalar {
        case "b", "B": emit("\\\(scalar)", isRepeatable: false)
        case "k":
            guard consume("<"), let name = name() else { throw fault("expected a name after \\k") }
            emit("\\k<\(name)>")
        case "1"..."9":
            emit("\\g{\(scalar)\(digits())}")
        default:
            switch try classAtom(afterBackslash: scalar) {
            case .one(let scalar): emit(Self.literal(scalar))
            case .escape(let escape): emit(escape)
            case .ranges(let ranges): emit("[\(ranges)]")
            case .nothing: emit("(?!)")
            }
        }
    }

    /// The meaning of an escape, inside and outside of brackets.
    private enum Atom {
        case one(Unicode.Scalar)
        /// An escape for several characters.
        case escape(String)
        /// Characters and ranges for a bracket expression.
        case ranges(String)
        /// Half a surrogate pair, which no text has.
        case nothing
    }

    private mutating func classAtom(afterBackslash scalar: Unicode.Scalar) throws(PatternError) -> Atom {
        switch scalar {
        case "t": return .one("\t")
        case "n": return .one("\n")
        case "v": return .one("\u{B}")
        case "f": return .one("\u{C}")
        case "r": return .one("\r")
        case "0": return .one("\0")
        case "d", "D", "w", "W": return .escape("\\\(scalar)")
        case "s": return .ranges(Self.space)
        case "S": return .ranges(Self.noSpace)
        case "p", "P": return .escape(try property(isNegated: scalar == "P"))
        case "c":
            guard let letter = next(), letter.isASCII, letter.properties.isAlphabetic else { throw fault("expected a letter after \\c") }
            return .one(Unicode.Scalar(UInt8(letter.value & 31)))
        case "x":
            guard let value = hexadecimal(2) else { throw fault("expected two hexadecimal digits after \\x") }
            return Unicode.Scalar(value).map(Atom.one) ?? .nothing
        case "u": return try unicodeEscape()
        case "a"..."z", "A"..."Z", "0"..."9": throw fault("the escape \\\(scalar) does not exist")
        default: return .one(scalar)
        }
    }

    private mutating func unicodeEscape() throws(PatternError) -> Atom {
        if consume("{") {
            var value: UInt32 = 0
            while let digit = peek.flatMap({ UInt32(String($0), radix: 16) }), value <= 0x10FFFF, next() != nil {
                value = value << 4 | digit
            }
            guard consume("}"), value <= 0x10FFFF else { throw fault("expected a code point in braces") }
            return Unicode.Scalar(value).map(Atom.one) ?? .nothing
        }
        guard let value = hexadecimal(4) else { throw fault("expected four hexadecimal digits after \\u") }
        let start = position
        if (0xD800...0xDBFF).contains(value), consume("\\u"), let low = hexadecimal(4), (0xDC00...0xDFFF).contains(low) {
            return Unicode.Scalar((value - 0xD800) << 10 + low - 0xDC00 + 0x10000).map(Atom.one) ?? .nothing
        }
        position = start
        return Unicode.Scalar(value).map(Atom.one) ?? .nothing
    }

    private mutating func hexadecimal(_ count: Int) -> UInt32? {
        guard position + count <= scalars.count else { return nil }
        let digits = scalars[position..<position + count]
        guard digits.allSatisfy(\.properties.isASCIIHexDigit) else { return nil }
        position += count
        return UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
    }

    /// A property of Unicode, as PCRE2 names it (pcre2pattern(3), "Unicode character properties").
    private mutating func property(isNegated: Bool) throws(PatternError) -> String {
        guard consume("{") else { throw fault("expected a property in braces") }
        var text = ""
        while let scalar = next(), scalar != "}" { text.unicodeScalars.append(scalar) }
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        let isName = parts.allSatisfy { $0.utf8.allSatisfy { $0 == 0x5F || (0x30...0x39).contains($0) || (0x41...0x7A).contains($0) } }
        guard let first = parts.first, isName else { throw fault("expected the name of a property") }
        let letter = isNegated ? "P" : "p"
        guard parts.count == 2 else { return "\\\(letter){\(Self.generalCategories[first] ?? first)}" }
        switch first {
        case "General_Category", "gc": return "\\\(letter){\(Self.generalCategories[parts[1]] ?? parts[1])}"
        case "Script", "sc": return "\\\(letter){sc:\(parts[1])}"
        case "Script_Extensions", "scx": return "\\\(letter){scx:\(parts[1])}"
        default: throw fault("unknown property \(first)")
        }
    }

    // MARK: Brackets

    private mutating func characterClass() throws(PatternError) {
        var text = consume("^") ? "[^" : "["
        /// The character before a hyphen, which could begin a range.
        var last: Unicode.Scalar?
        while let scalar = next() {
            if scalar == "]" { return emit(text + "]") }
            if scalar == "-", let low = last, let next = peek, next != "]" {
                let start = position
                _ = self.next()
                if case .one(let high) = try atom(next) {
                    guard low.value <= high.value else { throw fault("the range \(low)-\(high) is in reverse order") }
                    text += "-" + Self.literal(high)
                    last = nil
                    continue
                }
                position = start
            }
            switch try atom(scalar) {
            case .one(let scalar):
                text += Self.literal(scalar)
                last = scalar
            case .escape(let set), .ranges(let set):
                text += set
                last = nil
            case .nothing: last = nil
            }
        }
        throw fault("a bracket is not closed")
    }

    private mutating func atom(_ scalar: Unicode.Scalar) throws(PatternError) -> Atom {
        guard scalar == "\\" else { return .one(scalar) }
        guard let escaped = next() else { throw fault("nothing follows \\") }
        return escaped == "b" ? .one("\u{8}") : try classAtom(afterBackslash: escaped)
    }

    // MARK: Reading and writing

    private var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func next() -> Unicode.Scalar? {
        guard position < scalars.count else { return nil }
        position += 1
        return scalars[position - 1]
    }

    private mutating func consume(_ text: String) -> Bool {
        guard scalars[position...].starts(with: text.unicodeScalars) else { return false }
        position += text.unicodeScalars.count
        return true
    }

    private mutating func emit(_ text: String, isRepeatable: Bool = true) {
        output += text
        self.isRepeatable = isRepeatable
    }

    private func fault(_ message: String) -> PatternError { PatternError(message: message, place: max(1, position)) }

    /// The character as PCRE2 reads it literally, inside and outside of brackets.
    private static func literal(_ scalar: Unicode.Scalar) -> String {
        let isWord = scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        return isWord ? String(scalar) : "\\x{\(String(scalar.value, radix: 16))}"
    }

    /// White space and line terminators (ECMA-262 sections 12.2 and 12.3), and all other characters.
    private static let space = #"\t\n\x0b\f\r \xa0\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}"#
    private static let noSpace =
        #"\x00-\x08\x0e-\x1f!-\x9f\xa1-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}"#
        + #"\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}"#

    /// The long names of general categories (Unicode's PropertyValueAliases.txt); PCRE2 knows the short ones.
    private static let generalCategories: [String: String] = {
        let names = """
            C Other Cc Control Cc cntrl Cf Format Cn Unassigned Co Private_Use Cs Surrogate L Letter LC Cased_Letter Ll Lowercase_Letter \
            Lm Modifier_Letter Lo Other_Letter Lt Titlecase_Letter Lu Uppercase_Letter M Mark M Combining_Mark Mc Spacing_Mark \
            Me Enclosing_Mark Mn Nonspacing_Mark N Number Nd Decimal_Number Nd digit Nl Letter_Number No Other_Number P Punctuation \
            P punct Pc Connector_Punctuation Pd Dash_Punctuation Pe Close_Punctuation Pf Final_Punctuation Pi Initial_Punctuation \
            Po Other_Punctuation Ps Open_Punctuation S Symbol Sc Currency_Symbol Sk Modifier_Symbol Sm Math_Symbol So Other_Symbol \
            Z Separator Zl Line_Separator Zp Paragraph_Separator Zs Space_Separator
            """.split(separator: " ").map(String.init)
        return Dictionary(uniqueKeysWithValues: stride(from: 0, to: names.count, by: 2).map { (names[$0 + 1], names[$0]) })
    }()
}
