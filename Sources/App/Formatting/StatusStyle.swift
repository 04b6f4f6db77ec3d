import Screen

/// How statuses are shown.
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
