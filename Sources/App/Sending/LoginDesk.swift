import Engine
public import HTTP
import Synchronization
import Workspace

/// Logins that wait for the user: shows the page or code in a window, opens the browser and accepts the pasted URL.
public final class LoginDesk: Sendable {
    private struct State {
        var post: (@Sendable (SendingMessage) -> Void)?
        var waiting: [(id: Int, continuation: CheckedContinuation<String?, Never>)] = []
        /// Answers and cancellations that came before the wait began.
        var early: [(id: Int, url: String?)] = []
        var lastID = 0
    }

    /// The exchange being sent; the tasks that fetch its token inherit it.
    @TaskLocal static var asker: Exchange.ID?

    private let openPage: @Sendable (String) -> Bool
    // Guards the waiting logins; they run on any thread, and answers come from effects.
    private let state = Mutex(State())

    /// Takes the function that opens a page in the browser; it returns true on success.
    public init(openPage: @escaping @Sendable (String) -> Bool = { _ in false }) { self.openPage = openPage }

    /// Creates an OAuth delegate that shows its logins here and keeps tokens in a store.
    public func makeLogin(store: any OAuthCredentialStore) -> BrowserLogin {
        BrowserLogin(store: store) { [self] prompt throws(OAuthLoginError) in try await finalURL(for: prompt) }
    }

    /// Sets the function that posts messages.
    func attach(_ post: @escaping @Sendable (SendingMessage) -> Void) { state.withLock { $0.post = post } }

    /// Passes the URL that the user pasted to the login with this number; nil cancels the login.
    func submit(_ url: String?, for id: Int) {
        let continuation = state.withLock { state -> CheckedContinuation<String?, Never>? in
            if let index = state.waiting.firstIndex(where: { $0.id == id }) { return state.waiting.remove(at: index).continuation }
            state.early.append((id, url))
            return nil
        }
        continuation?.resume(returning: url)
    }

    private func finalURL(for prompt: OAuthPrompt) async throws(OAuthLoginError) -> String? {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let login = LoginRequest(id: id, prompt, for: Self.asker)
        let isOpened = openPage(login.page)
        state.withLock { $0.post }?(.login(.began(login, isOpened: isOpened)))
        let url = await withTaskCancellationHandler {
            await wait(id)
        } onCancel: {
            submit(nil, for: id)
        }
        state.withLock { $0.post }?(.login(.ended(id)))
        if url == nil, !Task.isCancelled { throw .cancelled }
        return url
    }

    private func wait(_ id: Int) async -> String? {
        await withCheckedContinuation { continuation in
            let early = state.withLock { state -> String?? in
                if let index = state.early.firstIndex(where: { $0.id == id }) { return state.early.remove(at: index).url }
                state.waiting.append((id, continuation))
                return nil
            }
            if let early { continuation.resume(returning: early) }
        }
    }
}

/// A login in a browser, which the user must complete for a request to get its token.
struct LoginRequest: Sendable, Equatable {
    /// The number of the login, unique while the program runs.
    let id: Int
    /// The page to open.
    let page: String
    /// The code to enter on the page; nil if the browser redirects to Apus.
    let code: String?
    /// True if the browser can redirect to Apus.
    let comesBack: Bool
    /// The port of the redirect that another program uses; nil if none does.
    private(set) var busyPort: Int?
    /// The exchange that needs the login; nil if it is not known.
    let exchange: Exchange.ID?

    init(id: Int, _ prompt: OAuthPrompt, for exchange: Exchange.ID? = nil) {
        self.id = id
        self.exchange = exchange
        switch prompt {
        case .openURL(let url): (page, code, comesBack) = (url, nil, true)
        case .pasteURL(let url, let port): (page, code, comesBack, busyPort) = (url, nil, false, port)
        case .enterCode(let device):
            (page, code, comesBack) = (device.completeVerificationURL ?? device.verificationURL, device.userCode, true)
        }
    }
}

extension SendingMessage {
    /// The message if a login cannot be resolved. It asks for missing values: the key of stored tokens contains all settings of the login.
    static func loginRefusal(of job: SendJob, _ problems: [ResolutionIssue]) -> SendingMessage {
        guard problems.allSatisfy({ $0.kind == .prompt }) else {
            return .failed("Not logged out: " + problems.map(\.labelled).joined(separator: "; "))
        }
        return .question(.values(job, .logOut, problems.map { AskedValue($0.name, note: "\($0.place)", isSecret: true) }))
    }
}
