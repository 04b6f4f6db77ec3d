import Document
import Screen

/// The style of methods.
enum MethodStyle {
    static func role(_ method: String) -> StyleRole {
        switch method.uppercased() {
        case "GET", "HEAD", "OPTIONS": .methodGet
        case "POST": .methodPost
        case "PUT": .methodPut
        case "PATCH": .methodPatch
        case "DELETE": .methodDelete
        default: .methodOther
        }
    }

    /// The method in five columns.
    static func abbreviation(_ method: String) -> String {
        let short = method.uppercased() == "DELETE" ? "DEL" : method.uppercased() == "OPTIONS" ? "OPT" : method
        return TextWidth.padded(TextWidth.fitted(short, columns: 5), columns: 5)
    }
}

/// The style of statuses.
enum StatusStyle {
    static func role(_ status: Int) -> StyleRole {
        switch status {
        case ..<200: .statusInformational
        case ..<300: .statusSuccess
        case ..<400: .statusRedirect
        case ..<500: .statusClientError
        default: .statusServerError
        }
    }
}

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
