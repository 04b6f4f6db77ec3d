/// The commands of a login that waits for a person.
enum LoginCommands {
    static let all = [
        AppCommand(
            "login.show", "Show the login that a request waits for", keys: ["g i"], scope: .nav, group: .send,
            disabled: { $0.loginsAside.isEmpty ? "no login was put aside" : nil }, sends: .exchange(.showLogin))
    ]
}
