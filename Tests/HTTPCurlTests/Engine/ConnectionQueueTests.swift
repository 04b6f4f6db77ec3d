import HTTP
import Testing

@testable import HTTPCurl

@Suite struct ConnectionQueueTests {
    private final class Member {
        let name: String
        init(_ name: String) { self.name = name }
    }

    private static let here = ConnectionTarget(host: "a.example", port: 80)
    private static let there = ConnectionTarget(host: "b.example", port: 80)

    /// Names of the members that may start, in order.
    private func started(_ queue: inout ConnectionQueue<Member>) -> [String] {
        var names: [String] = []
        while let (member, _) = queue.next() { names.append(member.name) }
        return names
    }

    /// Enters this number of members, and returns the hosts of those that may start.
    private func enter(_ names: [String], _ target: ConnectionTarget, _ queue: inout ConnectionQueue<Member>) -> [ConnectionQueue<Member>
        .Host]
    {
        names.compactMap { queue.enter(Member($0), for: target) }
    }

    @Test func aHostGetsItsConnectionsInOrder() throws {
        var queue = ConnectionQueue<Member>(HTTPConnectionLimits(perHost: 2, total: 64))
        let running = enter(["1", "2", "3", "4", "5"], Self.here, &queue)
        #expect(running.count == 2)
        #expect(started(&queue).isEmpty)
        queue.leave(running[0])
        #expect(started(&queue) == ["3"])
        queue.leave(running[0])
        queue.leave(running[0])
        #expect(started(&queue) == ["4", "5"])
        #expect(queue.isEmpty)
    }

    @Test func aBusyHostDoesNotDelayOtherHosts() {
        var queue = ConnectionQueue<Member>(HTTPConnectionLimits(perHost: 1, total: 64))
        #expect(enter(["1", "2"], Self.here, &queue).count == 1)
        #expect(enter(["3"], Self.there, &queue).count == 1)
    }

    @Test func hostsTakeTurnsForTheLastConnections() {
        var queue = ConnectionQueue<Member>(HTTPConnectionLimits(perHost: 2, total: 2))
        let running = enter(["1", "2", "3", "4"], Self.here, &queue)
        _ = enter(["5", "6"], Self.there, &queue)
        #expect(running.count == 2)
        queue.leave(running[0])
        #expect(started(&queue) == ["5"])
        queue.leave(running[0])
        #expect(started(&queue) == ["3"])
    }

    @Test func keepsTheLimitOfAHostWithoutRequests() throws {
        var queue = ConnectionQueue<Member>(HTTPConnectionLimits(perHost: 1, total: 64))
        let host = enter(["1"], Self.here, &queue)[0]
        weak var second: Member?
        do {
            let member = Member("2")
            second = member
            #expect(queue.enter(member, for: Self.here) == nil)
        }
        queue.leave(host)
        #expect(started(&queue) == ["2"])
        queue.leave(host)
        #expect(second == nil)
        #expect(enter(["3", "4"], Self.here, &queue).count == 1)
        queue.leave(host)
        #expect(started(&queue) == ["4"])
    }

    /// A later request does not overtake a host that waits for a connection.
    @Test func aNewHostWaitsItsTurn() {
        var queue = ConnectionQueue<Member>(HTTPConnectionLimits(perHost: 2, total: 2))
        let running = enter(["1", "2"], Self.here, &queue)
        #expect(enter(["3"], Self.there, &queue).isEmpty)
        queue.leave(running[0])
        #expect(enter(["4"], ConnectionTarget(host: "c.example", port: 80), &queue).isEmpty)
        #expect(started(&queue) == ["3"])
    }

    @Test func skipsCancelledRequests() {
        var queue = ConnectionQueue<Member>(HTTPConnectionLimits(perHost: 1, total: 64))
        let first = enter(["1"], Self.here, &queue)[0]
        let members = (2..<400).map { Member("\($0)") }
        let startedCount = members.count { queue.enter($0, for: Self.here) != nil }
        #expect(startedCount == 0)
        let removedCount = members.dropLast().count { queue.remove($0) }
        #expect(removedCount == members.count - 1)
        let isRemovedAgain = queue.remove(members[0])
        #expect(!isRemovedAgain)
        #expect(started(&queue).isEmpty)
        queue.leave(first)
        #expect(started(&queue) == ["399"])
    }

    @Test func countsAMultiplexedConnectionOnce() {
        var queue = ConnectionQueue<Member>(HTTPConnectionLimits(perHost: 1, total: 1))
        let running = enter((1...120).map(String.init), Self.here, &queue)
        #expect(running.count == 1)
        queue.noteMultiplexing(of: running[0])
        #expect(started(&queue).count == 99)
        #expect(enter(["other"], Self.there, &queue).isEmpty)
        for _ in 0..<100 { queue.leave(running[0]) }
        #expect(started(&queue) == ["other"])
    }

    @Test func startsEverythingWithoutLimits() {
        var queue = ConnectionQueue<Member>(HTTPConnectionLimits(perHost: nil, total: nil))
        #expect(enter((0..<1000).map(String.init), Self.here, &queue).count == 1000)
    }

    @Test(arguments: [0, -1, 1]) func atLeastOneMayRun(limit: Int) {
        var queue = ConnectionQueue<Member>(HTTPConnectionLimits(perHost: limit, total: limit))
        #expect(enter(["1", "2"], Self.here, &queue).count == 1)
    }
}
