import Engine
import HTTP
import Platform
import Synchronization
public import Workspace

/// A program of the user that could not be started, or that failed.
struct ExternalProgramError: Error, CustomStringConvertible {
    let description: String
    /// The file with the edited text, which is still noted in the journal; nil for none.
    var copy: String?
}

/// A command line of the user, such as `code --wait`, that opens a file in this process's terminal.
private struct UserCommand: Sendable {
    let text: String
    /// The places where another program is chosen, for messages.
    let places: String

    /// The first of the settings that is not empty.
    init(_ choices: [String?], standard: String, places: String) {
        text = choices.compactMap { $0 }.first { !$0.isEmpty } ?? standard
        self.places = places
    }

    /// Opens the file and waits for the end of the program. The caller suspends the terminal's driver around the call.
    @MainActor
    func open(_ path: String) async throws {
        // The shell splits the command line into words; it hands the path over as it is.
        let command = ChildProcess.Command.onTerminal(["/bin/sh", "-c", "\(text) \"$1\"", "sh", path])
        let status = try await ChildProcess(command).end()
        switch status {
        case 0: return
        // The shell's statuses for a command that it cannot find or execute.
        case 126, 127:
            throw ExternalProgramError(description: "\(text) was not found or cannot be started. Set \(places) in “Open settings”")
        default: throw ExternalProgramError(description: "\(text) exited with status \(status)")
        }
    }
}

/// The user's editor: the one from the settings, `VISUAL`, `EDITOR`, or `vi`.
public struct ExternalEditor: Sendable {
    private let command: UserCommand
    private let atOnce: Duration

    /// Creates the editor from the settings, if they name one, and the process environment.
    ///
    /// - Parameter atOnce: the time in which nobody edits: an editor that ends so soon without a change has probably opened a window.
    public init(_ command: String? = nil, environment: [String: String], atOnce: Duration = .seconds(1)) {
        self.command = UserCommand(
            [command, environment["VISUAL"], environment["EDITOR"]], standard: "vi", places: "VISUAL, EDITOR, or the editor")
        self.atOnce = atOnce
    }

    /// Opens `text` in a private file whose name ends with `suffix`, waits for the editor, and returns the saved text.
    ///
    /// The editor has this process's terminal, so the caller suspends the driver around the call.
    /// - Parameters:
    ///   - field: the name of the text in `request`.
    ///   - request: the request with the text, for the next start if this process ends before the editor.
    ///   - journal: where that is noted.
    @MainActor
    public func edit(
        _ text: String, suffix: String, field: String = "", of request: AutosavedDraft? = nil, in journal: DraftJournal? = nil
    ) async throws -> String {
        let path = try TemporaryCopy.make(for: text, suffix: suffix)
        if var request {
            request.copy = AutosavedDraft.Copy(path: path, field: field)
            try? await journal?.noteCopy(request)
        }
        do {
            let start = ContinuousClock.now
            try await command.open(path)
            let isSoon = .now - start < atOnce
            guard let saved = String(validating: try TemporaryCopy.read(path), as: UTF8.self) else {
                throw ExternalProgramError(description: "The saved text is not UTF-8; nothing was changed")
            }
            let isUnchanged = TemporaryCopy.isUnchanged(Array(saved.utf8), from: Array(text.utf8))
            if isUnchanged, isSoon {
                throw ExternalProgramError(
                    description: "\(command.text) ended at once without changes. One with a window needs an option to wait, such as --wait")
            }
            TemporaryCopy.remove(path)
            try? await journal?.closeCopy(path)
            return isUnchanged ? text : saved
        } catch {
            // A text that cannot be read may contain changes, so it is kept.
            guard (try? TemporaryCopy.isUnchanged(TemporaryCopy.read(path), from: Array(text.utf8))) != true, FileStatus(of: path) != nil
            else {
                TemporaryCopy.remove(path)
                try? await journal?.closeCopy(path)
                throw error
            }
            TemporaryCopy.release(path)
            throw ExternalProgramError(description: "\(error). The edited text is in \(path)", copy: path)
        }
    }

    /// Opens a file itself and waits for the editor, which has this process's terminal.
    @MainActor
    public func open(_ path: String) async throws { try await command.open(path) }
}

