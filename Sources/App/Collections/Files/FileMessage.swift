public import Workspace

/// Results of effects on files and folders.
public indirect enum FileMessage: Sendable, Equatable {
    /// A file or folder is there that was not; the path says what it is.
    case created(path: String)
    /// The same as a copy, which is not opened.
    case duplicated(path: String)
    /// Something has another place or name; `back` undoes that.
    case moved(from: String, to: String, back: FileEffect)
    case deleted(path: String, name: String, deletion: Int)
    case restored(path: String, deletion: Int)
    /// A change was taken back, or brought again.
    case again(FileMessage, TreeHistory.Way)
    /// That could not be done.
    case notAgain(FileEffect, TreeHistory.Way)
    /// A file could not be read or written.
    case failed(String)
    /// The settings that a request or folder inherits, outermost first.
    case inheritanceRead(path: String, [InheritedLayer])
    /// The settings of a folder, and those around it.
    case folderRead(path: String, FolderDraft, [InheritedLayer] = [])
    case environmentRead(path: String, EnvironmentDraft)
    case folderSaved(path: String)
    case environmentSaved(path: String)
    /// A secret's value is in the file beside its environment's, which has that path.
    case secretKept(name: String, environment: String)
    case environmentCreated(path: String)
}

/// The settings of one collection or folder for everything in it.
public struct InheritedLayer: Sendable, Equatable {
    /// The collection's or folder's path.
    public let path: String
    /// The settings; nil if the file cannot be read.
    public let settings: FolderDraft?
    /// Why it cannot be read.
    public let problem: String?

    /// A layer that was read, or not.
    public init(path: String, settings: FolderDraft?, problem: String? = nil) {
        self.path = path
        self.settings = settings
        self.problem = problem
    }

    /// For a person: `collection “Star Wars”`.
    var origin: String {
        let parts = path.split(separator: "/")
        let name = settings?.name ?? ""
        return "\(parts.count == 2 ? "collection" : "folder") “\(name.isEmpty ? parts.last.map(String.init) ?? "" : name)”"
    }
}
