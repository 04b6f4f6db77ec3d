/// Somebody who may allow a program to act for them.
struct OAuthUser: Sendable, Hashable {
    let name: String
    let password: String
    let fullName: String

    /// The one who is always logged in here.
    static let pilot = OAuthUser(name: "pilot", password: "clear-skies", fullName: "Ada Berg")
}
