import HTTP

extension RequestResolver {
    /// Notes something that a person should know before sending.
    mutating func warn(_ warning: String) { warnings.append(warning) }

    /// Keeps a text from view.
    mutating func hide(_ secret: String) { if !secret.isEmpty { secrets.insert(secret) } }

    /// Changes the proxy that is given.
    mutating func change(_ selection: inout HTTPProxySelection, _ label: String, _ change: (inout HTTPProxy) -> Void) {
        guard case .through(var proxy) = selection else {
            if selection == .environment {
                warn("Options → \(label) counts with Options → Proxy only: what the process environment says stays.")
            }
            return
        }
        change(&proxy)
        selection = .through(proxy)
    }
}

extension String {
    var isPKCS12: Bool { [".p12", ".pfx"].contains { lowercased().hasSuffix($0) } }
}

/// Whoever sets these means the requests that they stand on, whatever their methods.
extension Backoff {
    init(attempts: Int) {
        self.init(.exponential(first: .milliseconds(500), most: .seconds(30)), mostAttempts: attempts, jitter: 0.2, repeatsAnyMethod: true)
    }

    func waiting(_ kind: String) -> Backoff {
        switch kind {
        case "immediate": Backoff(.immediate, mostAttempts: mostAttempts, statuses: statuses, repeatsAnyMethod: true)
        case "constant":
            Backoff(.constant(.seconds(1)), mostAttempts: mostAttempts, jitter: jitter, statuses: statuses, repeatsAnyMethod: true)
        default: self
        }
    }

    func trying(_ statuses: [Int]) -> Backoff {
        let statuses = Set(statuses.map(HTTPStatus.init(rawValue:)))
        return Backoff(delay, mostAttempts: mostAttempts, jitter: jitter, statuses: statuses, repeatsAnyMethod: true)
    }
}
