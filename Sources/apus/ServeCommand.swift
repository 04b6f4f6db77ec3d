import CLI
import DemoServer
import Engine
import HTTP
import Platform
import Workspace

/// `apus serve`: runs the embedded server, or serves stored responses, until a signal ends it.
enum ServeCommand {
    static func run(_ words: CommandWords, _ context: CommandContext) async throws -> Int32 {
        let configuration = DemoServerConfiguration(
            host: words.value("host") ?? "127.0.0.1", port: words.number("port") ?? 0, names: words.values("allow-host"))
        let faults = try words.values("fault").map(fault)
        let server: DemoServer
        if let served = try await ServedResponses(words, context)?.all {
            let stored = StoredResponses(served.map(\.stored), delay: words.duration("delay") ?? .zero, faults: faults)
            server = try DemoServer.start(configuration: configuration, responding: stored)
            try context.streams.write("serving \(server.url) with \(CountText.of(stored.count, "stored response")) (press ^C to stop)\n")
        } else {
            guard faults.isEmpty, words.operands.isEmpty, words.value("delay") == nil else {
                throw UsageError("WHAT, --delay and --fault need --from-history or --from-examples")
            }
            server = try DemoServer.start(configuration: configuration)
            try context.streams.write("serving \(server.url) (press ^C to stop)\n")
        }
        defer { server.stop() }
        let end = OneShot<Void>()
        await withTaskCancellationHandler {
            await end.value
        } onCancel: {
            end.give(())
        }
        return 0
    }

    /// Parses `503=20`, `reset=5%` or `timeout`.
    private static func fault(_ word: String) throws(UsageError) -> ResponseFault {
        guard let fault = ResponseFault(word) else {
            throw UsageError("--fault \(word): expected \(ResponseFault.form)")
        }
        return fault
    }
}

extension ServedResponse {
    /// The response for the server.
    fileprivate var stored: StoredResponse {
        let content: StoredResponse.Body =
            switch body.storage {
            case .bytes(let bytes): .bytes(bytes)
            case .file(let path): .file(path)
            }
        return StoredResponse(
            name: name, method: method, path: path, query: query, status: status, headers: headers.map { ($0.name, $0.value) },
            body: content)
    }
}
