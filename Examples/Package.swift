// swift-tools-version: 6.2
import PackageDescription

/// A program with its libraries; each is one file.
func program(_ name: String, _ libraries: String...) -> Target {
    .executableTarget(name: name, dependencies: libraries.map { .product(name: $0, package: "apus") }, path: "Sources/\(name)")
}

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "apus", path: "..")],
    targets: [
        program("GetAndDecode", "HTTPCurl", "HTTP"),
        program("SendForm", "HTTPCurl", "HTTP"),
        program("Upload", "HTTPCurl", "HTTP"),
        program("Download", "HTTPCurl", "HTTP"),
        program("HundredAtOnce", "HTTPCurl", "HTTP"),
        program("RetryAndTrace", "HTTPCurl", "HTTP"),
        program("Login", "HTTPCurl", "HTTP"),
        program("OwnLink", "HTTPCurl", "HTTP"),
        program("Mocking", "HTTP", "HTTPTesting", "Requests"),
        program("EventStream", "HTTPCurl", "HTTP"),
    ]
)
