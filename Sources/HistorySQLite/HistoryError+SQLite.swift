import CSQLite
import Platform
import Workspace

extension HistoryError {
    /// The history cannot be opened.
    static func unavailable(_ location: HistoryLocation, _ cause: any Error) -> HistoryError {
        HistoryError(
            .unavailable, message: "The history \(location.database) cannot be opened: \(sentence(for: cause)).", underlyingError: cause)
    }

    /// The history's folder cannot be created.
    static func unavailable(folder: String, _ cause: any Error) -> HistoryError {
        HistoryError(
            .unavailable, message: "The history cannot be kept in \(folder): \(sentence(for: cause)).", underlyingError: cause)
    }

    /// A damaged history was set aside.
    static func damaged(_ location: HistoryLocation, movedTo folder: String) -> HistoryError {
        HistoryError(
            .damaged,
            message: "The history \(location.database) was damaged. It was moved to \(folder), and a new one was created.")
    }

    /// Reading or writing failed.
    static func failed(_ code: Code, _ location: HistoryLocation, _ cause: any Error) -> HistoryError {
        if cause is CancellationError || (cause as? SQLError)?.primaryCode == SQLITE_INTERRUPT {
            return HistoryError(.cancelled, message: "The search in the history was cancelled.", underlyingError: cause)
        }
        let verb = code == .unwritable ? "written" : "read"
        return HistoryError(
            code, message: "The history \(location.database) cannot be \(verb): \(sentence(for: cause)).", underlyingError: cause)
    }

    private static func sentence(for cause: any Error) -> String {
        // The message names the path already.
        if let failure = cause as? SystemError { return failure.reason }
        guard let failure = cause as? SQLError else { return "\(cause)" }
        return switch failure.primaryCode {
        case SQLITE_FULL: "the disk is full; make room, or lower the limits of the history"
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: "it may not be written; look at the modes of the file and its folder"
        case SQLITE_CANTOPEN: "the file cannot be opened; look at the modes of the file and its folder"
        case SQLITE_BUSY, SQLITE_LOCKED: "another program has been writing to it for too long; try again"
        case SQLITE_IOERR: "the disk answers with an error (\(failure.message))"
        default: failure.description
        }
    }
}
