import Screen
import Workspace

/// The question for permissions that a request needs and the workspace does not have yet.
struct PermissionQuestion: Equatable {
    /// The permissions to ask for; one line for a permission needed in several places.
    private let permissions: [Permission]
    private let name: String
    private let problem: String?

    /// Creates the question for the permissions that a request lacks, whose name may be empty. The problem is the reason why the user's own
    /// settings need a permission; nil if they do not.
    init(_ permissions: [Permission], name: String, problem: String? = nil) {
        self.problem = problem
        var seen: Set<String> = []
        self.permissions = permissions.filter { seen.insert($0.hash).inserted }
        self.name = name
    }

    /// The window; Enter refuses, `allow` sends the request again, for good if its argument is true.
    func question<Sent>(_ allow: (_ isForGood: Bool) -> Sent) -> Question<Sent> {
        let subject = name.isEmpty ? "The request" : "“\(name)”"
        let text =
            "\(subject) accesses this machine, as set in the files of the workspace. Allow only what you expect. "
            + "You are asked again when one of them changes or goes to another server."
            + (problem.map { " Your own settings could not be stored as allowed: \(VisibleText.escaping($0))" } ?? "")
        return Question(
            title: "This workspace asks for permission", text: text, items: permissions.map(Self.line), showsWholeItems: true,
            choices: [
                Question<Sent>.Choice("r", "Refuse", []), Question<Sent>.Choice("o", "Allow once", [allow(false)]),
                Question<Sent>.Choice("a", "Allow", [allow(true)]),
            ], isGuarded: true)
    }

    /// One line: the resource, the server that receives it, and the file that asks for it. Line breaks are escaped, so that they cannot
    /// fake another line of the list.
    private static func line(_ permission: Permission) -> String {
        let receiver = permission.server.map { $0.isEmpty ? "" : " for \($0)" } ?? ""
        let file = permission.file ?? "not saved"
        return VisibleText.escaping("\(permission.kind.text(with: permission.words))\(receiver) (\(file), \(permission.place))")
    }
}

/// The list of a workspace's permissions, each of which can be revoked.
struct GrantedPermissionList {
    private let permissions: [TrustStore.GrantedPermission]

    init(_ permissions: [TrustStore.GrantedPermission]) { self.permissions = permissions }

    /// The window; choosing a permission revokes it. Nil if there is none.
    func picker<Sent>(_ revoke: (TrustStore.GrantedPermission) -> Sent) -> Picker<Sent>? {
        guard !permissions.isEmpty else { return nil }
        return Picker(
            "Permissions (Enter revokes)",
            permissions.map { permission in
                Picker<Sent>.Item(
                    title: permission.kind.text(with: permission.words), detail: permission.origin ?? "", message: revoke(permission))
            })
    }
}
