/// The commands of a login that waits for a person.
enum LoginCommands {
    static let all = [
        AppCommand(
            "login.show", "Show pending login", synonyms: ["oauth", "sign in"], keys: ["g i"], scope: .nav, group: .send,
            disabled: { $0.loginsAside.isEmpty ? "no login was put aside" : nil }, sends: .exchange(.showLogin))
    ]
}
