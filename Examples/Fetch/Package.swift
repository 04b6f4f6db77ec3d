// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Fetch",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "apus", path: "../..")],
    targets: [
        .executableTarget(
            name: "Fetch",
            dependencies: [
                .product(name: "HTTP", package: "apus"), .product(name: "HTTPCurl", package: "apus"),
                .product(name: "Requests", package: "apus"),
            ])
    ]
)
