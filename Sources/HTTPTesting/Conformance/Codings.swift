#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import HTTP

extension ConformanceCase {
    /// Compressed answers.
    static let codings: [ConformanceCase] =
        CodedSample.all.map { sample in
            ConformanceCase("\(sample.name) is unpacked, with its size on the wire counted") { loader in
                let server = try FaultServer(answering: sample.answer())
                let task = loader.start(server.request())
                let response = try await task.value
                let body = try await response.body.collect(upTo: 10_000)
                try expect("body", String(decoding: body, as: UTF8.self), is: CodedSample.text)
                let metrics = try await need("metrics", task.finishedMetrics())
                try expect("bytes on the wire", metrics.byteCounts.receivedBody, is: Int64(sample.bytes.count))
                try expect("bytes unpacked", metrics.byteCounts.decodedBody, is: Int64(CodedSample.text.utf8.count))
            }
        } + [
            ConformanceCase("compressed answers are asked for, unless the request says otherwise") { loader in
                let server = try FaultServer(answering: noContent)
                _ = try await loader.load(server.request())
                var plain = server.request()
                plain.decompression = .none
                _ = try await loader.load(plain)
                var some = server.request()
                some.decompression = .codings(["gzip"])
                _ = try await loader.load(some)
                try expect("by default", server.requests[0]["Accept-Encoding"], is: "gzip, deflate, br, zstd")
                try expect("switched off", server.requests[1]["Accept-Encoding"], is: nil)
                try expect("chosen", server.requests[2]["Accept-Encoding"], is: "gzip")
            },
            ConformanceCase("with decompression off the bytes are passed on as they came") { loader in
                let sample = CodedSample.all[0]
                let server = try FaultServer(answering: sample.answer())
                var request = server.request()
                request.decompression = .none
                let exchange = await Exchange.of(request, on: loader)
                try expect("body", exchange.body, is: sample.bytes)
            },
            ConformanceCase("bytes that are not in the coding they claim are an invalid response") { loader in
                for coding in ["gzip", "deflate", "br", "zstd"] {
                    let server = try FaultServer(
                        answering: "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: 16\r\n\r\nthis is not that")
                    let exchange = await Exchange.of(server.request(), on: loader)
                    try expect("code for \(coding)", exchange.error?.code, is: .invalidResponse)
                    try expect("status of the head in the error", exchange.error?.response?.status ?? exchange.response?.status, is: 200)
                }
            },
            ConformanceCase("compressed bytes that are cut off are an invalid response") { loader in
                let bytes = Array(CodedSample.all[0].bytes.dropLast(20))
                let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bytes.count + 20)\r\n\r\n"
                let server = try FaultServer(answering: Array(head.utf8) + bytes)
                let exchange = await Exchange.of(server.request(), on: loader)
                try expect("code", exchange.error?.code, is: .invalidResponse)
            },
        ]
}

/// One text in every content coding.
struct CodedSample: Sendable {
    static let text = String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 4)

    let name: String
    let coding: String
    let bytes: [UInt8]

    init(_ name: String, coding: String, base64: String) {
        self.name = name
        self.coding = coding
        bytes = Data(base64Encoded: base64).map { Array($0) } ?? []
    }

    static let all = [
        CodedSample(
            "gzip", coding: "gzip", base64: "H4sIAAAAAAACAwvJSFUoLM1MzlZIKsovz1NIy69QyCrNLShWyC9LLVIoAUrnJFZVKqTkp+sphAwOxQAbjf9EtAAAAA=="),
        CodedSample(
            "deflate with its header", coding: "deflate",
            base64: "eNoLyUhVKCzNTM5WSCrKL89TSMuvUMgqzS0oVsgvSy1SKAFK5yRWVSqk5KfrKYQMDsUA+mBAnQ=="),
        CodedSample(
            "deflate without its header", coding: "deflate", base64: "C8lIVSgszUzOVkgqyi/PU0jLr1DIKs0tKFbIL0stUigBSuckVlUqpOSn6ymEDA7FAA=="),
        CodedSample("br", coding: "br", base64: "G7MAiCwOeNPQlV2XELsXK6nK0JLMjK1BXObyNsgZnp4Ke4MNOHBIIG8ku0GnFc4cHieqKTjCCfZpMA=="),
        CodedSample(
            "zstd", coding: "zstd", base64: "KLUv/QRotQEA1AJUaGUgcXVpY2sgYnJvd24gZm94IGp1bXBzIG92ZXIgdGhlIGxhenkgZG9nLiABACVASpUBpHCQDQ=="),
    ]

    /// 1,000,000 zeros in 1003 bytes of gzip.
    static let megabyteOfZeros: [UInt8] =
        [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3, 0xED, 0xC1, 1, 1, 0, 0, 0, 0x82, 0x20, 0xFF, 0xAF, 0x6E, 0x48, 0x40, 1]
        + [UInt8](repeating: 0, count: 968) + [0xAF, 6, 0x9E, 0xCB, 0x79, 0x12, 0x40, 0x42, 0x0F, 0]

    func answer() -> [UInt8] {
        Array("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(bytes.count)\r\n\r\n".utf8) + bytes
    }
}

extension HTTPTask {
    /// The metrics of the transfer, from the events of an execution whose body was read.
    func finishedMetrics() async -> HTTPMetrics? {
        for await event in events {
            if case .finished(let metrics) = event { return metrics }
        }
        return nil
    }
}
