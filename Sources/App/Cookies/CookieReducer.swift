import HTTP
import Platform

/// Messages about cookie jars.
enum CookieMessage: Sendable, Equatable {
    /// Opens the jars of all environments, that of the current one in front.
    case show
    /// The content of jars at a moment.
    case read([CookieJarContent], at: Date)
    /// Writes changes of jars.
    case apply([CookieJarChange])
    case applied([CookieJarChange])
    /// The jars could not be changed.
    case failed(String)
    /// Asks whether to empty the jar that is shown.
    case askToClear
    case clear
    /// Removes all cookies of the domain under the cursor.
    case deleteDomain
}

/// Effects on cookie jars.
enum CookieEffect: Sendable, Equatable {
    /// Reads jars to show them, the first one in front.
    case read([String])
    /// Changes cookie jars.
    case apply([CookieJarChange])
    /// Replaces a jar by another one, which is then empty; nil for none.
    case move(from: String?, to: String)
}

/// Requests of the cookie jars to other features.
enum CookieOutput {
    /// Closes the window that was saved, or shows why it cannot be.
    case endSaving(problem: String?)
    /// Removes rows of the table that is shown.
    case remove(CookieRows.Removal)
}

/// The parts of the program's state that the cookie jars read.
struct CookieContext {
    /// The environment that the request in front is sent to; empty for none.
    let environment: String
    /// The names of the environments of its collection.
    let environments: [String]
    /// The title of the jar that is shown, and the number of its cookies; nil while none is shown.
    let shownJar: (title: String, count: Int)?
    /// True while the window waits for the jars to be written.
    let isSavingWindow: Bool
}

typealias CookieOutcome = Outcome<CookieMessage, CookieEffect, CookieOutput>

/// A jar as it was read.
struct CookieJarContent: Sendable, Equatable {
    /// The name of the environment that it belongs to; empty for requests without one.
    let name: String
    /// The cookies in the order in which they were first set.
    let cookies: [StoredCookie]
}

struct CookieJarChange: Sendable, Equatable {
    /// The jar's name.
    let jar: String
    /// The cookies before the change.
    let old: [StoredCookie]
    /// The cookies after the change.
    let new: [StoredCookie]

    /// The change that undoes this one.
    var inverse: CookieJarChange { CookieJarChange(jar: jar, old: new, new: old) }
}

/// Opens the cookie jars and saves changes to them.
enum CookieReducer {
    static func reduce(_ message: CookieMessage, _ context: CookieContext) -> CookieOutcome {
        switch message {
        case .show: return [.effect(.read(names(context)))]
        case .read(let jars, let now): return [.show(.tableWindow(CookieWindow.tableWindow(jars, now: now)))]
        case .apply(let changes): return [.effect(.apply(changes))]
        case .applied(let changes):
            let undo = Toast<CookieMessage>.Action(label: "undo", message: .apply(changes.map(\.inverse)))
            return [.output(.endSaving(problem: nil))] + .notify(.done, "Cookies saved", action: undo)
        case .failed(let problem): return context.isSavingWindow ? [.output(.endSaving(problem: problem))] : .notify(.error, problem)
        case .askToClear: return askToClear(context)
        case .clear: return [.output(.remove(.all))]
        case .deleteDomain: return [.output(.remove(.domain))]
        }
    }

    /// The names of the jars: the current environment, the other environments, then the jar for no environment.
    private static func names(_ context: CookieContext) -> [String] {
        (context.environments + [""]).reduce(into: [context.environment]) { names, name in
            if !names.contains(name) { names.append(name) }
        }
    }

    private static func askToClear(_ context: CookieContext) -> CookieOutcome {
        guard let jar = context.shownJar, jar.count > 0 else { return .notify(.warning, "There are no cookies in this jar") }
        let count = jar.count == 1 ? "One cookie is" : "All \(jar.count) cookies are"
        let question = Question<CookieMessage>.deleting(
            "Delete all cookies in “\(jar.title)”?", "\(count) deleted when the window is saved. Undo restores all.", label: "Delete all",
            delete: [.clear])
        return [.show(.confirm(question))]
    }
}

/// The commands of the cookie jars.
enum CookieCommands {
    static let all: [Command<CookieContext, CookieMessage>] = [
        Command(
            "cookies.show", "Open cookie jar", ["g c"], .nav, .edit,
            synonyms: ["cookies", "edit cookies", "cookie manager", "clear cookies", "delete cookies", "session"], sends: .show)
    ]
}

/// Reads and changes the jars that requests are sent with.
struct CookieEffects: Sendable {
    let jars: CookieJar
    let now: @Sendable () -> Date
    let post: @Sendable (CookieMessage) -> Void

    func run(_ effect: CookieEffect) async {
        switch effect {
        case .read(let names):
            post(.read(names.map { CookieJarContent(name: $0, cookies: jars.cookies(in: $0)) }, at: now()))
        case .apply(let changes):
            do throws(CookieChangeError) {
                for change in changes { try jars.apply(CookieChange(from: change.old, to: change.new), to: change.jar) }
                post(.applied(changes))
            } catch {
                post(.failed(error.description))
            }
        case .move(let old, let new):
            let isMoved = replace(new, by: old.map { jars.cookies(in: $0) } ?? [])
            // A disk may not distinguish capitals in the names of files.
            if let old, isMoved, old.lowercased() != new.lowercased() { _ = replace(old, by: []) }
        }
    }

    /// Replaces the cookies of a jar.
    ///
    /// - Returns: false if they could not be stored.
    private func replace(_ jar: String, by cookies: [StoredCookie]) -> Bool {
        let problem = jars.change(jar) { list in
            list.removeAll { _ in true }
            cookies.forEach { list.put($0) }
        }
        if let problem { post(.failed(problem)) }
        return problem == nil
    }
}
