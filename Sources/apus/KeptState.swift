import App
import Workspace

/// What the user's state folder holds for one workspace: unsaved edits, and how the last session ended.
struct KeptState {
    private let folder: String
    private let name: String
    /// The unsaved edits.
    let drafts: DraftJournal
    /// Where the session is kept.
    let file: StateFile

    /// Takes the state folder and the workspace's absolute path.
    init(folder: String, workspace: String) {
        self.folder = "\(folder)/sessions"
        name = DraftJournal.name(of: workspace) + ".json"
        drafts = DraftJournal(folder: "\(folder)/drafts", workspace: workspace)
        file = StateFile(folder: self.folder, name: name)
    }

    /// How the last session ended; nil before a first one. A small file, read before the first frame since that is arranged by it.
    func session() -> Session? { StateFile.read(folder: folder, name: name).map(Session.init(json:)) }
}
