internal import CCurl
internal import Platform

/// The sockets that libcurl waits for, and a pipe that ends the waiting.
struct SocketPoller {
    /// A ready socket with the ready directions, in libcurl's terms.
    struct Event {
        let socket: Int32
        let directions: Int32
    }

    /// The wake pipe first, then the sockets.
    private var entries: [pollfd]
    private var places: [Int32: Int] = [:]

    init(wakeDescriptor: Int32) {
        entries = [pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0)]
    }

    /// Changes the events that libcurl waits for on a socket (`CURL_POLL_…`).
    mutating func update(_ socket: Int32, _ what: Int32) {
        var events: Int16 = 0
        if what & CURL_POLL_IN != 0 { events |= Int16(POLLIN) }
        if what & CURL_POLL_OUT != 0 { events |= Int16(POLLOUT) }
        if what == CURL_POLL_REMOVE || events == 0 { return remove(socket) }
        if let place = places[socket] {
            entries[place].events = events
        } else {
            places[socket] = entries.count
            entries.append(pollfd(fd: socket, events: events, revents: 0))
        }
    }

    private mutating func remove(_ socket: Int32) {
        guard let place = places.removeValue(forKey: socket) else { return }
        let last = entries.removeLast()
        guard place < entries.count else { return }
        entries[place] = last
        places[last.fd] = place
    }

    /// Waits until a socket is ready, the pipe was written to, or the time is over.
    ///
    /// - Parameters:
    ///   - milliseconds: -1 for no limit.
    ///   - events: receives the sockets that are ready.
    ///   - countingAllReadable: true to report every socket that libcurl reads from as ready, whether or not bytes have arrived.
    /// - Returns: true if the pipe was written to.
    mutating func wait(milliseconds: Int32, into events: inout [Event], countingAllReadable: Bool = false) -> Bool {
        events.removeAll(keepingCapacity: true)
        var left = poll(&entries, nfds_t(entries.count), milliseconds)
        guard left > 0 || countingAllReadable else { return false }
        let isWoken = entries[0].revents != 0
        if isWoken { left -= 1 }
        for entry in entries.dropFirst() {
            let found = entry.revents | (countingAllReadable ? entry.events & Int16(POLLIN) : 0)
            if found != 0 { events.append(Event(socket: entry.fd, directions: Self.directions(found))) }
            if entry.revents != 0 { left -= 1 }
            if left <= 0, !countingAllReadable { break }
        }
        return isWoken
    }

    private static func directions(_ events: Int16) -> Int32 {
        let events = Int32(events)
        var directions: Int32 = 0
        if events & Int32(POLLIN) != 0 { directions |= CURL_CSELECT_IN }
        if events & Int32(POLLOUT) != 0 { directions |= CURL_CSELECT_OUT }
        if events & Int32(POLLERR | POLLHUP | POLLNVAL) != 0 { directions |= CURL_CSELECT_ERR | CURL_CSELECT_IN }
        return directions
    }
}

/// A pipe whose only use is to end a `poll`.
final class WakePipe: Sendable {
    private let ends: PipeEnds

    init() throws(CurlUnavailableError) {
        do throws(SystemError) {
            ends = try PipeEnds(isBlocking: false)
        } catch {
            throw CurlUnavailableError(reason: "the system refuses a pipe (\(error.reason))")
        }
    }

    var readEnd: Int32 { ends.reader.number }

    func signal() {
        var byte: UInt8 = 1
        // A full pipe wakes as well.
        _ = write(ends.writer.number, &byte, 1)
    }

    func drain() {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            while read(readEnd, buffer.baseAddress, buffer.count) == buffer.count {}
        }
    }
}
