import HTTP
import HTTPTesting
import Testing

/// Reading a body to sign it can be cancelled.
@Suite(.timeLimit(.minutes(5))) struct BodyDigestTests {
    /// A body without an end; the task is cancelled at the third read.
    private struct Endless: HTTPByteStream {
        let task: HTTPTask
        var pieces = 0

        mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            pieces += 1
            if pieces == 3 { task.cancel() }
            return buffer.count
        }
    }

    private static let schemes: [HTTPAuthentication] = [
        .awsSignature(AWSCredentials(accessKeyID: "id", secretAccessKey: "key", region: "r", service: "s3")),
        .digest(BasicCredentials(username: "u", password: "p")),
    ]

    @Test(arguments: schemes.indices) func aCancelEndsTheReading(scheme: Int) async {
        let task = HTTPTask()
        var request = HTTPRequest(method: .put, url: "https://host/x")
        request.body = StreamBody(replay: .restartable) { Endless(task: task) }
        request.authenticate(with: Self.schemes[scheme])
        let mock = MockLoader().then(401, headers: ["WWW-Authenticate": #"Digest realm="r", nonce="n", qop="auth-int""#])
        let loader = Authenticate() --> mock
        let result = await HTTPResult.of { () throws(HTTPError) in try await loader.load(request, task: task) }
        #expect(result.failure?.code == .cancelled)
    }
}
