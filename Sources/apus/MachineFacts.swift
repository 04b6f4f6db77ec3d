import App
import CLI
import HTTPCurl
import Platform
import TerminalNCurses

/// Facts about the machine: the terminal, libraries, folders, and problems in the configuration.
struct MachineFacts {
    let folders: UserFolders
    let environment: [String: String]

    /// All facts, for `apus doctor`.
    var all: [DoctorFact] { terminal + libraries + places + configuration }

    private var terminal: [DoctorFact] {
        let replies = TerminalDescription.facts(environment: environment).map {
            DoctorFact("terminal", $0.name, $0.value, isFault: $0.isFault)
        }
        let clipboard = DesktopClipboard(environment: environment).toolName ?? "none: copies go through the terminal"
        return replies + [DoctorFact("terminal", "desktop clipboard", clipboard)]
    }

    private var libraries: [DoctorFact] {
        let curl = CurlLoader.describeLibrary()
        return [DoctorFact("libraries", "libcurl", curl.text, isFault: !curl.isUsable)] + OptionalLibrary.all.map(\.fact)
    }

    private var places: [DoctorFact] {
        let userFolders = [("configuration", folders.configuration), ("data", folders.data), ("state", folders.state)]
        let shared = Installation.sharedFolder(environment: environment)
        return userFolders.map(place) + [
            DoctorFact(
                "folders", "shipped files", shared ?? "not found: apus demo does not work; APUS_SHARE names them", isFault: shared == nil)
        ]
    }

    /// A missing folder is fine, since it is created when needed; one that others can read is a problem.
    private func place(_ name: String, _ path: String) -> DoctorFact {
        guard let status = FileStatus(of: path) else { return missing(name, path) }
        guard status.kind == .folder, access(path, W_OK) == 0 else {
            return DoctorFact("folders", name, "\(path): cannot be written", isFault: true)
        }
        let mode = String(status.permissions & 0o777, radix: 8)
        let isOpen = name == "data" && status.permissions & 0o077 != 0
        return DoctorFact("folders", name, "\(path) (\(mode))" + (isOpen ? ": others can read it" : ""), isFault: isOpen)
    }

    private func missing(_ name: String, _ path: String) -> DoctorFact {
        var outer = parentFolder(of: path)
        while FileStatus(of: outer) == nil, outer != parentFolder(of: outer) { outer = parentFolder(of: outer) }
        guard FileStatus.isFolder(outer), access(outer, W_OK) == 0 else {
            return DoctorFact("folders", name, "\(path): cannot be created: \(outer) is not a folder, or not writable", isFault: true)
        }
        return DoctorFact("folders", name, "\(path): not created yet")
    }

    private var configuration: [DoctorFact] {
        let configuration = Configuration(folder: folders.configuration)
        let faults = configuration.warnings.map { DoctorFact("configuration", "fault", $0, isFault: true) }
        return (faults.isEmpty ? [DoctorFact("configuration", "files", "no problems")] : faults)
            + configuration.ambiguousKeys.map {
                DoctorFact("configuration", "keymap.json", "\($0) in terminals without the Kitty protocol")
            }
    }
}

/// A library that only a part of the program needs, opened at run time.
private struct OptionalLibrary: Sendable {
    let name: String
    let files: [String]
    /// The part that does not work without it.
    let part: String
    /// The library's version; nil if the library does not report one.
    var version: @Sendable (DynamicLibrary) -> String? = { _ in nil }

    private typealias Names = DynamicLibrary.Names

    static let all = [
        Self(name: "zlib", files: Names.zlib, part: "gzip and deflate") { text("zlibVersion", of: $0) },
        Self(name: "brotli", files: Names.brotliDecoder, part: "brotli") { library in
            library.function("BrotliDecoderVersion", as: (@convention(c) () -> UInt32).self).map { version in
                let number = version()
                return "\(number >> 24).\(number >> 12 & 0xFFF).\(number & 0xFFF)"
            }
        },
        Self(name: "zstd", files: Names.zstd, part: "zstd") {
            text("ZSTD_versionString", of: $0)
        },
        Self(name: "SQLite", files: Names.sqlite, part: "the history") {
            text("sqlite3_libversion", of: $0)
        },
        Self(name: "libjq", files: Names.jq, part: "jq filters"),
        Self(name: "libxml2", files: Names.xml2, part: "XPath"),
        Self(
            name: "PCRE2", files: Names.pcre2, part: "regular expressions",
            version: pcre2Version),
        Self(name: "libgd", files: Names.gd, part: "pictures") { text("gdVersionString", of: $0) },
        Self(name: "libpsl", files: Names.psl, part: "the list of public suffixes for cookies") {
            text("psl_get_version", of: $0)
        },
        Self(
            name: "libmicrohttpd", files: Names.microhttpd, part: "the embedded server"
        ) { text("MHD_get_version", of: $0) },
    ]

    var fact: DoctorFact {
        guard let library = DynamicLibrary(files) else { return DoctorFact("libraries", name, "not found: \(part) cannot be used") }
        return DoctorFact("libraries", name, version(library) ?? "found")
    }

    /// The text of a function without arguments.
    private static func text(_ function: String, of library: DynamicLibrary) -> String? {
        library.function(function, as: (@convention(c) () -> UnsafePointer<CChar>?).self)?().map { String(cString: $0) }
    }

    /// The version with its date, as pcre2api(3) describes `pcre2_config`.
    @Sendable private static func pcre2Version(_ library: DynamicLibrary) -> String? {
        let versionCode: UInt32 = 11
        typealias Configuration = @convention(c) (UInt32, UnsafeMutableRawPointer?) -> Int32
        guard let configuration = library.function("pcre2_config_8", as: Configuration.self) else { return nil }
        var text = [CChar](repeating: 0, count: 64)
        guard configuration(versionCode, &text) > 0 else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
