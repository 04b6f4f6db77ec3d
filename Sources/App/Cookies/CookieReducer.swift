/// Opens the cookie jars and takes what was changed in them.
enum CookieReducer {
    static func reduce(_ message: CookieMessage, _ context: CookieContext) -> CookieOutcome {
        switch message {
        case .show: return [.effect(.read(names(context)))]
        case .read(let jars, let now): return [.show(.sheet(CookieSheet.sheet(jars, now: now)))]
        case .apply(let changes): return [.effect(.apply(changes))]
        case .applied(let changes):
            let undo = Toast<CookieMessage>.Action(label: "undo", message: .apply(changes.map(\.inverse)))
            return [.output(.endSaving(problem: nil))] + .say(.done, "Cookies saved", action: undo)
        case .failed(let problem): return context.isSavingWindow ? [.output(.endSaving(problem: problem))] : .say(.error, problem)
        case .askToClear: return askToClear(context)
        case .clear: return [.output(.remove(.all))]
        case .deleteDomain: return [.output(.remove(.domain))]
        }
    }

    /// The names of the jars: that of the environment, those of the other environments, and the one without an environment.
    private static func names(_ context: CookieContext) -> [String] {
        (context.environments + [""]).reduce(into: [context.environment]) { names, name in
            if !names.contains(name) { names.append(name) }
        }
    }

    private static func askToClear(_ context: CookieContext) -> CookieOutcome {
        guard let jar = context.shownJar, jar.count > 0 else { return .say(.warning, "The jar is empty") }
        let question = Question<CookieMessage>(
            title: "Empty the jar “\(jar.title)”?",
            text: "\(jar.count == 1 ? "One cookie is" : "All \(jar.count) cookies are") removed. u undoes it, ^S saves it.",
            choices: [Question<CookieMessage>.Choice("d", "Delete all", [.clear]), Question<CookieMessage>.Choice("c", "Cancel", [])])
        return [.show(.confirm(question))]
    }
}

/// The commands of the cookie jars.
enum CookieCommands {
    static let all: [Command<CookieContext, CookieMessage>] = [
        Command(
            "cookies.show", "Open cookie jar", synonyms: ["cookies", "edit cookies"], keys: ["g c"], scope: .nav, group: .edit,
            sends: .show)
    ]
}
