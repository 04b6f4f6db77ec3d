import Document
import Screen

/// The roles of what a document's spans mean.
enum SyntaxStyle {
    static func role(_ kind: SyntaxKind) -> StyleRole {
        switch kind {
        case .plain: .text
        case .key: .codeKey
        case .string: .codeString
        case .number: .codeNumber
        case .keyword: .codeKeyword
        case .punctuation: .codePunctuation
        case .tag: .codeTag
        case .attribute: .codeAttribute
        case .comment: .codeComment
        case .error: .codeError
        case .invalid: .control
        case .fold: .codeFold
        case .offset: .codeLineNumber
        }
    }
}
