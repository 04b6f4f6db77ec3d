// swift-tools-version: 6.2
import PackageDescription

#if canImport(Glibc)
    import Glibc
#endif

/// The settings of every Swift target: Swift 6 mode comes with the tools version, and a warning is an error.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// How the program is linked on Linux: libdispatch is kept from waking every second (see `CDispatchIdle`), and the dynamic linker's work
/// at each start is kept small: no exported symbols, and packed relocations if the C library supports them. The functions that every run
/// needs are placed together (docs/decisions/0010-order-of-functions.md).
let program: [LinkerSetting] = {
    var options = ["register", "unregister"].map { "--wrap=_dispatch_workq_worker_\($0)" } + ["--no-export-dynamic"]
    options += ["--symbol-ordering-file=\(Context.packageDirectory)/scripts/symbol-order.txt", "--no-warn-symbol-ordering"]
    if readsPackedAddresses { options += ["-z", "pack-relative-relocs"] }
    let flags = ["-use-ld=lld", "-Xclang-linker", "-static-libgcc"] + options.flatMap { ["-Xlinker", $0] }
    return [.unsafeFlags(flags, .when(platforms: [.linux], configuration: .release))]
}()

/// Whether the C library is glibc 2.36 or later.
var readsPackedAddresses: Bool {
    #if canImport(Glibc)
        var name = [CChar](repeating: 0, count: 64)
        guard confstr(Int32(_CS_GNU_LIBC_VERSION), &name, name.count) > 0 else { return false }
        let words = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        let version = words.split { $0 == " " || $0 == "." }.dropFirst().compactMap { Int($0) }
        return version.count >= 2 && (version[0], version[1]) >= (2, 36)
    #else
        return false
    #endif
}

func library(_ name: String, _ dependencies: [Target.Dependency] = [], linked: [LinkerSetting] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict, linkerSettings: linked)
}

/// A library for tests alone.
func support(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/Support/\(name)", swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.init(stringLiteral: name)] + dependencies, exclude: exclude, swiftSettings: strict)
}

/// The suites to build, named in `APUS_TESTS` and separated by commas (`HTTPTests,JSONTests`); nil builds everything.
let chosenSuites = Context.environment["APUS_TESTS"]?.split(separator: ",").map(String.init)

/// The targets that the chosen suites need, directly or through others; all targets if none are chosen.
func needed(_ all: [Target]) -> [Target] {
    guard let chosenSuites else { return all }
    var (names, unread) = (Set<String>(), chosenSuites)
    while let name = unread.popLast() {
        guard names.insert(name).inserted, let target = all.first(where: { $0.name == name }) else { continue }
        for case .byNameItem(let dependency, _) in target.dependencies { unread.append(dependency) }
    }
    return all.filter { names.contains($0.name) }
}

