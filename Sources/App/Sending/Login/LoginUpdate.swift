/// Shows what a login needs a person for.
enum LoginUpdate {
    static func begin(_ state: inout AppState, _ login: LoginRequest, isOpened: Bool) -> [Effect] {
        let page = isOpened ? "This page was opened in the browser" : "Open this page in a browser"
        let copied = "\(page) (it is copied):\n\(login.page)\n"
        var form: FormState
        if let code = login.code {
            form = FormState(
                purpose: .login(login.id), title: "Log in with the code \(code)",
                text: copied + "Type the code \(code) there; the request goes on by itself.", fields: [], code: code)
        } else {
            let back = login.comesBack ? "The request goes on when the browser comes back; or paste" : "Then paste"
            form = FormState(
                purpose: .login(login.id), title: "Log in", text: copied + "\(back) the URL that the login ended at.",
                fields: [FormState.Field("URL", note: "http://…?code=…")])
        }
        form.page = login.page
        state.overlays.append(.form(form))
        return [.copy(login.page, name: "the page to log in")]
    }

    /// Closes the window of a login that is over.
    static func end(_ state: inout AppState, _ id: Int) {
        state.overlays.removeAll { overlay in
            guard case .form(let form) = overlay else { return false }
            return form.purpose == .login(id)
        }
    }
}
