import Dispatch
import HTTP
import Platform
import Screen
import Synchronization
import Workspace

/// The reader has closed the output: exit code 141, as for a program ended by the signal.
public struct ClosedPipeError: Error {}

/// The standard streams of a command, unbuffered. Concealed secrets are masked in everything that is written.
public struct CommandStreams: Sendable {
    private let input: Int32
    private let output: Int32
    private let error: Int32
    private let concealed = Concealed()
    /// The maximum number of bytes read from standard input.
    private static let limit = 1 << 30

    /// Takes the numbers of descriptors, which stay open.
    public init(input: Int32 = 0, output: Int32 = 1, error: Int32 = 2) {
        self.input = input
        self.output = output
        self.error = error
    }

    var isInputTerminal: Bool { isatty(input) == 1 }
    /// True if the input is a pipe or a file that can have content, unlike `/dev/null`.
    var hasPipedInput: Bool {
        var status = stat()
        guard fstat(input, &status) == 0 else { return false }
        return [S_IFIFO, S_IFREG, S_IFSOCK].contains(status.st_mode & S_IFMT)
    }
    var isOutputTerminal: Bool { isatty(output) == 1 }
    /// True if standard error is a terminal.
    var isErrorTerminal: Bool { isatty(error) == 1 }
    /// True if a person may read a question.
    public var hasTerminal: Bool { isInputTerminal || isErrorTerminal }

    /// Adds values to mask in everything that this command writes to its streams and reports.
    func conceal(_ secrets: Set<String>) { concealed.mask.withLock { $0 = $0.adding(secrets) } }

    /// The concealed values.
    var mask: SecretMask { concealed.mask.withLock(\.self) }

    /// Writes bytes to standard output: unchanged to a pipe or a file, with visible signs for control characters to a terminal.
    ///
    /// - Throws: `ClosedPipeError` if the reader has closed it, or a sentence if it cannot be written.
    public func write(_ bytes: [UInt8]) throws { try write(unmasked: mask.masked(bytes)) }

    /// Writes bytes with the secrets in them, for parts of a response that another program reads.
    func write(unmasked bytes: [UInt8]) throws {
        try writeBytes(isOutputTerminal ? Array(Self.visible(String(decoding: bytes, as: UTF8.self)).utf8) : bytes)
    }

    /// Writes a text with the program's own colours to standard output. Its other parts have passed ``visible(_:)``.
    func write(painted text: String) throws { try writeBytes(mask.masked(Array(text.utf8))) }

    private func writeBytes(_ bytes: [UInt8]) throws {
        guard !bytes.isEmpty else { return }
        do throws(SystemError) {
            try Descriptor.write(bytes, to: output)
        } catch {
            if error.number == EPIPE { throw ClosedPipeError() }
            throw CommandError("the output cannot be written: \(error.reason)", code: 1)
        }
    }

    /// Writes a body to standard output as it arrives, with the secrets in it.
    func write(_ body: HTTPResponseBody) async throws {
        var held: [UInt8] = []
        for try await chunk in body {
            held += chunk
            let count = held.count - (isOutputTerminal ? Self.openByteCount(in: held[...]) : 0)
            try write(unmasked: Array(held[..<count]))
            held.removeFirst(count)
        }
        try write(unmasked: held)
    }

    /// Writes a text to standard output.
    public func write(_ text: String) throws { try write(Array(text.utf8)) }

    /// Writes a text to standard error, ignoring failures. Control characters are replaced by visible signs, except line breaks and tabs.
    public func writeError(_ text: String) {
        guard !text.isEmpty else { return }
        try? Descriptor.write(Array(Self.visible(mask.masked(text)).utf8), to: error)
    }

    /// Writes a line to standard error. Line breaks are replaced by visible signs too: text from a file never begins a line, where a log
    /// reader could take it for a command.
    public func writeError(line: String) { writeError(VisibleText.escaping(mask.masked(line)) + "\n") }

    /// Runs work; if that takes longer than half a second, writes the reason for the wait to standard error.
    func explaining<Result>(_ reason: String, clock: HTTPClock = .system, _ work: () async throws -> Result) async rethrows -> Result {
        @Sendable func explain() async {
            do { try await clock.sleep(.milliseconds(500)) } catch { return }
            writeError(line: reason)
        }
        // The work may block its thread.
        return try await withTaskExecutorPreference(globalConcurrentExecutor) {
            async let _ = explain()
            return try await work()
        }
    }

