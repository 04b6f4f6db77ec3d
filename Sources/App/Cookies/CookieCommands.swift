/// The commands of the cookie jar.
enum CookieCommands {
    static let all: [AppCommand] = [
        AppCommand("cookies.show", "Show and edit the cookie jar", keys: ["g c"], scope: .nav, group: .edit, sends: .cookies(.show))
    ]
}
