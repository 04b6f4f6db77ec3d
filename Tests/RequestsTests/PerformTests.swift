import Foundation
import HTTP
import HTTPTesting
import Requests
import Testing

@Suite struct PerformTests {
    let api = AnonymousRequestProvider("https://api.example")

    @Test func returnsTheResourceWithItsHead() async throws {
        let mock = MockLoader().then(200, headers: ["X": "1"], body: "[1,2]")
        let (response, resource) = try await mock.perform(api.get(.json(encoded: [Int].self), from: "x"))
        #expect(response.headers["X"] == "1")
        #expect(resource == [1, 2])
    }

    @Test func aBodyThatDoesNotDecodeKeepsTheHead() async {
        let error = await #expect(throws: RequestTransportError.self) {
            try await MockLoader().then(200, body: "{").perform(api.get(.json(encoded: [Int].self), from: "x"))
        }
        #expect(error?.underlyingError is DecodingError)
        #expect(error?.response?.status == 200)
        #expect(error?.request?.path == "/x")
    }

    @Test func validatesBeforeDecoding() async {
        let error = await #expect(throws: RequestTransportError.self) {
            try await Connection(MockLoader().then(500, body: "{")).request(api.get(.text, from: "x"))
        }
        #expect(error?.underlyingError as? RequestError == .unacceptableResponse)
        #expect(error?.response?.status == 500)
    }

    @Test func aRefusedResponseKeepsItsBody() async throws {
        struct Problem: Decodable, Equatable {
            var title: String
        }
        let error = await #expect(throws: RequestTransportError.self) {
            try await Connection(MockLoader().then(422, body: #"{"title":"no"}"#)).request(api.get(.text, from: "x"))
        }
        #expect(try error?.decode(Problem.self) == Problem(title: "no"))
        #expect(error?.localizedDescription == "The server responded with status 422 (Unprocessable Content).")
    }

    @Test func aRefusedResponseIsKeptUpToALimit() async throws {
        let body = String(repeating: "x", count: RequestTransportError.responseDataLimit + 1)
        let error = await #expect(throws: RequestTransportError.self) {
            try await Connection(MockLoader().then(500, body: body)).request(api.get(.text, from: "x"))
        }
        #expect(error?.responseData?.count == RequestTransportError.responseDataLimit)
    }

    @Test func aBodyThatDoesNotDecodeIsKept() async throws {
        let error = await #expect(throws: RequestTransportError.self) {
            try await MockLoader().then(200, body: "{").perform(api.get(.json(encoded: [Int].self), from: "x"))
        }
        #expect(error?.responseData == Data("{".utf8))
    }

    @Test func aTrailingClosureGetsTheResult() async throws {
        let mock = MockLoader().then(200, body: "text")
        let api = api
        let text = try await withCheckedThrowingContinuation { continuation in
            mock.perform(api.get(.text, from: "x")) { result in continuation.resume(with: result.map(\.1)) }
        }
        #expect(text == "text")
    }

    @Test func aTrailingClosureOfAConnectionGetsTheResource() async throws {
        let connection = Connection(MockLoader().then(200, body: "text").then(404, body: "none"))
        let api = api
        for expected in ["text", nil] {
            let result = await withCheckedContinuation { continuation in
                connection.request(api.get(.text, from: "x")) { continuation.resume(returning: $0) }
            }
            #expect((try? result.get()) == expected)
        }
    }

    @Test func aTrailingClosureGetsAResponseThatTheValidationRefused() async throws {
        let mock = MockLoader().then(404, body: "text")
        let api = api
        let result = await withCheckedContinuation { continuation in
            mock.perform(api.get(.text, from: "x"), validateResponse: { $0.status.isSuccess }) { result in
                continuation.resume(returning: result.map(\.1))
            }
        }
        let error = #expect(throws: RequestTransportError.self) { try result.get() }
        #expect(error?.responseData == Data("text".utf8))
    }

    @Test func aResourceIsReadByItsOwnDecoder() async throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let request = api.get(.json(encoded: [Date].self, decoder: decoder), from: "x")
        #expect(try await MockLoader().then(200, body: "[5]").perform(request).resource == [Date(timeIntervalSince1970: 5)])
    }

    @Test func aBodyHasItsLimit() async {
        let error = await #expect(throws: RequestTransportError.self) {
            try await MockLoader().then(200, body: "123").perform(api.get(.text, from: "x"), limit: 2)
        }
        #expect((error?.underlyingError as? HTTPError)?.code == .responseTooLarge)
    }

    @Test func aConnectionResetsItsLoader() async {
        let mock = MockLoader()
        await Connection(mock).reset()
        #expect(mock.resetCount == 1)
    }

    @Test func aTransportErrorIsKept() async throws {
        let result = await MockLoader().result(of: api.delete("x"))
        #expect(throws: RequestTransportError.self) { try result.get() }
    }

    @Test func textHasItsEncoding() async throws {
        let latin = MockLoader().then { request throws(HTTPError) in HTTPResponse(request: request, status: 200, bytes: [0xE9]) }
        #expect(try await latin.perform(api.get(.text(encoding: .isoLatin1), from: "")).resource == "é")
        let broken = MockLoader().then { request throws(HTTPError) in HTTPResponse(request: request, status: 200, bytes: [0xE9]) }
        let error = await #expect(throws: RequestTransportError.self) { try await broken.perform(api.get(.text, from: "")) }
        #expect(error?.underlyingError as? RequestError == .undecodableText)
    }
}
