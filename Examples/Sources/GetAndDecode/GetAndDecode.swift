import HTTP
import HTTPCurl

/// Gets JSON and decodes it: `swift run GetAndDecode http://127.0.0.1:8080`.
@main struct GetAndDecode {
    struct Person: Decodable {
        let name: String
    }

    static func main() async throws {
        guard let server = CommandLine.arguments.dropFirst().first else { return print("usage: GetAndDecode SERVER") }
        let response = try await CurlLoader().load(HTTPRequest(url: server + "/api/people/1"))
        let person = try await response.body.decode(Person.self)
        print("\(response.status): \(person.name)")
    }
}
