/// What breaks the rules of JSON (RFC 8259) at a place.
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

    /// Whether nothing behind the place can be relied on to have the structure of JSON.
    var endsStructure: Bool {
        switch kind {
        case .wrongBracket, .bracketWithoutPartner, .comment, .controlCharacter, .unexpectedText: true
        default: false
        }
    }

    /// A sentence for a person.
    /// - Parameter found: what stands at the place.
    func message(found: String) -> String {
        switch kind {
        case .expectedValue: "Expected a value, found \(found)."
        case .expectedKey: "Expected a key in double quotes, found \(found)."
        case .expectedColon: "Expected a colon after the key, found \(found)."
        case .expectedSeparator: "Expected a comma or a closing bracket, found \(found)."
        case .trailingComma: "Expected another member after the comma, found \(found)."
        case .wrongBracket: "Found \(found) where another bracket is open."
        case .bracketWithoutPartner: "Found \(found) where no bracket is open."
        case .number: "A number is not written as JSON wants it: \(found)."
        case .word: "Expected true, false or null, found \(found)."
        case .comment: "JSON has no comments: \(found)."
        case .escape: "A string has an escape that JSON does not know: \(found)."
        case .controlCharacter: "A string has a line break or control character that is not escaped; perhaps its closing quote is missing."
        case .secondValue: "Another value follows the first one: \(found)."
        case .unexpectedText: "Expected the end, found \(found)."
        case .unfinished: "The text ends before all brackets are closed."
        case .unfinishedString: "The text ends within a string."
        case .empty: "There is no value."
        }
    }
}
