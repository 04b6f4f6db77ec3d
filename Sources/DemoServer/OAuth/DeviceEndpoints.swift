import HTTP
import JSON
import Platform

/// The device flow, for devices without a browser (RFC 8628).
struct DeviceEndpoints: Sendable {
    /// Letters that are hard to confuse and form no words (section 6.1).
    private static let letters = Array("BCDFGHJKLMNPQRSTVWXZ")

    let server: AuthorizationServer

    /// `POST /oauth/device_authorization`: makes a code for the device to display (sections 3.1 and 3.2).
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
                ], headers: ["Cache-Control": "no-store"])
        } catch {
            return error.response
        }
    }

    /// `GET /oauth/device`: the user enters the code and decides (section 3.3). `decision=` in the query skips the page.
    func verify(_ request: Request) -> Response {
        guard let userCode = request.query("user_code")?.uppercased(), !userCode.isEmpty else {
            let form =
                "<form><label>The code on the device: <input name=\"user_code\" autofocus></label> <button>Continue</button></form>"
            return .text(HTML.page(title: "Connect a device", body: form), type: "text/html; charset=utf-8")
        }
        let clientID = server.withState { state, now in state.devices.clientID(userCode: userCode, now: now) }
        guard let clientID else { return message("No device is waiting with the code \(userCode).", status: 404) }
        guard let decision = request.query("decision").flatMap(DeviceLedger.Decision.init) else {
            return HTML.decision(
                title: "Allow \(clientID)?", question: "A device that shows \(userCode) wants to act for \(OAuthUser.pilot.fullName).",
                address: "/oauth/device?user_code=\(userCode.percentEncoded(keeping: .unreserved))&decision=")
        }
        _ = server.withState { state, now in state.devices.decide(decision, userCode: userCode, now: now) }
        return message(decision == .allow ? "The device has access." : "The device was denied access.", status: 200)
    }

    static func userCode(from token: String) -> String {
        let code = token.utf8.prefix(8).map { letters[Int($0) % letters.count] }
        return String(code.prefix(4)) + "-" + String(code.dropFirst(4))
    }

    private func message(_ text: String, status: Int) -> Response {
        .text(HTML.page(title: "Connect a device", body: "<p>\(HTML.escape(text))</p>"), type: "text/html; charset=utf-8", status: status)
    }
}

/// The devices that wait for the user's decision (RFC 8628).
struct DeviceLedger: Sendable {
    static let lifetime = 600
    /// The seconds between two polls of a device.
    static let interval = 1
    /// The seconds that are added if a device polls too often (RFC 8628, section 3.5).
    private static let slowDown = 5

    enum Decision: String, CaseIterable, Sendable {
        case allow, deny
    }

    private struct Pending: Sendable {
        let userCode: String
        let grant: OAuthGrant
        var decision: Decision?
        var interval = DeviceLedger.interval
        var lastPoll: Int?
    }

    private var pending = ExpiringTable<Pending>()

    mutating func add(deviceCode: String, userCode: String, grant: OAuthGrant, now: Int) {
        pending.insert(Pending(userCode: userCode, grant: grant), key: deviceCode, expiry: now + Self.lifetime, now: now)
    }

    /// The client that displays this code; nil if there is none.
    func clientID(userCode: String, now: Int) -> String? {
        pending.key(now: now) { $0.userCode == userCode }.flatMap { pending.value($0, now: now) }?.grant.clientID
    }

    /// Records the user's decision; false if no device waits with this code.
    mutating func decide(_ decision: Decision, userCode: String, now: Int) -> Bool {
        guard let key = pending.key(now: now, where: { $0.userCode == userCode }) else { return false }
        pending.update(key, now: now) { $0.decision = decision }
        return true
    }

    /// Handles a poll of a device.
    ///
    /// - Throws: the reason why it gets no token, or not yet.
    mutating func poll(deviceCode: String, clientID: String, now: Int) throws(OAuthError) -> OAuthGrant {
        guard let device = pending.value(deviceCode, now: now), device.grant.clientID == clientID else {
            throw OAuthError("expired_token", "The device code is unknown, used or expired. Start again.")
        }
        switch device.decision {
        case .allow:
            pending.remove(deviceCode)
            return device.grant
        case .deny:
            pending.remove(deviceCode)
            throw OAuthError("access_denied", "The user denied access.")
        case nil:
            throw refuse(deviceCode, device, now: now)
        }
    }

    private mutating func refuse(_ deviceCode: String, _ device: Pending, now: Int) -> OAuthError {
        let isTooEarly = device.lastPoll.map { now < $0 + device.interval } ?? false
        pending.update(deviceCode, now: now) { device in
            device.lastPoll = now
            if isTooEarly { device.interval += Self.slowDown }
        }
        return isTooEarly
            ? OAuthError("slow_down", "Poll every \(device.interval + Self.slowDown) seconds from now on.")
            : OAuthError("authorization_pending", "The user has not decided yet. Poll again in \(device.interval) seconds.")
    }
}
