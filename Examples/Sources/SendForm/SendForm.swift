import HTTP
import HTTPCurl

/// Sends a form: `swift run SendForm http://127.0.0.1:8080`.
@main struct SendForm {
    struct Echo: Decodable {
        let form: [String: String]
    }

    static func main() async throws {
        guard let server = CommandLine.arguments.dropFirst().first else { return print("usage: SendForm SERVER") }
        let form = FormBody(["name": "Leia Organa", "planet": "Alderaan"])
        let response = try await CurlLoader().load(HTTPRequest(method: .post, url: server + "/anything", body: form))
        let echo = try await response.body.decode(Echo.self)
        for (name, value) in echo.form.sorted(by: { $0.key < $1.key }) { print("\(name): \(value)") }
    }
}
