/// Shows what a login needs a person for.
enum LoginUpdate {
    static func begin(_ state: inout AppState, _ login: LoginRequest, isOpened: Bool) -> [Effect] {
        let opened = isOpened ? "It was opened in the browser" : "Open it in a browser"
        if let code = login.code {
            state.overlays.append(
                .confirm(
                    ConfirmState(
                        title: "Log in with the code \(code)",
                        text: "\(opened) and copied: \(login.page) Type the code \(code) there; the request goes on by itself.",
                        choices: [ConfirmState.Choice("o", "done", [])])))
            return [.copy(login.page, name: "the page to log in")]
        }
        let back = login.comesBack ? "The request goes on when the browser comes back; or paste" : "Then paste"
        state.overlays.append(
            .form(
                FormState(
                    purpose: .login(login.id), title: "Log in",
                    text: "\(opened) (it is copied):\n\(login.page)\n\(back) the URL that the login ended at.",
                    fields: [FormState.Field("URL", note: "http://…?code=…")])))
        return [.copy(login.page, name: "the page to log in")]
    }

    /// Closes the window of a login that is over.
    static func end(_ state: inout AppState, _ id: Int) {
        state.overlays.removeAll { overlay in
            if case .form(let form) = overlay { return form.purpose == .login(id) }
            return false
        }
    }
}
