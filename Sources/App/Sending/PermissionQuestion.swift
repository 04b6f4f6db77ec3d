import Screen
import Workspace

/// The question about the uses of this machine that a request makes and nobody has allowed.
struct PermissionQuestion: Equatable {
    /// The permissions that are asked for; those of several places in one line.
    private let permissions: [Permission]
    private let name: String
    private let problem: String?

    /// - Parameters:
    ///   - name: the name of the request; empty for one without.
    ///   - problem: why settings that were made here are asked about; nil if none are.
    init(_ permissions: [Permission], name: String, problem: String? = nil) {
        self.problem = problem
        var seen: Set<String> = []
        self.permissions = permissions.filter { seen.insert($0.hash).inserted }
        self.name = name
    }

    /// The window; refusing is what Enter does.
    ///
    /// - Parameter allow: sends the request again with the permissions; true if they hold from now on.
    func question<Sent>(_ allow: (_ isForGood: Bool) -> Sent) -> Question<Sent> {
        let subject = name.isEmpty ? "The request" : "“\(name)”"
        let text =
            "\(subject) uses things of this machine, as the files of the workspace say. Allow only what you expect. "
            + "Allowed words are asked about again when they change, or when they go to another server."
            + (problem.map { " What was made here could not be kept as allowed: \(VisibleText.escaping($0))" } ?? "")
        return Question(
            title: "This workspace asks for permission", text: text, items: permissions.map(Self.line), showsWholeItems: true,
            choices: [
                Question<Sent>.Choice("r", "Refuse", []), Question<Sent>.Choice("o", "Allow once", [allow(false)]),
                Question<Sent>.Choice("a", "Allow", [allow(true)]),
            ])
    }

    /// One line: the thing that is used, its receiver, and the file that asks for it. A line break in the words must not look like another line of the list.
    private static func line(_ permission: Permission) -> String {
        let receiver = permission.origin.map { $0.isEmpty ? "" : " for \($0)" } ?? ""
        let file = permission.file ?? "not saved"
        let words = permission.kind == .unchecked ? "" : ": \(permission.words)"
        return VisibleText.escaping("\(permission.kind.title)\(words)\(receiver) (\(file), \(permission.place))")
    }
}

/// The list of what a workspace has been allowed, where each can be taken back.
struct AllowanceList {
    private let allowances: [TrustStore.Allowance]

    init(_ allowances: [TrustStore.Allowance]) { self.allowances = allowances }

    /// The window; choosing an allowance takes it back. Nil if there is none.
    func picker<Sent>(_ revoke: (TrustStore.Allowance) -> Sent) -> Picker<Sent>? {
        guard !allowances.isEmpty else { return nil }
        return Picker(
            "Permissions: Enter takes one back",
            allowances.map { allowance in
                Picker<Sent>.Item(
                    "\(allowance.kind.title): \(allowance.words)", detail: allowance.origin ?? "", sends: revoke(allowance))
            })
    }
}
