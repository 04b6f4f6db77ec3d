import Engine
import HTTP
import Screen
import Widgets
import Workspace

/// Starts sending, and asks the questions that come before it.
enum SendCommands {
    /// The commands that belong to no pane.
    static let all: [Command<SendCommandState, SendingMessage>] = [
        Command(
            "request.forgetAnswers", "Forget typed secrets", [], .everywhere, .send, synonyms: ["ask again", "password", "clear secrets"],
            sends: .forgetTypedSecrets),
        Command(
            "captures.show", "Show captured values", [], .everywhere, .send, synonyms: ["forget", "variables", "clear captures"],
            disabled: { $0.hasCaptured ? nil : "no captured values in this collection" }, sends: .captured(.show)),
        Command(
            "request.toggleOffline", "Toggle offline mode", label: "offline", ["g n"], .nav, .send,
            synonyms: ["network", "stored responses", "examples", "mock", "airplane"], sends: .toggleOffline),
        Command(
            "loader.reset", "Reset connections and caches", [], .everywhere, .send,
            synonyms: ["clear cache", "clear cookies", "delete cookies", "log out", "nonces", "close connections"],
            sends: .chain(.chooseReset)),
        Command(
            "loader.pace", "Limit request rate", [], .everywhere, .send,
            synonyms: ["change pace of requests", "pause", "resume", "throttle", "rate limit", "delay"], sends: .chain(.choosePace)),
        Command(
            "login.show", "Show pending login", ["g i"], .nav, .send, synonyms: ["oauth", "sign in", "log in", "login"],
            disabled: { $0.hasHiddenLogin ? nil : "no login is pending" }, sends: .login(.show)),
        Command(
            "history.showReplay", "Show progress of replay", [], .everywhere, .send, synonyms: ["batch", "pause"],
            disabled: { $0.hasReplays ? nil : "no replay of several entries yet" }, sends: .replays(.show)),
    ]

    /// Uses the request in front, which has no known problem; a preview is also possible with problems.
    static func use(
        _ state: inout SendingState, _ job: SendJob, _ purpose: SendPurpose, _ snapshot: DraftSnapshot?, _ context: SendingContext
    ) -> SendingOutcome {
        if purpose == .send { state.sentSnapshots[job.owner] = snapshot }
        if purpose.showsSecrets, let environment = context.environment, environment.isProtected {
            return [.show(.confirm(copyQuestion(job, purpose, environment.name)))]
        }
        return [.effect(purpose.effect(job))]
    }

    /// Code is already shown masked, so that only a command can be copied in that form instead.
    private static func copyQuestion(_ job: SendJob, _ purpose: SendPurpose, _ environment: String) -> Question<SendingMessage> {
        typealias Choice = Question<SendingMessage>.Choice
        let masked = Choice("m", "Copy masked", [.perform(.preview(job, .copy(withSecrets: false)))])
        let others = [Choice("s", "Copy with secrets", [.perform(.preview(job, purpose))]), Choice("c", "Cancel", [])]
        return Question(
            title: "Copy secrets of a protected environment?",
            text: "The copied text for “\(environment)” would contain its secrets in plain text.",
            choices: purpose == .copy(withSecrets: true) ? [masked] + others : others)
    }

    /// Replays a history entry; a protected environment is confirmed first.
    static func replay(_ entry: ExchangeSummary, _ context: SendingContext) -> SendingOutcome {
        guard let confirmation = SendConfirmation(entry, context) else {
            return [.effect(.replay(job(entry, isConfirmed: false, context)))]
        }
        return [.show(.confirm(confirmation.question(.replayConfirmed(entry))))]
    }

    /// The job that replays a history entry for the tab in front.
    static func job(_ entry: ExchangeSummary, isConfirmed: Bool, _ context: SendingContext) -> ReplayJob {
        var job = ReplayJob(entry.id, owner: context.frontTab, isConfirmed: isConfirmed)
        job.captured = context.captured(context.collection(entry.origin.requestPath))
        return job
    }

