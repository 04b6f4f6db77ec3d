import Foundation
import HTTP
import HTTPTesting
import Synchronization
import TestFixtures
import Testing

@Suite struct CookieJarTests {
    let request = HTTPRequest(url: "https://shop.example/")
    let folder = TemporaryFolder()

    func jar(_ storage: FileCookieStorage? = nil) -> CookieJar {
        CookieJar(storage: storage, suffixes: PublicSuffixes { !$0.contains(".") }, clock: ManualClock().clock)
    }

    /// `%66` is an f, and `%2F` is no slash.
    @Test(arguments: [("/%66oo/b", "a=1"), ("/foo%2Fb", nil), ("/foo/%2", "a=1")])
    func ignoresUnneededEscapesInPaths(path: String, cookie: String?) async throws {
        let mock = MockLoader().then(200, headers: ["Set-Cookie": "a=1; Path=/foo"]).then(200)
        let loader = jar() --> mock
        _ = try await loader.load(request)
        _ = try await loader.load(HTTPRequest(url: "https://shop.example\(path)"))
        #expect(mock.requests.last?.headers["Cookie"] == cookie)
    }

    @Test func aManualChangeKeepsCookiesSetAfterwards() async throws {
        let jar = jar()
        let old = StoredCookie(name: "old", value: "1", domain: "shop.example", creation: .distantPast)
        let new = StoredCookie(name: "new", value: "2", domain: "shop.example", creation: .distantPast)
        jar.change { $0.put(old) }
        _ = try await (jar --> MockLoader().then(200, headers: ["Set-Cookie": "meanwhile=3"])).load(request)
        try jar.apply(CookieChange(from: [old], to: [new]))
        let dated = StoredCookie(name: "dated", value: "", domain: "shop.example", creation: .init(timeIntervalSince1970: 7))
        try jar.apply(CookieChange(from: [], to: [dated]))
        #expect(jar.cookies().last == dated)
        try jar.apply(CookieChange(from: [dated], to: []))
        #expect(jar.cookies().map(\.name) == ["meanwhile", "new"])
        #expect(jar.cookies().last?.creation == ManualClock().clock.now())
        #expect(CookieChange(from: [old], to: [old]).isEmpty)
    }

    @Test func manualChangesFollowTheRules() throws {
        let jar = jar()
        for (cookie, reason) in [
            (StoredCookie(name: "", value: "", domain: "shop.example", creation: .now), "needs a name"),
            (StoredCookie(name: "a", value: "", domain: "example", isHostOnly: false, creation: .now), "must be HostOnly"),
            (
                StoredCookie(name: "__Host-a", value: "", domain: "shop.example", isSecure: true, isHostOnly: false, creation: .now),
                "__Host-"
            ),
            (StoredCookie(name: "a", value: String(repeating: "x", count: 4096), domain: "h", creation: .now), "4097 bytes"),
        ] {
            let error = #expect(throws: CookieChangeError.self) { try jar.apply(CookieChange(from: [], to: [cookie])) }
            #expect(error?.description.contains(reason) == true, "\(reason)")
        }
        #expect(jar.cookies().isEmpty)
        try jar.apply(CookieChange(from: [], to: [StoredCookie(name: "a", value: "", domain: "example", creation: .now)]))
    }

    @Test func reportsAChangeThatCannotBeSaved() throws {
        let jar = jar(FileCookieStorage(folder: "/dev/null/all"))
        let cookie = StoredCookie(name: "a", value: "b", domain: "shop.example", expires: .distantFuture, creation: .now)
        let error = #expect(throws: CookieChangeError.self) { try jar.apply(CookieChange(from: [], to: [cookie])) }
        #expect(error?.description.contains("cannot be written") == true)
        #expect(jar.cookies().map(\.name) == ["a"])
    }

