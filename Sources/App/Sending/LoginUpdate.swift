import HTTP

/// Shows what a login needs a person for. Its window takes no keys from somebody who is at something else, and can be put aside: the login
/// goes on meanwhile.
enum LoginUpdate {
    static func begin(_ state: inout AppState, _ login: LoginRequest, isOpened: Bool) -> [Effect] {
        let sending = state.inFlight.first { $0.id == login.exchange }
        var form = form(login, isOpened: isOpened, whose: sending.map { whose($0, state) })
        form.page = login.page
        form.exchange = sending?.id
        let isElsewhere = sending.map { $0.owner != state.response.owner } ?? false
        guard state.windows.isEmpty, state.layer == .nav, !isElsewhere else { return putAside(&state, form) }
        return show(&state, form)
    }

    private static func form(_ login: LoginRequest, isOpened: Bool, whose: String?) -> FormState {
        let page = isOpened ? "This page was opened in the browser" : "Open this page in a browser"
        let text = (whose.map { "For \($0).\n" } ?? "") + "\(page):\n\(login.page)\n"
        if let code = login.code {
            return FormState(
                purpose: .login(login.id), title: "Log in with the code \(code)",
                text: text + "Type the code \(code) there; the request goes on by itself.", fields: [], code: code)
        }
        let back = login.comesBack ? "The request goes on when the browser comes back; or paste" : "Then paste"
        return FormState(
            purpose: .login(login.id), title: "Log in", text: text + "\(back) the URL that the login ended at.",
            fields: [FormState.Field("URL", note: "http://…?code=…")])
    }

    /// The request that a login is for, with the host that it goes to.
    private static func whose(_ sending: Sending, _ state: AppState) -> String {
        let host = WebURL(sending.url)?.host ?? ""
        let isOpen = state.tabs.all.contains { $0.id == sending.owner }
        return state.title(of: sending) + (host.isEmpty || !isOpen ? "" : " to \(host)")
    }

    /// Shows the window of a login that was put aside: the newest of the request in the pane, or else of all.
    static func show(_ state: inout AppState) -> [Effect] {
        let index = state.loginsAside.lastIndex { isOfFront($0, state) } ?? state.loginsAside.indices.last
        guard let index else { return [] }
        return show(&state, state.loginsAside.remove(at: index))
    }

    private static func isOfFront(_ form: FormState, _ state: AppState) -> Bool {
        state.inFlight.contains { $0.id == form.exchange && $0.owner == state.response.owner }
    }

    private static func show(_ state: inout AppState, _ form: FormState) -> [Effect] {
        var form = form
        settle(&state, form)
        let isNew = !form.wasShown
        form.wasShown = true
        state.windows.append(.form(form))
        return isNew ? form.page.map { [.copy($0, name: "the page to log in")] } ?? [] : []
    }

    /// Keeps a login's window with what was pasted there, and says until it is over how to come back to it.
    static func putAside(_ state: inout AppState, _ form: FormState) -> [Effect] {
        state.loginsAside.append(form)
        let sending = state.inFlight.first { $0.id == form.exchange }
        let who = sending.map(state.title) ?? "A request"
        let key = state.keymap.shownKey(of: "login.show").map { "\($0) shows it" } ?? "show"
        return state.say(
            .warning, "\(who) waits for a login", about: topic(form),
            action: Toast<Message>.Action(label: key, message: .exchange(.showLogin)),
            stays: true)
    }

    private static func topic(_ form: FormState) -> ToastTopic? {
        if case .login(let id) = form.purpose { .login(id) } else { nil }
    }

    private static func settle(_ state: inout AppState, _ form: FormState) {
        if let topic = topic(form) { state.settle(topic) }
    }

    /// Closes the window of a login that is over.
    static func end(_ state: inout AppState, _ id: Int) {
        state.windows.removeAll { window in
            guard case .form(let form) = window else { return false }
            return form.purpose == .login(id)
        }
        state.loginsAside.removeAll { $0.purpose == .login(id) }
        state.settle(.login(id))
    }
}
