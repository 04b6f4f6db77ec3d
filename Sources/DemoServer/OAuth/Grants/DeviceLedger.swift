/// The devices that wait for somebody to let them in (RFC 8628). Pure: times and codes come from outside.
struct DeviceLedger: Sendable {
    static let lifetime = 600
    /// How many seconds a device waits between two questions.
    static let interval = 1
    /// What RFC 8628, section 3.5, adds for a device that asks too often.
    private static let slowDown = 5

    enum Decision: String, CaseIterable, Sendable {
        case allow, deny
    }

    private struct Pending: Sendable {
        let userCode: String
        let grant: OAuthGrant
        var decision: Decision?
        var interval = DeviceLedger.interval
        var lastQuestion: Int?
    }

    private var pending = ExpiringTable<Pending>()

    mutating func add(deviceCode: String, userCode: String, grant: OAuthGrant, now: Int) {
        pending.insert(Pending(userCode: userCode, grant: grant), key: deviceCode, expiry: now + Self.lifetime, now: now)
    }

    /// The name of the program that shows that code, `nil` where none does.
    func clientID(userCode: String, now: Int) -> String? {
        pending.key(now: now) { $0.userCode == userCode }.flatMap { pending.value($0, now: now) }?.grant.clientID
    }

    /// Notes what the user said. `false` where nobody waits with that code.
    mutating func decide(_ decision: Decision, userCode: String, now: Int) -> Bool {
        guard let key = pending.key(now: now, where: { $0.userCode == userCode }) else { return false }
        pending.update(key, now: now) { $0.decision = decision }
        return true
    }

    /// Answers a device that asks how it stands.
    mutating func poll(deviceCode: String, clientID: String, now: Int) throws(OAuthError) -> OAuthGrant {
        guard let device = pending.value(deviceCode, now: now), device.grant.clientID == clientID else {
            throw OAuthError("expired_token", "The device code is unknown, used or expired. Begin again.")
        }
        switch device.decision {
        case .allow:
            pending.remove(deviceCode)
            return device.grant
        case .deny:
            pending.remove(deviceCode)
            throw OAuthError("access_denied", "The user said no.")
        case nil:
            throw refuse(deviceCode, device, now: now)
        }
    }

    private mutating func refuse(_ deviceCode: String, _ device: Pending, now: Int) -> OAuthError {
        let isTooEarly = device.lastQuestion.map { now < $0 + device.interval } ?? false
        pending.update(deviceCode, now: now) { device in
            device.lastQuestion = now
            if isTooEarly { device.interval += Self.slowDown }
        }
        return isTooEarly
            ? OAuthError("slow_down", "Ask every \(device.interval + Self.slowDown) seconds from now on.")
            : OAuthError("authorization_pending", "The user has not decided yet. Ask again in \(device.interval) seconds.")
    }
}
