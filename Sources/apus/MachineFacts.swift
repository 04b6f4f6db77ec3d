import CLI
import HTTP
import HTTPCurl
import Platform

/// Facts about the machine: libraries opened at run time, folders, and problems in the configuration.
struct MachineFacts {
    let folders: UserFolders
    let environment: [String: String]

    /// All facts, for `apus doctor`.
    var all: [DoctorFact] { libraries + places + configuration }

    private var libraries: [DoctorFact] {
        let request = HTTPRequest(url: "http://127.0.0.1/")
        do throws(HTTPError) {
            _ = try CurlLoader().headersToSend(for: request)
            return [DoctorFact("libraries", "libcurl", "found"), optional("libmicrohttpd", ["libmicrohttpd.so.12"], "the embedded server")]
        } catch {
            return [DoctorFact("libraries", "libcurl", error.message, isFault: true)]
        }
    }

    /// A library that is only needed for one part.
    private func optional(_ name: String, _ files: [String], _ part: String) -> DoctorFact {
        let isFound = files.contains { file in
            guard let handle = dlopen(file, RTLD_LAZY) else { return false }
            dlclose(handle)
            return true
        }
        return DoctorFact("libraries", name, isFound ? "found" : "not found: \(part) does not work")
    }

    private var places: [DoctorFact] {
        let own = [("configuration", folders.configuration), ("data", folders.data), ("state", folders.state)]
        let shared = Installation.sharedFolder(environment: environment)
        return own.map(place) + [
            DoctorFact(
                "folders", "shipped files", shared ?? "not found: apus demo does not work; APUS_SHARE names them", isFault: shared == nil)
        ]
    }

    /// A missing folder is fine, since it is created when needed; one that others can read is a problem.
    private func place(_ name: String, _ path: String) -> DoctorFact {
        guard let status = FileStatus(of: path) else { return DoctorFact("folders", name, "\(path): not created yet") }
        guard status.kind == .folder, access(path, W_OK) == 0 else {
            return DoctorFact("folders", name, "\(path): cannot be written", isFault: true)
        }
        let mode = String(status.permissions & 0o777, radix: 8)
        let isOpen = name == "data" && status.permissions & 0o077 != 0
        return DoctorFact("folders", name, "\(path) (\(mode))" + (isOpen ? ": others can read it" : ""), isFault: isOpen)
    }

    private var configuration: [DoctorFact] {
        let warnings = Configuration(folder: folders.configuration).warnings
        return warnings.isEmpty
            ? [DoctorFact("configuration", "files", "no problems")]
            : warnings.map { DoctorFact("configuration", "fault", $0, isFault: true) }
    }
}