    /// Asks the questions that come before a request is used.
    static func ask(_ question: SendQuestion) -> SendingOutcome {
        switch question {
        case .confirmation(var job, let confirmation):
            job.confirmedEnvironment = confirmation.environment
            return [.show(.confirm(confirmation.question(.perform(SendPurpose.send.effect(job)))))]
        case .permissions(let job, let purpose, let permissions, let problem):
            let question = PermissionQuestion(permissions, name: job.draft.name, problem: problem)
            return [.show(.confirm(question.question { .perform(purpose.effect(job.permitting(permissions, forGood: $0))) }))]
        case .values(let job, let purpose, let values):
            let name = job.draft.name.isEmpty ? "The request" : "“\(job.draft.name)”"
            let fields = values.map { value in
                let label =
                    value.name.hasPrefix(VariableResolver.promptPrefix)
                    ? String(value.name.dropFirst(VariableResolver.promptPrefix.count)) : value.name
                return InputField(label, id: value.name, note: value.note, isSecret: value.isSecret)
            }
            let text = "\(name) asks for \(values.count == 1 ? "a value" : "values")."
            let form = FormState<SendingMessage>(
                "Enter values", "Send", text: text, fields: fields,
                check: { fields in fields.first { $0.input.text.isEmpty }.map { FieldError($0.id, "Enter a value for \($0.label)") } },
                cancels: { [.notAnswered($0.map(\.label))] }, sends: { [.perform(purpose.effect(job.answering($0.values)))] })
            return [.show(.form(form))]
        }
    }
}

extension SendPurpose {
    /// The effect that uses a request for this purpose.
    func effect(_ job: SendJob) -> SendingEffect {
        switch self {
        case .send: job.replayJob.map { .replay($0) } ?? .send(job)
        case .preview, .copy, .code: .preview(job, self)
        case .logOut: .logOut(job)
        }
    }
}

extension SendJob {
    /// The job that replays the exchange; nil if the draft is sent.
    fileprivate var replayJob: ReplayJob? {
        guard case .asSent(let id)? = replay else { return nil }
        var job = ReplayJob(id, owner: owner)
        (job.captured, job.prompted, job.permitted) = (captured, prompted, permitted)
        return job
    }
}

extension SendConfirmation {
    /// The confirmation that replaying a history entry needs; nil if it needs none.
    init?(_ entry: ExchangeSummary, _ context: SendingContext) {
        let known = context.environments(of: entry)
        guard !Self.isSafe(entry.method), let name = ReplayExtent.protectedName(entry.origin.environment, known: known) else { return nil }
        self.init(environment: name, method: entry.method, host: WebURL(entry.url)?.host)
        isKnown = known.contains { $0.name == name }
    }

    fileprivate func question(_ confirmed: SendingMessage) -> Question<SendingMessage> {
        Question(
            title: isKnown ? "Send to a protected environment?" : "Send to an unknown environment?",
            text: "“\(environment)” is \(isKnown ? "protected" : "not known here and may be protected"). \(method) may change data "
                + (host.map { "at \($0)." } ?? "there."),
            choices: [.init("c", "Cancel", []), .init("s", "Send", [confirmed])], isGuarded: true)
    }
}

/// Resets parts of the loaders that all requests share, and changes their pace.
enum ChainReducer {
    private static let parts: [(part: ChainPart, title: String, report: String)] = [
        (.connections, "Connections and requests in flight", "All connections are closed"),
        (.responses, "Cached responses", "The cache is empty"),
        (.logins, "Logins: tokens, credentials, nonces", "All logins are forgotten"),
        (.cookies, "Cookies of all environments", "All cookies are deleted"),
        (.everything, "All of these", "Connections, cache, logins and cookies are reset"),
    ]

    private static let paces: [(pace: RequestPace, title: String, report: String)] =
        [(.full, "No limit", "The request rate is not limited"), (.paused, "Paused", "Requests are paused: new ones wait")]
        + [1, 2, 5, 10, 50].map { (.perSecond($0), "\($0) per second", "At most \($0) requests per second are sent") }

    static func reduce(_ message: ChainMessage) -> SendingOutcome {
        switch message {
        case .chooseReset: [.show(.picker(Picker("Reset", parts.map { .init(title: $0.title, message: .chain(.reset($0.part))) })))]
        case .reset(let part): [.effect(.reset(part))]
        case .wasReset(let part): .notify(.done, parts.first { $0.part == part }?.report ?? "", about: .sending)
        case .choosePace: [.show(.picker(Picker("Request rate", paces.map { .init(title: $0.title, message: .chain(.setPace($0.pace))) })))]
        case .setPace(let pace):
            [.effect(.setPace(pace))] + .notify(.done, paces.first { $0.pace == pace }?.report ?? "", about: .sending)
        }
    }
}

/// The state that the commands of sending check.
struct SendCommandState {
    let hasHiddenLogin: Bool
    /// True if several entries were replayed in this session.
    let hasReplays: Bool
    /// True if there are captured values for the collection of the request in front, in any environment.
    let hasCaptured: Bool
}

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
        return VisibleText.escaping("\(permission.kind.text(with: permission.words))\(receiver) (\(file), \(permission.source))")
    }
}
