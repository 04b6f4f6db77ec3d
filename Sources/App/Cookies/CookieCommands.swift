/// The commands of the cookie jar.
enum CookieCommands {
    static let all: [AppCommand] = [
        AppCommand(
            "cookies.show", "Open cookie jar", synonyms: ["cookies", "edit cookies"], keys: ["g c"], scope: .nav, group: .edit,
            sends: .cookies(.show))
    ]
}
