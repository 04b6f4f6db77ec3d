import Foundation
import Testing

@testable import HTTPCurl

@Suite struct SocketPollerTests {
    private let wake = Pipe()
    private let first = Pipe()
    private let second = Pipe()
    private var sockets: [Int32] { [first, second].map(\.fileHandleForReading.fileDescriptor) }

    private func poller() -> SocketPoller {
        var poller = SocketPoller(wakeDescriptor: wake.fileHandleForReading.fileDescriptor)
        for socket in sockets { poller.update(socket, 1) }
        return poller
    }

    @Test(arguments: [
        (writes: [], countingAll: false, found: []), ([0], false, [0]), ([1], false, [1]), ([0, 1], false, [0, 1]), ([], true, [0, 1]),
        ([1], true, [0, 1]),
    ])
    func tellsWhichSocketsAreReady(writes: [Int], countingAll: Bool, found: [Int]) throws {
        var (poller, events) = (poller(), [SocketPoller.Event]())
        for place in writes { try [first, second][place].fileHandleForWriting.write(contentsOf: [1]) }
        let isWoken = poller.wait(milliseconds: 0, into: &events, countingAllReadable: countingAll)
        #expect(!isWoken)
        #expect(events.map(\.socket) == found.map { sockets[$0] })
        #expect(events.allSatisfy { $0.directions == 1 })
    }

    @Test func reportsAWakeUpTogetherWithSockets() throws {
        var (poller, events) = (poller(), [SocketPoller.Event]())
        try wake.fileHandleForWriting.write(contentsOf: [1])
        try second.fileHandleForWriting.write(contentsOf: [1])
        let isWoken = poller.wait(milliseconds: 0, into: &events)
        #expect(isWoken)
        #expect(events.map(\.socket) == [sockets[1]])
    }

    @Test func forgetsASocket() throws {
        var (poller, events) = (poller(), [SocketPoller.Event]())
        poller.update(sockets[0], 4)
        _ = poller.wait(milliseconds: 0, into: &events, countingAllReadable: true)
        #expect(events.map(\.socket) == [sockets[1]])
    }
}
