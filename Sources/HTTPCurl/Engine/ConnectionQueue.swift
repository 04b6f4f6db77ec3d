internal import HTTP

/// Decides which transfers may use connections, within the limits per host and in total. The others wait, first in first out for each host;
/// if the total limit is reached, hosts take turns.
///
/// A pure state machine. A transfer counts as one connection until its host is known to multiplex.
struct ConnectionQueue<Member: AnyObject> {
    /// The members of one host.
    final class Host {
        fileprivate let target: ConnectionTarget
        fileprivate var runningCount = 0
        fileprivate var waitingCount = 0
        /// True if a connection carries many transfers at once.
        fileprivate(set) var isMultiplexed = false
        /// True while the host is in `ready`.
        fileprivate var isReady = false
        /// The waiting members in order of arrival. Removed members are skipped, so that removing one is cheap.
        fileprivate var line: [Member] = []
        fileprivate var lineStart = 0

        fileprivate init(_ target: ConnectionTarget) { self.target = target }

        fileprivate func connectionCount(with more: Int = 0) -> Int {
            isMultiplexed ? (runningCount + more + streamCount - 1) / streamCount : runningCount + more
        }
    }

    private let limits: HTTPConnectionLimits
    private var hosts: [ConnectionTarget: Host] = [:]
    /// The host of the latest member: most members have the same one.
    private var latest: Host?
    private var waiting: [ObjectIdentifier: (member: Member, host: Host)] = [:]
    /// Hosts with waiting members and a free place, in the order of their turns.
    private var ready: [Host] = []
    private var connectionCount = 0

    init(_ limits: HTTPConnectionLimits) { self.limits = limits }

    var isEmpty: Bool { waiting.isEmpty }
    var waitingMembers: [Member] { waiting.values.map(\.member) }

    /// Adds a member.
    ///
    /// - Returns: the host, to be passed to `leave`, if the member may start at once; nil if it has to wait.
    mutating func enter(_ member: Member, for target: ConnectionTarget) -> Host? {
        let host = host(for: target)
        if host.waitingCount == 0, mayStart(host), ready.isEmpty || !needsConnection(host) {
            start(host)
            return host
        }
        host.line.append(member)
        host.waitingCount += 1
        waiting[ObjectIdentifier(member)] = (member, host)
        makeReady(host)
        return nil
    }

    /// Frees the place of a member that has ended.
    mutating func leave(_ host: Host) {
        connectionCount -= host.connectionCount()
        host.runningCount -= 1
        connectionCount += host.connectionCount()
        if host.waitingCount > 0 { makeReady(host) } else { forget(host) }
    }

    /// Removes a member that waits.
    ///
    /// - Returns: false if it does not wait.
    mutating func remove(_ member: Member) -> Bool {
        guard let host = waiting.removeValue(forKey: ObjectIdentifier(member))?.host else { return false }
        host.waitingCount -= 1
        if host.line.count > 2 * host.waitingCount + 64 {
            host.line = host.line[host.lineStart...].filter { waiting[ObjectIdentifier($0)] != nil }
            host.lineStart = 0
        }
        return true
    }

    /// Notes that the connections of a host carry many transfers at once.
    mutating func noteMultiplexing(of host: Host) {
        guard !host.isMultiplexed else { return }
        connectionCount -= host.connectionCount()
        host.isMultiplexed = true
        connectionCount += host.connectionCount()
        if host.waitingCount > 0 { makeReady(host) }
    }

    /// The next member that may start; nil if none waits or no place is free.
    mutating func next() -> (member: Member, host: Host)? {
        while let host = ready.first {
            guard host.waitingCount > 0, hasPlace(host) else {
                ready.removeFirst()
                host.isReady = false
                continue
            }
            guard mayStart(host), let member = popFirst(of: host) else { return nil }
            ready.removeFirst()
            host.isReady = false
            start(host)
            if host.waitingCount > 0 { makeReady(host) }
            return (member, host)
        }
        return nil
    }

    private mutating func popFirst(of host: Host) -> Member? {
        while host.lineStart < host.line.count {
            let member = host.line[host.lineStart]
            host.lineStart += 1
            if host.lineStart > 64, host.lineStart > host.line.count / 2 {
                host.line.removeFirst(host.lineStart)
                host.lineStart = 0
            }
            guard waiting.removeValue(forKey: ObjectIdentifier(member)) != nil else { continue }
            host.waitingCount -= 1
            return member
        }
        return nil
    }

    private mutating func start(_ host: Host) {
        connectionCount += host.connectionCount(with: 1) - host.connectionCount()
        host.runningCount += 1
    }

    private mutating func makeReady(_ host: Host) {
        guard !host.isReady, hasPlace(host) else { return }
        host.isReady = true
        ready.append(host)
    }

    private func needsConnection(_ host: Host) -> Bool { host.connectionCount(with: 1) > host.connectionCount() }

    private func hasPlace(_ host: Host) -> Bool { host.connectionCount(with: 1) <= limits.perHost ?? .max }

    private func mayStart(_ host: Host) -> Bool {
        hasPlace(host) && connectionCount - host.connectionCount() + host.connectionCount(with: 1) <= limits.total ?? .max
    }

    // MARK: - Hosts

    private mutating func host(for target: ConnectionTarget) -> Host {
        if let latest, latest.target == target { return latest }
        let host = hosts[target] ?? Host(target)
        hosts[target] = host
        latest = host
        return host
    }

    /// Releases the memory of a host without members, and drops the host if too many are remembered. The next request to a remembered host creates
    /// nothing, and knows whether it multiplexes.
    private mutating func forget(_ host: Host) {
        guard host.runningCount == 0 else { return }
        host.line.removeAll(keepingCapacity: host.line.count < 64)
        host.lineStart = 0
        guard hosts.count > Self.rememberedHostCount else { return }
        hosts[host.target] = nil
        if latest === host { latest = nil }
    }

    private static var rememberedHostCount: Int { 1024 }
}

/// The number of streams that a multiplexed connection carries (libcurl's default of `CURLMOPT_MAX_CONCURRENT_STREAMS`).
private let streamCount = 100

/// The destination of a connection: host and port of the request, of an HTTP proxy or of an override, or the path of a socket.
struct ConnectionTarget: Hashable, Sendable {
    let host: String
    let port: Int
}

extension ConnectionTarget {
    init(of request: HTTPRequest) {
        let host = request.host ?? ""
        self.init(host: host.hasByte { $0 & 0xDF < 0x5B && $0 >= 0x41 } ? host.lowercased() : host, port: request.effectivePort)
    }
}
