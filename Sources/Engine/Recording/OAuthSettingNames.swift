import Workspace

/// The OAuth settings that the core names in messages.
enum OAuthSettingNames {
    /// Puts the names that a person finds on the Auth tab in the place of the OAuth settings that the core names in backticks.
    static func replaced(in message: String) -> String {
        var named = message
        for (core, field) in settings {
            named = named.replacing("`\(core)`", with: "“\(AuthKind.field(field)?.label ?? field)” (Auth tab)")
        }
        return named
    }

    private static let settings = [
        ("endpoints.token", "tokenURL"), ("endpoints.authorization", "authorizationURL"),
        ("endpoints.deviceAuthorization", "deviceURL"),
    ]
}
