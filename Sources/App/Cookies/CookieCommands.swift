/// What can be done with the jar of cookies.
enum CookieCommands {
    static let all: [AppCommand] = [
        AppCommand("cookies.show", "Show and edit the cookie jar", keys: ["g c"], scope: .nav, group: .edit, sends: .cookies(.show))
    ]
}
