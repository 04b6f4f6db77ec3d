import Screen

/// How methods are shown.
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
