/// Follows the tokens of JSON and says which of them does not belong where it stands (RFC 8259).
struct JSONGrammar: Sendable {
    private enum Expectation {
        case value, firstValue, key, firstKey, colon, separator, nothing
    }

    /// Whether values may follow each other at the top level, as in JSON lines.
    let allowsManyValues: Bool
    private var containers = JSONContainerStack()
    private var expected = Expectation.value
    private(set) var hasValue = false

    init(allowsManyValues: Bool) {
        self.allowsManyValues = allowsManyValues
    }

    var isOpen: Bool { containers.depth > 0 || expected == .colon }

    /// An opening bracket. Each of these functions gives what is wrong with the token, and goes on as if it were not.
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

    /// A value that is not a container; also where a key stands that is no string.
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