/// The user's programs that show a body.
public enum BodyViewerProgram: Sendable, Equatable {
    /// The pager from the settings, `PAGER`, or `less`; it has the terminal.
    case pager
    /// The user's editor, on a copy; it has the terminal.
    case editor
    /// The desktop's program for files of the kind.
    case desktop
}

/// Shows copies of bodies in the user's programs.
public struct ExternalViewer: Sendable {
    private let pager: UserCommand
    private let editor: ExternalEditor
    private let opened = OpenedCopies()

    /// Takes the editor and the pager from the settings; the process environment names the defaults.
    public init(editor: String?, pager: String?, environment: [String: String]) {
        self.pager = UserCommand([pager, environment["PAGER"]], standard: "less", places: "PAGER, or the pager")
        self.editor = ExternalEditor(editor, environment: environment)
    }

    /// Opens a copy and removes it after the program has ended. The desktop's program outlives its starter, so that its copy stays until
    /// ``removeCopies()``.
    @MainActor
    public func show(_ path: String, in program: BodyViewerProgram) async throws {
        guard program != .desktop else { return try await openOnDesktop(path) }
        defer { TemporaryCopy.remove(path) }
        if program == .pager { try await pager.open(path) } else { try await editor.open(path) }
    }

    /// Removes the copies for the desktop's programs.
    public func removeCopies() {
        for path in opened.drain() { TemporaryCopy.remove(path) }
    }

    /// Removes the copies of processes that were killed.
    @concurrent public func removeAbandonedCopies() async { TemporaryCopy.removeAbandoned(in: temporaryFolder) }

    @MainActor
    private func openOnDesktop(_ path: String) async throws {
        opened.add(path)
        do {
            let status = try await ChildProcess(.desktopOpener(path)).end()
            guard status == 0 else { throw ExternalProgramError(description: "No application could open \(path) (status \(status))") }
        } catch {
            TemporaryCopy.remove(path)
            throw ExternalProgramError(description: "\(error). Save the body instead, or open it in the pager or the editor")
        }
    }
}

/// The copies that the desktop's programs may still read.
private final class OpenedCopies: Sendable {
    // Guards the paths: they are added on the main thread and removed at the end of the program.
    private let paths = Mutex<[String]>([])

    func add(_ path: String) { paths.withLock { $0.append(path) } }

    func drain() -> [String] {
        paths.withLock { paths in
            defer { paths = [] }
            return paths
        }
    }
}

/// A copy for another program that only this user can read, in a folder of its own. The folder is locked until the copy is removed or the
/// process ends, however it ends.
enum TemporaryCopy {
    private static let name = "body"
    /// The name of the text as it was before the editing, beside the copy.
    private static let original = ".body.original"
    /// The locks of this process's copies, by their folders. Copies are made and removed on any thread.
    private static let held = Mutex<[String: Shared<FileLock>]>([:])