    /// Shows a line to the person at the terminal, in place of a progress line; if standard error is redirected, there and on the terminal.
    ///
    /// - Returns: false if there is no terminal.
    public func show(line: String) -> Bool {
        guard !isErrorTerminal else {
            showProgress()
            writeError(line: line)
            return true
        }
        guard isInputTerminal, let terminal = try? Descriptor(opening: "/dev/tty", O_WRONLY | O_NOCTTY) else { return false }
        writeError(line: line)
        try? Descriptor.write(Array((VisibleText.escaping(mask.masked(line)) + "\n").utf8), to: terminal.number)
        return true
    }

    /// Replaces the progress line on a terminal; without a text, erases it.
    func showProgress(_ text: String = "") {
        guard isErrorTerminal else { return }
        try? Descriptor.write(Array(("\r\u{1B}[K" + Self.visible(mask.masked(text))).utf8), to: error)
    }

    /// The text for the output: unchanged for a pipe, without control sequences for a terminal.
    func visible(_ text: String) -> String { isOutputTerminal ? Self.visible(text) : text }

    private static func visible(_ text: String) -> String {
        VisibleText.escaping(text.contains("\r\n") ? text.replacing("\r\n", with: "\n") : text, keeping: ["\n", "\t"])
    }

    /// The number of bytes at the end that may continue in the next chunk: a part of a character or of a line break.
    private static func openByteCount(in bytes: ArraySlice<UInt8>) -> Int {
        if bytes.last == 0x0D { return 1 }
        let tail = bytes.suffix(3)
        guard let start = tail.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return 0 }
        let length = tail[start] >= 0xF0 ? 4 : tail[start] >= 0xE0 ? 3 : tail[start] >= 0xC0 ? 2 : 1
        return tail.endIndex - start < length ? tail.endIndex - start : 0
    }

    /// Asks a yes-or-no question.
    ///
    /// - Returns: false if the answer is not yes, or if the input is not a terminal.
    func confirm(_ question: String) async throws -> Bool {
        guard isInputTerminal, isErrorTerminal else { return false }
        writeError(question + " [y/N] ")
        let line = OneShot<String>()
        let input = input
        // Runs on a thread of its own, which is abandoned if the command is cancelled: the process then ends.
        DispatchQueue(label: "question").async {
            let bytes = [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
                count = (try? Descriptor(duplicating: input).read(into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
            }
            line.give(String(decoding: bytes, as: UTF8.self))
        }
        let typed = await withTaskCancellationHandler {
            await line.value
        } onCancel: {
            line.give("")
        }
        try Task.checkCancellation()
        return ["y", "yes"].contains(typed.lowercased().filter { !$0.isWhitespace })
    }

    /// The whole standard input.
    ///
    /// - Throws: a ``CommandError`` if it has more bytes than can be held, so that nothing is lost unnoticed.
    public func readAll() throws -> [UInt8] {
        let bytes = try read(upTo: Self.limit + 1)
        guard bytes.count <= Self.limit else { throw CommandError("standard input has more than \(Self.limit >> 30) GB", code: 2) }
        return bytes
    }

    private static let waitCount = Atomic(0)
    /// True while a command waits for standard input, before it has done anything.
    public static var isWaitingForInput: Bool { waitCount.load(ordering: .relaxed) > 0 }

    /// The next bytes of standard input, fewer than `count` at its end.
    ///
    /// - Throws: a ``CommandError`` if it cannot be read: a part of it must not be taken for the whole.
    func read(upTo count: Int) throws(CommandError) -> [UInt8] {
        Self.waitCount.add(1, ordering: .relaxed)
        defer { Self.waitCount.subtract(1, ordering: .relaxed) }
        var bytes: [UInt8] = []
        do throws(SystemError) {
            let stream = try Descriptor(duplicating: input)
            while bytes.count < count {
                let wanted = min(1 << 20, count - bytes.count)
                let more = try stream.read(wanted)
                bytes += more
                // A terminal ends once: another read would wait for another ^D.
                if more.count < wanted { break }
            }
        } catch {
            throw CommandError("standard input cannot be read: \(error.reason)", code: 2)
        }
        return bytes
    }

    /// The number of bytes of standard input that are left, if it is a file.
    var unreadByteCount: Int64? {
        var status = stat()
        guard fstat(input, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return max(0, Int64(status.st_size) - Int64(lseek(input, 0, SEEK_CUR)))
    }

    /// A second descriptor of standard input.
    func makeInput() throws(SystemError) -> Descriptor { try Descriptor(duplicating: input) }
}

/// The secrets of a command, which all copies of its streams share.
private final class Concealed: Sendable {
    // Guards the mask: a run writes while requests are in flight.
    let mask = Mutex(SecretMask())
}
