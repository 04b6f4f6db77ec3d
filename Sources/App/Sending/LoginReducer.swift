import HTTP
import Widgets

/// Shows a login that waits for the user. Its window does not interrupt typing, and can be closed while the login continues.
enum LoginReducer {
    static func reduce(_ state: inout SendingState, _ message: LoginMessage, _ context: SendingContext) -> SendingOutcome {
        switch message {
        case .began(let login, let isOpened): return begin(&state, login, isOpened: isOpened, context)
        case .show: return showNewest(&state, context)
        case .hide(let login): return hide(&state, login, context)
        case .ended(let id):
            state.hiddenLogins.removeAll { $0.request.id == id }
            return [.output(.closeLogin(id)), .dismissToasts(about: .login(id))]
        case .loggedOut(let client, let hadTokens):
            return .notify(.done, hadTokens ? "Logged out: deleted the tokens of \(client)" : "No tokens of \(client) were stored")
        }
    }

    private static func begin(
        _ state: inout SendingState, _ login: LoginRequest, isOpened: Bool, _ context: SendingContext
    ) -> SendingOutcome {
        let login = PendingLogin(request: login, isOpened: isOpened, copiesPage: !isOpened)
        let isElsewhere = state.request(login.request.exchange).map { $0.owner != context.frontTab } ?? false
        return context.isIdle && !isElsewhere ? show(login, state, context) : hide(&state, login, context)
    }

    /// The request of a login, with its host.
    private static func subject(_ request: InFlightRequest, _ context: SendingContext) -> String {
        let host = WebURL(request.url)?.host ?? ""
        return context.title(of: request) + (host.isEmpty || context.tab(request.owner) == nil ? "" : " to \(host)")
    }

    /// Shows the newest login whose window was closed: that of the tab in front, or else of any.
    private static func showNewest(_ state: inout SendingState, _ context: SendingContext) -> SendingOutcome {
        let ofFront = state.hiddenLogins.lastIndex { state.request($0.request.exchange)?.owner == context.frontTab }
        return (ofFront ?? state.hiddenLogins.indices.last).map { show(state.hiddenLogins.remove(at: $0), state, context) } ?? []
    }

    private static func show(_ login: PendingLogin, _ state: SendingState, _ context: SendingContext) -> SendingOutcome {
        let form = login.form(for: state.request(login.request.exchange).map { subject($0, context) })
        let copy: SendingOutcome = login.copiesPage ? [.copy(login.page.text, name: login.page.name)] : []
        return [.dismissToasts(about: .login(login.request.id)), .show(.form(form))] + copy
    }

    /// Closes the window of a login and keeps its text; a toast shows the key to reopen it until the login ends.
    private static func hide(_ state: inout SendingState, _ login: PendingLogin, _ context: SendingContext) -> SendingOutcome {
        state.hiddenLogins.append(login)
        let title = state.request(login.request.exchange).map(context.title) ?? "A request"
        let key = context.keys.shown("login.show").map { "\($0) shows it" } ?? "show"
        return .notify(
            .warning, "\(title) waits for a login", about: .login(login.request.id),
            action: Toast<SendingMessage>.Action(label: key, message: .login(.show)), stays: true)
    }
}

/// A login that has not ended; its window can be closed and opened again.
struct PendingLogin: Sendable, Equatable {
    let request: LoginRequest
    /// True if its page was opened in the browser.
    let isOpened: Bool
    /// True if its page is copied when its window is shown, since no browser could be opened.
    var copiesPage: Bool
    /// The text typed so far.
    var input: TextFieldState?

    fileprivate var page: CopiedText { CopiedText(text: request.page, name: "the page to log in") }

    /// Makes its window. The subject is the request that needs it; nil if that is not known.
    fileprivate func form(for subject: String?) -> FormState<SendingMessage> {
        let id = request.id
        let field = InputField("URL", id: "url", note: "http://…?code=…")
        let waiting = FormState<SendingMessage>.Waiting(
            id: id, page: page, code: request.code.map { CopiedText(text: $0, name: "the code") },
            cancelMessages: [.perform(.answerLogin(id, nil))])
        var form = FormState<SendingMessage>(
            request.code.map { "Log in with the code \($0)" } ?? "Log in", "Done", text: text(for: subject),
            fields: request.code == nil ? [field] : [], waiting: waiting,
            check: { [page = request.page] fields in
                fields.first.flatMap { field in Self.fault(in: field.input.text.trimmed, for: page).map { FieldError(field.id, $0) } }
            },
            cancels: { [.login(.hide(closed(with: $0)))] },
            sends: { [.perform(.answerLogin(id, $0.first?.input.text.trimmed ?? ""))] })
        if let input, !form.fields.isEmpty { form.fields[0].input = input }
        return form
    }

    /// The text above the field.
    private func text(for subject: String?) -> String {
        let page = isOpened ? "This page was opened in the browser" : "Open this page in a browser"
        let text = (subject.map { "For \($0).\n" } ?? "") + "\(page):\n\(request.page)\n"
        if let code = request.code { return text + "Enter the code \(code) there; the request then continues." }
        let busy = request.busyPort.map { "Another program uses port \($0), so paste" } ?? "Then paste"
        let back = request.comesBack ? "The request continues when the login is done; or paste" : busy
        return text + "\(back) the URL of the last page of the login."
    }

    /// The login after its window was closed, with the texts typed there.
    private func closed(with fields: [InputField]) -> PendingLogin {
        var login = self
        login.input = fields.first?.input
        login.copiesPage = false
        return login
    }

    /// The reason why a text is not the final URL of a page's login. That URL contains a code, or an error (RFC 6749, section 4.1.2). Nil
    /// if it is valid.
    private static func fault(in text: String, for page: String) -> String? {
        let query = WebURL(text)?.search.dropFirst().split(separator: "&") ?? []
        guard query.contains(where: { $0.hasPrefix("code=") || $0.hasPrefix("error=") }) else { return "Expected a URL with code=…" }
        return OAuthRedirect.isAnswer(text, to: page) ? nil : "This URL belongs to another login: its state differs"
    }
}