let targets: [Target] = needed([
    // C: libraries of the system, and headers of inline functions.
    .systemLibrary(name: "CCompression"),
    .systemLibrary(name: "CCurl"),
    .systemLibrary(name: "CDocumentScan"),
    .systemLibrary(name: "CGD"),
    .systemLibrary(name: "CJQ"),
    .systemLibrary(name: "CMainQueue"),
    .systemLibrary(name: "CMicroHTTPD"),
    .systemLibrary(name: "CNcurses"),
    .systemLibrary(name: "CNettle"),
    .systemLibrary(name: "CPCRE2"),
    .systemLibrary(name: "CPlatform"),
    .systemLibrary(name: "CSQLite"),
    .systemLibrary(name: "CVTerm"),
    .systemLibrary(name: "CXML2"),
    .systemLibrary(name: "CYAML"),

    // Leaves.
    library("Platform", ["CPlatform"]),
    library("JSON"),
    library("Comparison", ["JSON", "Hashing", "Platform"]),
    // Without nettle, CryptoKit does the same.
    library("Hashing", [.byName(name: "CNettle", condition: .when(platforms: [.linux, .android]))]),
    library("RegularExpressions", ["CPCRE2", "Platform"]),
    library("Document", ["CDocumentScan", "CPCRE2", "Platform", "RegularExpressions"]),
    library("Query", ["CCompression", "CGD", "CJQ", "CXML2", "JSON", "Platform"]),

    // The HTTP core.
    library("HTTP", ["Hashing", "Platform"]),
    library("HTTPCurl", ["CCompression", "CCurl", "HTTP", "Platform"]),
    library("HTTPURLSession", ["HTTP"]),
    library("HTTPTesting", ["HTTP", "Platform"]),
    library("Requests", ["HTTP", "HTTPURLSession"]),
    library("JSONSchema", ["HTTP", "JSON", "Platform", "RegularExpressions"]),

    // What a user saves.
    library("Workspace", ["Comparison", "HTTP", "Hashing", "JSON", "Platform"]),
    library("Interchange", ["CYAML", "HTTP", "Hashing", "JSON", "Platform", "Workspace"]),
    library("HistorySQLite", ["CSQLite", "HTTP", "Hashing", "JSON", "Platform", "Workspace"]),

    // Sending, the same for the workbench and the command line.
    library(
        "Engine",
        ["Comparison", "Document", "HTTP", "Hashing", "Interchange", "JSON", "JSONSchema", "Platform", "Query", "Workspace"]),

    // The screen.
    library("Screen"),
    library("Widgets", ["Screen"]),
    library("Themes", ["JSON", "Platform", "Screen"]),
    .target(name: "CTerminalGuard"),
    library("TerminalNCurses", ["CMainQueue", "CNcurses", "CTerminalGuard", "Platform", "Screen"]),

    // The workbench.
    library(
        "App", ["Comparison", "Document", "Engine", "HTTP", "Interchange", "JSON", "Platform", "Query", "Screen", "Widgets", "Workspace"]),
    library("DemoServer", ["CMicroHTTPD", "HTTP", "Hashing", "JSON", "Platform"]),
    library(
        "CLI", ["Comparison", "Engine", "HTTP", "Interchange", "JSON", "JSONSchema", "Platform", "Query", "Screen", "Workspace"]),
    .target(name: "CDispatchIdle"),
    .executableTarget(
        name: "apus",
        dependencies: [
            "App", "CDispatchIdle", "CLI", "DemoServer", "Engine", "HTTP", "HTTPCurl", "HistorySQLite", "JSON", "Platform", "Query",
            "Screen",
            "TerminalNCurses", "Themes", "Workspace",
        ], swiftSettings: strict, linkerSettings: program),

    // Development: runs external test suites, for `scripts/conformance`; renders the pictures of the documentation, for `scripts/screenshot`.
    .executableTarget(
        name: "conformance",
        dependencies: [
            "Document", "HTTP", "HTTPConformance", "HTTPCurl", "Hashing", "Interchange", "JSON", "JSONSchema", "Platform", "Query",
            "Screen",
            "Workspace",
        ],
        path: "Development/Conformance", swiftSettings: strict),
    .executableTarget(
        name: "screenshot", dependencies: ["Platform", "Screen", "ScreenTesting"], path: "Development/Screenshot", swiftSettings: strict),

    // Benchmarks: the programs that `make bench` runs.
    .executableTarget(
        name: "loader-bench", dependencies: ["HTTP", "HTTPCurl", "Hashing", "Platform"], path: "Benchmarks/LoaderBench",
        swiftSettings: strict),
    .executableTarget(
        name: "workspace-bench", dependencies: ["Platform", "Workspace"], path: "Benchmarks/WorkspaceBench", swiftSettings: strict),
    .executableTarget(
        name: "history-bench", dependencies: ["HTTP", "HistorySQLite", "Platform", "Workspace"], path: "Benchmarks/HistoryBench",
        swiftSettings: strict),
    .executableTarget(
        name: "document-bench", dependencies: ["Document", "Platform"], path: "Benchmarks/DocumentBench", swiftSettings: strict),

    // Support for tests: libraries, a program that the terminal's tests run in a pseudo-terminal, and one that a test kills while it saves.
    support("HTTPConformance", ["HTTP", "HTTPTesting", "Platform"]),
    support("ScreenTesting", ["CPlatform", "CVTerm", "Platform", "Screen"]),
    support("TestFixtures", ["Platform"]),
    .executableTarget(
        name: "terminal-probe", dependencies: ["Platform", "Screen", "TerminalNCurses"], path: "Tests/Support/TerminalProbe",
        swiftSettings: strict),
    .executableTarget(
        name: "kill-probe", dependencies: ["HTTP", "HistorySQLite", "JSON", "Workspace"], path: "Tests/Support/KillProbe",
        swiftSettings: strict),

    tests(
        "App",
        ["Comparison", "Engine", "HTTPTesting", "Hashing", "Interchange", "Platform", "ScreenTesting", "TestFixtures", "Themes", "Widgets"]),
    tests("CLI", ["DemoServer", "Engine", "Interchange", "JSON", "Platform", "TestFixtures", "Workspace", "apus"]),
    tests("Comparison", ["Hashing", "JSON", "Platform"]),
    tests(
        "DemoServer",
        [
            "App", "Engine", "HTTP", "HTTPConformance", "HTTPCurl", "HTTPTesting", "Hashing", "HistorySQLite", "JSON", "Platform", "Query",
            "ScreenTesting", "Workspace", "apus",
        ]),
    tests("Document", ["Hashing", "TestFixtures"]),
    tests("Engine", ["Comparison", "Document", "HTTP", "HTTPTesting", "Hashing", "JSON", "Query", "TestFixtures", "Workspace"]),
    tests("HTTP", ["HTTPConformance", "HTTPTesting", "Platform", "TestFixtures"]),
    tests("HTTPCurl", ["CCurl", "HTTP", "HTTPConformance", "Platform", "TestFixtures"]),
    tests("HTTPURLSession", ["HTTP", "HTTPConformance"]),
    tests("Hashing"),
    tests(
        "HistorySQLite",
        ["HTTP", "HTTPConformance", "Hashing", "JSON", "Platform", "ScreenTesting", "TestFixtures", "Workspace", "kill-probe"],
        exclude: ["Fixtures"]),
    tests(
        "Interchange", ["HTTP", "HTTPConformance", "HTTPTesting", "Hashing", "JSON", "JSONSchema", "Platform", "TestFixtures", "Workspace"]),
    tests("JSON"),
    tests("JSONSchema", ["JSON", "RegularExpressions"]),
    tests("Platform", ["TestFixtures"]),
    tests("Query", ["Hashing", "JSON", "Platform", "ScreenTesting", "TestFixtures", "apus"]),
    tests("Requests", ["DemoServer", "HTTP", "HTTPCurl", "HTTPTesting"]),
    tests("Screen"),
    tests("ScreenTesting", ["Screen"]),
    tests("TerminalNCurses", ["Hashing", "Platform", "Screen", "ScreenTesting", "Themes", "terminal-probe"]),
    .testTarget(name: "ScriptsTests", swiftSettings: strict),
    tests("Themes", ["JSON", "Screen", "Widgets"]),
    tests("Widgets", ["Screen", "ScreenTesting"]),
    tests("Workspace", ["Comparison", "HTTP", "JSON", "JSONSchema", "Platform", "TestFixtures"]),
    .testTarget(
        name: "FuzzTests",
        dependencies: [
            "App", "Comparison", "DemoServer", "Document", "HTTP", "HTTPCurl", "Hashing", "Interchange", "JSON", "JSONSchema", "Platform",
            "Query", "RegularExpressions", "TerminalNCurses", "TestFixtures", "Themes", "Workspace", "apus",
        ],
        swiftSettings: strict),
    .testTarget(
        name: "RobotTests", dependencies: ["App", "DemoServer", "HTTPConformance", "Screen", "ScreenTesting"], exclude: ["Fixtures"],
        swiftSettings: strict),
])

let products: [Product] = [
    .executable(name: "apus", targets: ["apus"]),
    .library(name: "HTTP", targets: ["HTTP"]),
    .library(name: "HTTPCurl", targets: ["HTTPCurl"]),
    .library(name: "HTTPURLSession", targets: ["HTTPURLSession"]),
    .library(name: "HTTPTesting", targets: ["HTTPTesting"]),
    .library(name: "Requests", targets: ["Requests"]),
]

let package = Package(
    name: "apus",
    // The libraries of the core work on all of them; the workbench needs a terminal.
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: chosenSuites == nil ? products : [],
    targets: targets
)
