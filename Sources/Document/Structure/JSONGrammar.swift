/// Checks the order of the tokens of JSON (RFC 8259).
struct JSONGrammar: Sendable {
    private enum Expectation {
        case value, firstValue, key, firstKey, colon, separator, nothing
    }

    /// True if several values are allowed at the top level, as in JSON Lines.
    let allowsManyValues: Bool
    private var containers = JSONContainerStack()
    private var expected = Expectation.value
    private(set) var hasValue = false

    init(allowsManyValues: Bool) { self.allowsManyValues = allowsManyValues }

    var isOpen: Bool { containers.depth > 0 || expected == .colon }

    /// Takes an opening bracket. Each of these functions returns the error of its token, and recovers from it.
    @inline(__always)
    mutating func open(isObject: Bool) -> JSONFault.Kind? {
        let fault = value()
        containers.push(isObject: isObject)
        expected = isObject ? .firstKey : .firstValue
        return fault
    }

    @inline(__always)
    mutating func close(isObject: Bool) -> JSONFault.Kind? {
        guard containers.depth > 0 else { return .bracketWithoutPartner }
        guard containers.isObject == isObject else { return .wrongBracket }
        let fault: JSONFault.Kind? =
            switch expected {
            case .separator, .firstKey, .firstValue: nil
            case .key: .trailingComma
            case .value: isObject ? .expectedValue : .trailingComma
            case .colon: .expectedColon
            case .nothing: .bracketWithoutPartner
            }
        containers.pop()
        endValue()
        return fault
    }

    @inline(__always)
    mutating func string() -> JSONFault.Kind? {
        guard expected == .key || expected == .firstKey else { return scalar() }
        expected = .colon
        return nil
    }

    /// Takes a value that is not a container, also instead of a key.
    @inline(__always)
    mutating func scalar() -> JSONFault.Kind? {
        let fault = value()
        endValue()
        return fault
    }

    @inline(__always)
    mutating func colon() -> JSONFault.Kind? {
        let fault: JSONFault.Kind? = expected == .colon ? nil : fault(expected)
        expected = .value
        return fault
    }

    @inline(__always)
    mutating func comma() -> JSONFault.Kind? {
        guard containers.depth > 0 else { return expected == .nothing ? .secondValue : .expectedValue }
        let fault: JSONFault.Kind? = expected == .separator ? nil : fault(expected)
        expected = containers.isObject ? .key : .value
        return fault
    }

    @inline(__always)
    private mutating func value() -> JSONFault.Kind? {
        switch expected {
        case .value, .firstValue: nil
        case .nothing: allowsManyValues ? nil : .secondValue
        default: fault(expected)
        }
    }

    @inline(__always)
    private mutating func endValue() {
        expected = containers.depth > 0 ? .separator : .nothing
        hasValue = true
    }

    private func fault(_ expected: Expectation) -> JSONFault.Kind {
        switch expected {
        case .value, .firstValue: .expectedValue
        case .key, .firstKey: .expectedKey
        case .colon: .expectedColon
        case .separator: .expectedSeparator
        case .nothing: .unexpectedText
        }
    }
}

/// The stack of open containers, one bit for each, so that a million levels take 125 kilobytes.
struct JSONContainerStack: Sendable {
    private var words: [UInt64] = []
    private(set) var depth = 0
    /// True if the innermost container is an object.
    private(set) var isObject = false

    @inline(__always)
    mutating func push(isObject: Bool) {
        let (word, bit) = (depth >> 6, UInt64(depth & 63))
        if word == words.count { words.append(0) }
        words[word] = words[word] & ~(1 << bit) | ((isObject ? 1 : 0) << bit)
        depth += 1
        self.isObject = isObject
    }

    /// The stack must not be empty.
    @inline(__always)
    mutating func pop() {
        depth -= 1
        let top = depth - 1
        isObject = depth > 0 && words[top >> 6] >> UInt64(top & 63) & 1 == 1
    }
}

/// A syntax error in JSON (RFC 8259).
struct JSONFault: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case expectedValue
        case expectedKey
        case expectedColon
        case expectedSeparator
        case trailingComma
        case wrongBracket
        case bracketWithoutPartner
        case number
        case word
        case comment
        case escape
        case controlCharacter
        case secondValue
        case unexpectedText
        case unfinished
        case unfinishedString
        case empty
    }

    var kind: Kind
    var offset: Int

    /// True if the text after the error cannot be expected to have the structure of JSON.
    var endsStructure: Bool {
        switch kind {
        case .wrongBracket, .bracketWithoutPartner, .comment, .controlCharacter, .unexpectedText: true
        default: false
        }
    }

    /// A message for the user.
    /// - Parameter found: the text at the error.
    func message(found: String) -> String {
        switch kind {
        case .expectedValue: "Expected a value, found \(found)."
        case .expectedKey: "Expected a key in double quotes, found \(found)."
        case .expectedColon: "Expected a colon after the key, found \(found)."
        case .expectedSeparator: "Expected a comma or a closing bracket, found \(found)."
        case .trailingComma: "Expected another member after the comma, found \(found)."
        case .wrongBracket: "Unexpected \(found): another kind of bracket is open."
        case .bracketWithoutPartner: "Unexpected \(found): no bracket is open."
        case .number: "Invalid number: \(found)."
        case .word: "Expected true, false or null, found \(found)."
        case .comment: "Comments are not allowed in JSON: \(found)."
        case .escape: "Invalid escape in a string: \(found)."
        case .controlCharacter: "Unescaped line break or control character in a string. Its closing quote may be missing."
        case .secondValue: "Expected the end after the first value, found \(found)."
        case .unexpectedText: "Unexpected text: \(found)."
        case .unfinished: "The text ends before all brackets are closed."
        case .unfinishedString: "The text ends within a string."
        case .empty: "Expected a value, found nothing."
        }
    }
}
