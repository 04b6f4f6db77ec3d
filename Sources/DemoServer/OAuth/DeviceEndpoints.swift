import JSON

/// For devices without a browser (RFC 8628).
struct DeviceEndpoints: Sendable {
    /// Letters that are not easily confused and make no words (section 6.1).
    private static let letters = Array("BCDFGHJKLMNPQRSTVWXZ")

    let server: AuthorizationServer

    /// `POST /oauth/device_authorization`: the device gets a code to show (sections 3.1 and 3.2).
    func authorize(_ request: Request) -> Response {
        do throws(OAuthError) {
            let client = try ClientAuthentication.client(of: request)
            let scope = try OAuthGrant.scope(requested: request.formValue("scope"))
            let grant = OAuthGrant(clientID: client.id, userName: OAuthUser.pilot.name, scope: scope)
            let deviceCode = server.services.makeToken()
            let userCode = Self.userCode(from: server.services.makeToken())
            server.withState { state, now in
                state.devices.add(deviceCode: deviceCode, userCode: userCode, grant: grant, now: now)
            }
            let page = "\(request.baseURL)/oauth/device"
            return .json(
                [
                    "device_code": .string(deviceCode), "user_code": .string(userCode), "verification_uri": .string(page),
                    "verification_uri_complete": .string("\(page)?user_code=\(userCode)"), "expires_in": .number(DeviceLedger.lifetime),
                    "interval": .number(DeviceLedger.interval),
                ], headers: HeaderList([("Cache-Control", "no-store")]))
        } catch {
            return error.response
        }
    }

    /// `GET /oauth/device`: the user types the code and decides (section 3.3). `decision=` in the address answers at once.
    func verify(_ request: Request) -> Response {
        guard let userCode = request.query("user_code")?.uppercased(), !userCode.isEmpty else {
            let form =
                "<form><label>The code that the device shows: <input name=\"user_code\" autofocus></label> <button>Go on</button></form>"
            return .text(HTML.page(title: "Let a device in", body: form), type: "text/html; charset=utf-8")
        }
        let clientID = server.withState { state, now in state.devices.clientID(userCode: userCode, now: now) }
        guard let clientID else { return message("No device waits with the code \(userCode).", status: 404) }
        guard let decision = request.query("decision").flatMap(DeviceLedger.Decision.init) else {
            return HTML.decision(
                title: "Let \(clientID) in?", question: "A device that shows \(userCode) wants to act for \(OAuthUser.pilot.fullName).",
                address: "/oauth/device?user_code=\(PercentEncoding.encode(userCode))&decision=")
        }
        _ = server.withState { state, now in state.devices.decide(decision, userCode: userCode, now: now) }
        return message(decision == .allow ? "The device may go on." : "The device stays out.", status: 200)
    }

    static func userCode(from token: String) -> String {
        let code = token.utf8.prefix(8).map { letters[Int($0) % letters.count] }
        return String(code.prefix(4)) + "-" + String(code.dropFirst(4))
    }

    private func message(_ text: String, status: Int) -> Response {
        .text(HTML.page(title: "Let a device in", body: "<p>\(HTML.escape(text))</p>"), type: "text/html; charset=utf-8", status: status)
    }
}