    /// Writes a private copy and returns its path.
    static func make(
        suffix: String, write: (borrowing Descriptor) throws(SystemError) -> Void
    ) throws(SystemError) -> String {
        let folder = try makeTemporaryFolder()
        let path = "\(folder)/\(name)\(suffix)"
        do throws(SystemError) {
            let lock = Shared(try FileLock(folder: folder, within: .seconds(5)))
            held.withLock { $0[folder] = lock }
            let file = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL)
            try write(file)
        } catch {
            remove(path)
            throw SystemError(error.number, path: path)
        }
        return path
    }

    /// Writes a private copy of a text that is edited, and the text itself beside it, and returns the path of the copy.
    static func make(for text: String, suffix: String) throws(SystemError) -> String {
        let bytes = Array(text.utf8)
        let path = try make(suffix: suffix) { file throws(SystemError) in try file.write(bytes) }
        let original = "\(parentFolder(of: path))/\(Self.original)"
        do throws(SystemError) {
            let file = try Descriptor(opening: original, O_WRONLY | O_CREAT | O_EXCL)
            try file.write(bytes)
        } catch {
            remove(path)
            throw SystemError(error.number, path: original)
        }
        return path
    }

    /// Removes the copy with its folder, and the files that an editor has left there: backups and files for undo have the same content.
    static func remove(_ path: String) {
        let folder = parentFolder(of: path)
        for name in namesInFolder(folder) { unlink("\(folder)/\(name)") }
        rmdir(folder)
        held.withLock { $0[folder] = nil }
    }

    /// Gives up an edited copy, which stays.
    static func release(_ path: String) { held.withLock { $0[parentFolder(of: path)] = nil } }

    /// The bytes of a copy.
    static func read(_ path: String) throws(SystemError) -> [UInt8] {
        try Descriptor.contents(ofFile: path, limit: 1 << 30, followsLinks: false)
    }

    /// The result of an external editor, as its copy shows it.
    enum Left: Equatable {
        /// The text as it was, or no copy.
        case nothing
        case text(String)
        /// Something that is not a text of the request: bytes that are not UTF-8, or unsaved text in a file of the editor's own.
        case other
    }

    /// Looks at the copy that an ended process made for an editor.
    static func left(in path: String) -> Left {
        let folder = parentFolder(of: path)
        guard isPrivate(folder), !isUnchanged(folder, namesInFolder(folder)) else { return .nothing }
        guard let bytes = try? read(path), let text = String(validating: bytes, as: UTF8.self) else { return .other }
        return (try? isUnchanged(bytes, from: read("\(folder)/\(original)"))) == true ? .other : .text(text)
    }

    /// True if no other user can have made the folder or changed its content.
    private static func isPrivate(_ folder: String) -> Bool {
        guard let status = FileStatus(of: folder, followsLinks: false) else { return false }
        return status.kind == .folder && status.owner == getuid() && status.permissions == 0o700
    }

    /// True if the copies in a folder have the text as it was before the editing, and no editor has left anything else.
    private static func isUnchanged(_ folder: String, _ names: [String]) -> Bool {
        guard names.contains(original) else { return names.isEmpty }
        guard let old = try? read("\(folder)/\(original)") else { return false }
        return names.allSatisfy { name in
            name == original || name.hasPrefix(Self.name) && (try? isUnchanged(read("\(folder)/\(name)"), from: old)) == true
        }
    }

    /// True if an editor left a text as it was, but for the line end that most editors add to the last line.
    static func isUnchanged(_ bytes: [UInt8], from old: [UInt8]) -> Bool {
        bytes == old || old.last != UInt8(ascii: "\n") && ["\n", "\r\n"].contains { bytes == old + $0.utf8 }
    }

    /// Removes this user's copies in a folder whose processes have ended, except texts that were changed.
    static func removeAbandoned(in base: String) {
        for entry in namesInFolder(base) where entry.hasPrefix("apus.") {
            let folder = "\(base)/\(entry)"
            let names = namesInFolder(folder)
            guard isPrivate(folder), !names.isEmpty, names.allSatisfy(isOfCopy), let lock = FileLock(tryingFolder: folder),
                !names.contains(original) || isUnchanged(folder, names)
            else { continue }
            remove("\(folder)/\(names[0])")
            withExtendedLifetime(lock) {}
        }
    }

    /// True for the copy and for the files that editors name after it: `body.json~`, `.body.json.swp`, `#body.json#`.
    private static func isOfCopy(_ entry: String) -> Bool { entry.drop { $0 == "." || $0 == "#" }.hasPrefix(name) }
}

/// The desktop's browser, for the pages of a login.
public struct DesktopBrowser: Sendable {
    /// Opens pages with `xdg-open`, or `open` on macOS.
    public init() {}

    /// Opens a page and does not wait for it.
    ///
    /// - Returns: false if there is no tool, or the text is not an http or https URL; with other URLs a server could start other programs.
    @discardableResult
    public func open(_ url: String) -> Bool {
        guard let page = WebURL(url), page.protocol == "https:" || page.protocol == "http:" else { return false }
        guard let child = try? ChildProcess(.desktopOpener(page.href)) else { return false }
        child.detach()
        return true
    }
}

extension ChildProcess.Command {
    /// The command that opens a file or a page in its desktop program, detached from this terminal.
    fileprivate static func desktopOpener(_ target: String) -> ChildProcess.Command {
        #if os(macOS)
            var command = ChildProcess.Command(["/usr/bin/open", target])
        #else
            var command = ChildProcess.Command(["xdg-open", target])
        #endif
        command.group = .session
        return command
    }
}
