import App
import Platform
import Workspace

/// The user's folders, by the XDG base directory specification.
struct UserFolders {
    /// Configuration: `config.json`, `keymap.json`, `themes/`.
    let configuration: String
    /// Data: the history, cookies, tokens, and the copy of the demo's collections.
    let data: String
    /// State: unsaved edits and the last session.
    let state: String

    /// Takes the process environment. A variable that is not an absolute path is ignored, as the specification requires.
    init(environment: [String: String]) {
        let home = environment["HOME"] ?? ""
        func folder(_ name: String, _ standard: String) -> String {
            let named = environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
            return (named ?? home + standard) + "/apus"
        }
        configuration = folder("XDG_CONFIG_HOME", "/.config")
        data = folder("XDG_DATA_HOME", "/.local/share")
        state = folder("XDG_STATE_HOME", "/.local/state")
    }
}

/// The files that are shipped with the program.
enum Installation {
    /// The folder with the shipped `collections`: from `APUS_SHARE`, `../share/apus` beside an installed program, or the checkout around a
    /// program that was built in it; nil if there is none.
    static func sharedFolder(environment: [String: String]) -> String? {
        if let named = environment["APUS_SHARE"], !named.isEmpty { return named }
        guard let program = executablePath() else { return nil }
        var folder = parent(of: program)
        let installed = parent(of: folder) + "/share/apus"
        if isShared(installed) { return installed }
        while !folder.isEmpty {
            if isShared(folder) { return folder }
            folder = parent(of: folder)
        }
        return nil
    }

    private static func isShared(_ folder: String) -> Bool { access("\(folder)/collections/demo/collection.json", R_OK) == 0 }

    private static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    /// The program's file, with links resolved.
    private static func executablePath() -> String? {
        #if os(Linux)
            let name = "/proc/self/exe"
        #else
            let name = CommandLine.arguments[0]
        #endif
        return resolvedPath(name)
    }
}

/// The state stored for a workspace: unsaved edits and the last session.
struct KeptState {
    /// The last session; nil before the first one. The file is small, and read before the first frame, which depends on it.
    let session: Session?
    /// The unsaved edits.
    let drafts: DraftJournal
    /// The file of the session.
    let file: StateFile

    /// Takes the state folder and the workspace's absolute path.
    init(folder: String, workspace: String) {
        let (sessions, name) = ("\(folder)/sessions", DraftJournal.name(of: workspace) + ".json")
        let content = StateFile.read(folder: sessions, name: name)
        session = content.map(Session.init(json:))
        drafts = DraftJournal(folder: "\(folder)/drafts", workspace: workspace)
        file = StateFile(folder: sessions, name: name, content: content)
    }
}
