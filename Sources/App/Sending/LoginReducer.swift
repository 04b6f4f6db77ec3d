import HTTP

/// Shows a login that waits for the user. Its window does not interrupt typing, and can be closed while the login continues.
enum LoginReducer {
    static func reduce(_ state: inout SendingState, _ message: LoginMessage, _ context: SendingContext) -> SendingOutcome {
        switch message {
        case .began(let login, let isOpened): return begin(&state, login, isOpened: isOpened, context)
        case .show: return showNewest(&state, context)
        case .hide(let form): return hide(&state, form, context)
        case .answer(let id, let text): return [.effect(.answerLogin(id, text))]
        case .ended(let id):
            state.hiddenLogins.removeAll { $0.purpose == .login(id) }
            return [.output(.closeLogin(id)), .dismissToasts(about: .login(id))]
        case .loggedOut(let client, let hadTokens):
            return .notify(.done, hadTokens ? "Logged out: the tokens of \(client) are forgotten" : "No tokens of \(client) were stored")
        }
    }

    private static func begin(
        _ state: inout SendingState, _ login: LoginRequest, isOpened: Bool, _ context: SendingContext
    ) -> SendingOutcome {
        let request = state.request(login.exchange)
        var form = form(login, isOpened: isOpened, subject: request.map { subject($0, context) })
        form.page = login.page
        form.exchange = request?.id
        form.copiesPage = !isOpened
        let isElsewhere = request.map { $0.owner != context.frontTab } ?? false
        return context.isIdle && !isElsewhere ? show(form) : hide(&state, form, context)
    }

    private static func form(_ login: LoginRequest, isOpened: Bool, subject: String?) -> FormState {
        let page = isOpened ? "This page was opened in the browser" : "Open this page in a browser"
        let text = (subject.map { "For \($0).\n" } ?? "") + "\(page):\n\(login.page)\n"
        if let code = login.code {
            return FormState(
                purpose: .login(login.id), title: "Log in with the code \(code)",
                text: text + "Enter the code \(code) there; the request then continues.", fields: [], code: code)
        }
        let busy = login.busyPort.map { "Another program uses port \($0), so paste" } ?? "Then paste"
        let back = login.comesBack ? "The request continues when the login is done; or paste" : busy
        return FormState(
            purpose: .login(login.id), title: "Log in", text: text + "\(back) the URL of the last page of the login.",
            fields: [FormState.Field("URL", id: "url", note: "http://…?code=…")])
    }

    /// The request of a login, with its host.
    private static func subject(_ request: InFlightRequest, _ context: SendingContext) -> String {
        let host = WebURL(request.url)?.host ?? ""
        return context.title(of: request) + (host.isEmpty || context.tab(request.owner) == nil ? "" : " to \(host)")
    }

    /// Shows the newest login whose window was closed: that of the tab in front, or else of any.
    private static func showNewest(_ state: inout SendingState, _ context: SendingContext) -> SendingOutcome {
        let ofFront = state.hiddenLogins.lastIndex { state.request($0.exchange)?.owner == context.frontTab }
        return (ofFront ?? state.hiddenLogins.indices.last).map { show(state.hiddenLogins.remove(at: $0)) } ?? []
    }

    private static func show(_ form: FormState) -> SendingOutcome {
        var shown = form
        shown.copiesPage = false
        let copy: SendingOutcome = !form.copiesPage ? [] : form.page.map { [.copy($0, name: "the page to log in")] } ?? []
        return dismissingToast(of: form) + [.show(.form(shown))] + copy
    }

    /// Closes the window of a login and keeps its text; a toast shows the key to reopen it until the login ends.
    private static func hide(_ state: inout SendingState, _ form: FormState, _ context: SendingContext) -> SendingOutcome {
        state.hiddenLogins.append(form)
        let title = state.request(form.exchange).map(context.title) ?? "A request"
        let key = context.keys.shown("login.show").map { "\($0) shows it" } ?? "show"
        return .notify(
            .warning, "\(title) waits for a login", about: topic(form),
            action: Toast<SendingMessage>.Action(label: key, message: .login(.show)), stays: true)
    }

    private static func dismissingToast(of form: FormState) -> SendingOutcome { topic(form).map { [.dismissToasts(about: $0)] } ?? [] }

    private static func topic(_ form: FormState) -> ToastTopic? {
        if case .login(let id) = form.purpose { .login(id) } else { nil }
    }
}