    /// Requires root, which can become a user who may replace a file but not read it.
    @Test(.enabled(if: geteuid() == 0)) func `a jar that cannot be read is not replaced`() async throws {
        chmod(folder.path, 0o777)
        jar(FileCookieStorage(folder: folder.path)).change { $0.put(cookie("old")) }
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            #expect(seteuid(65534) == 0)
            let jar = CookieJar(storage: FileCookieStorage(folder: path))
            let new = StoredCookie(name: "new", value: "1", domain: "shop.example", expires: .distantFuture, creation: .distantPast)
            #expect(jar.change { $0.put(new) }?.contains("permission denied") == true)
            #expect(jar.cookies().map(\.name) == ["new"])
        }
        #expect(jar(FileCookieStorage(folder: folder.path)).cookies().map(\.name) == ["old"])
    }

    @Test func jarsAreKeptInPrivateFilesWithoutSessionCookies() async throws {
        let storage = FileCookieStorage(folder: folder.path)
        _ = try await (jar(storage) --> MockLoader().then(200, headers: ["Set-Cookie": "a=1; Max-Age=60", "set-cookie": "b=2"])).load(
            request)
        #expect(jar(storage).cookies().map(\.name) == ["a"])
        let path = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
        #expect(try FileManager.default.attributesOfItem(atPath: folder.path(path))[.posixPermissions] as? Int == 0o600)
    }

    private func cookie(_ name: String, _ value: String = "1", expires: Date? = .distantFuture) -> StoredCookie {
        StoredCookie(name: name, value: value, domain: "shop.example", expires: expires, creation: .distantPast)
    }

    /// Two processes have a jar each, on the same file.
    @Test func `jars on the same file share persistent cookies`() throws {
        let storage = FileCookieStorage(folder: folder.path)
        let (one, two) = (jar(storage), jar(storage))
        one.change { $0.put(cookie("early")) }
        #expect(two.cookies().map(\.name) == ["early"])
        two.change { $0.put(cookie("session", expires: nil)) }
        one.change { $0.put(cookie("login")) }
        two.change { $0.put(cookie("other")) }
        #expect(Set(one.cookies().map(\.name)) == ["early", "login", "other"])
        #expect(Set(two.cookies().map(\.name)) == ["early", "login", "other", "session"])
        one.change { $0.removeAll { $0.name == "login" } }
        #expect(Set(two.cookies().map(\.name)) == ["early", "other", "session"])
    }

    @Test func `concurrent changes are all kept`() async throws {
        await withTaskGroup { group in
            for number in 0..<20 {
                group.addTask { jar(FileCookieStorage(folder: folder.path)).change { $0.put(cookie("c\(number)")) } }
            }
        }
        #expect(jar(FileCookieStorage(folder: folder.path)).cookies().count == 20)
    }

    @Test func `a session cookie does not write the file`() throws {
        let storage = FileCookieStorage(folder: folder.path)
        let jar = jar(storage)
        jar.change { $0.put(cookie("lasting")) }
        let version = storage.version(of: "")
        jar.change { $0.put(cookie("session", expires: nil)) }
        #expect(storage.version(of: "") == version && jar.cookies().count == 2)
    }

    @Test func `a damaged file is reported, and kept next to the new one`() async throws {
        let warnings = Mutex<[String]>([])
        let storage = FileCookieStorage(folder: folder.path) { text in warnings.withLock { $0.append(text) } }
        try folder.write("{", to: "+.cookies.json")
        let jar = jar(storage)
        jar.change { $0.put(cookie("new")) }
        #expect(try folder.text("+.cookies.json.damaged") == "{")
        #expect(warnings.withLock { $0 }.map { $0.contains("\(folder.path)/+.cookies.json.damaged") } == [true])
        #expect(self.jar(storage).cookies().map(\.name) == ["new"])
        await jar.reset()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func aResetEmptiesTheJar() async throws {
        let jar = jar()
        let loader = jar --> MockLoader().then(200, headers: ["Set-Cookie": "a=1"])
        _ = try await loader.load(request)
        await loader.reset()
        #expect(jar.cookies().isEmpty)
    }

    /// A jar that was not looked into in this run too; and the jar without a name is not the one called “default”.
    @Test func aResetForgetsJarsOfEarlierRuns() async throws {
        let storage = FileCookieStorage(folder: folder.path)
        let cookie = StoredCookie(name: "a", value: "1", domain: "shop.example", expires: .distantFuture, creation: .now)
        jar(storage).change("default") { $0.put(cookie) }
        #expect(jar(storage).cookies().isEmpty)
        #expect(jar(storage).cookies(in: "default").map(\.name) == ["a"])
        await jar(storage).reset()
        #expect(jar(storage).cookies(in: "default").isEmpty)
    }

    /// Two projects have an environment “local” each; what one's server set is none of the other's.
    @Test func jarsAreSeparatedByOwner() async throws {
        let cookie = StoredCookie(name: "a", value: "1", domain: "localhost", expires: .distantFuture, creation: .now)
        let owners = [nil, "/work/one", "/work/two"]
        for owner in owners.dropLast() { jar(FileCookieStorage(folder: folder.path, owner: owner)).change("local") { $0.put(cookie) } }
        #expect(owners.map { jar(FileCookieStorage(folder: folder.path, owner: $0)).cookies(in: "local").count } == [1, 1, 0])
        await jar(FileCookieStorage(folder: folder.path, owner: "/work/two")).reset()
        #expect(owners.map { jar(FileCookieStorage(folder: folder.path, owner: $0)).cookies(in: "local").count } == [1, 1, 0])
    }

    /// The older of two states must not be what stays on disk.
    @Test func savesTheLatestState() async throws {
        let jar = jar(FileCookieStorage(folder: folder.path))
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let name = "c\(number)"
                    jar.change { $0.put(StoredCookie(name: name, value: "", domain: "h", expires: .distantFuture, creation: .now)) }
                }
            }
        }
        #expect(FileCookieStorage(folder: folder.path).load("")?.cookies.count == 40)
    }
}
