import Testing

@testable import Workspace

/// The places of values and problems, which are values themselves.
@Suite struct ResolutionPlaceTests {
    private static func places(_ draft: RequestDraft, _ environment: EnvironmentDraft? = nil) -> [ResolutionPlace] {
        RequestResolver.problems(of: RequestResolverTests.input(draft, environment: environment)).map(\.place)
    }

    @Test func `every part of a request has its own place`() {
        var draft = RequestDraft(
            url: "http://{{x}}/:id", pathParameters: [Row("id", "")], query: [Row("q", "{{x}}")], headers: [Row("A: b", "{{x}}")],
            auth: AuthDraft(.bearer, fields: ["token": "{{x}}"]))
        draft.options.proxy = "{{x}}"
        #expect(
            Set(Self.places(draft)) == [
                .pathParameter("id"), .url, .query("q"), .header("A: b"), .auth("token"), .option("proxy"),
            ])
    }

    @Test func `a field of a part is not a part whose name ends like the field`() {
        var part = BodyDraft.Part("a", "")
        part.contentType = "{{x}}"
        var places = Self.places(RequestDraft(url: "http://h/", body: BodyDraft(kind: .multipart, parts: [part])))
        #expect(places == [.part("a", .contentType)])
        part = BodyDraft.Part("a content type", "{{x}}")
        places = Self.places(RequestDraft(url: "http://h/", body: BodyDraft(kind: .multipart, parts: [part])))
        #expect(places == [.part("a content type", .content)] && places.allSatisfy(\.isOfBody))
    }

    @Test func `a server of the environment has places by its parts`() {
        let environment = EnvironmentDraft(name: "l", scheme: "http", host: "{{x}}", port: "80", headers: [Row("A", "{{x}}")])
        let places = Self.places(RequestDraft(url: "/"), environment)
        #expect(places == [.baseURL(.host), .environmentHeader("A")] && places.allSatisfy(\.isOfEnvironment))
    }

    @Test func `the workbench names a field of a login by its label, also an inherited one`() {
        var folder = FolderDraft(name: "F")
        folder.auth = AuthDraft(.bearer, fields: ["token": "{{x}}"])
        let input = RequestResolverTests.input(RequestDraft(url: "http://h/"), folders: [FolderDraft(name: "C"), folder])
        let issue = RequestResolver.problems(of: input).first
        #expect(issue?.place == .auth("token") && issue?.inheritedFrom == .folder("F"))
        #expect(issue?.labelled.hasPrefix("Authentication, “Token”, inherited from ") == true)
        #expect(issue?.description.hasPrefix("auth token, inherited from ") == true)
    }

    @Test func `the place of an option has its name in files and the label in its text`() throws {
        let option = try #require(ResolutionPlace.option("idleTimeout").option)
        #expect(option.name == "idleTimeout" && ResolutionPlace.option("idleTimeout").description.hasSuffix(option.label))
        #expect(ResolutionPlace.url.option == nil && ResolutionPlace.option("nosuch").option == nil)
    }
}
