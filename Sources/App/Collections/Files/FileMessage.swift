public import Engine
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
