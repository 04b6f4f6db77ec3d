import Dispatch
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import Synchronization

/// A child that works on a body: started at once, read as it goes, ended when nobody wants its result any more.
final class WorkerProcess: Sendable {
    /// Why there are no more bytes.
    struct Ending {
        /// The exit status; 128 and more for a signal.
        var status: Int32
        /// What the child wrote to standard error, up to a limit.
        var complaint: [UInt8]
    }

    enum Step {
        case bytes([UInt8])
        case ended(Ending)
    }

    private struct State {
        /// The child, until it has been waited for: its number may be another's afterwards.
        var process: pid_t?
        var complaint: [UInt8] = []
        var hasOutput = true
        var hasComplaint = true
    }

    private static let complaintLimit = 64 << 10
    private static let pieceSize = 256 << 10

    private let output: Int32
    private let complaint: Int32
    /// Guards the process id and what is known of the two pipes; readers are one at a time.
    private let state: Mutex<State>

    /// Starts a program in a process group of its own.
    init(_ words: [String], input: Int32, body: Int32?) throws(QueryError) {
        let output = try Channel.make()
        let complaint: (reader: Int32, writer: Int32)
        do throws(QueryError) { complaint = try Channel.make() } catch {
            close(output.reader)
            close(output.writer)
            throw error
        }
        defer {
            close(output.writer)
            close(complaint.writer)
        }
        (self.output, self.complaint) = (output.reader, complaint.reader)
        var child: pid_t = 0
        let result = ChildStart(input: input, output: output.writer, complaint: complaint.writer, body: body).spawn(&child, words)
        state = Mutex(State(process: result == 0 ? child : nil))
        guard result == 0 else {
            throw QueryError(.process, "\(words.first ?? "") could not be started: \(String(cString: strerror(result))).")
        }
    }

    deinit {
        end()
        _ = wait()
        close(output)
        close(complaint)
    }

    /// Ends the child and what it has started.
    func end() {
        state.withLock { if let process = $0.process { _ = kill(-process, SIGKILL) } }
    }

    /// Waits for the next bytes, or for the end. Blocks; not for the cooperative threads.
    func next() -> Step {
        var piece = [UInt8](repeating: 0, count: Self.pieceSize)
        while true {
            let open = state.withLock { [$0.hasOutput ? output : -1, $0.hasComplaint ? complaint : -1] }
            guard open.contains(where: { $0 >= 0 }) else { break }
            var waits = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&waits, nfds_t(waits.count), -1) >= 0 || errno == EINTR else { break }
            if waits[1].revents != 0 { readComplaint(&piece) }
            guard waits[0].revents != 0 else { continue }
            let count = read(output, &piece, piece.count)
            if count > 0 { return .bytes(Array(piece[..<count])) }
            if count == 0 || errno != EINTR { state.withLock { $0.hasOutput = false } }
        }
        let status = wait()
        return .ended(Ending(status: status, complaint: state.withLock { $0.complaint }))
    }

    private func readComplaint(_ piece: inout [UInt8]) {
        let count = read(complaint, &piece, piece.count)
        state.withLock { state in
            if count == 0 || (count < 0 && errno != EINTR) { state.hasComplaint = false }
            guard count > 0 else { return }
            state.complaint = (state.complaint + piece[..<count]).suffix(Self.complaintLimit)
        }
    }

    /// Waits without taking the child away at first, so that its number cannot be anybody else's when it is signalled meanwhile.
    private func wait() -> Int32 {
        guard let child = state.withLock({ $0.process }) else { return 0 }
        var information = siginfo_t()
        while waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        return state.withLock { state in
            state.process = nil
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
            let signal = status & 0x7F
            return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
        }
    }
}
