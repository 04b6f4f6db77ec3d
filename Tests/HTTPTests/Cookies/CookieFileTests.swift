import Foundation
import HTTP
import Platform
import Synchronization
import TestFixtures
import Testing

/// The files of jars and tokens where something is in their way.
@Suite struct CookieFileTests {
    private let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "apus-jar-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private static func list(_ value: String) -> CookieList {
        CookieList([StoredCookie(name: "a", value: value, domain: "shop.example", expires: .distantFuture, creation: .distantPast)])
    }

    @Test func keepsTheOldJarOnAFullDisk() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        await #expect(processExitsWith: .success) { [folder = folder as String] in
            let storage = FileCookieStorage(folder: folder)
            #expect(storage.save(Self.list("old"), as: "jar") == nil)
            FullDisk.begin(after: 1_024)
            let problem = storage.save(Self.list(String(repeating: "new", count: 1_000)), as: "jar") ?? ""
            for part in ["\(folder)/jar.cookies.json", "cannot be written", "too large"] { #expect(problem.contains(part), "\(problem)") }
        }
        #expect(FileCookieStorage(folder: folder).load("jar") == Self.list("old"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["jar.cookies.json"])
    }

    @Test func `a folder that was removed is made again`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let gone = folder + "/gone"
        let configuration = OAuthConfiguration(grant: .clientCredentials, clientID: "me")
        let credentials = OAuthCredentials(accessToken: "t", refreshToken: nil, expires: nil, scope: nil)
        #expect(FileCookieStorage(folder: gone).save(Self.list("new"), as: "jar") == nil)
        #expect(FileCookieStorage(folder: gone).load("jar") == Self.list("new"))
        #expect(try FileManager.default.attributesOfItem(atPath: gone)[.posixPermissions] as? Int == 0o700)
        try FileManager.default.removeItem(atPath: gone)
        #expect(FileCredentialStore(folder: gone).save(credentials, for: configuration) == nil)
        #expect(FileCredentialStore(folder: gone).load(for: configuration) != nil)
    }

    @Test func replacesALinkWithoutFollowingIt() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (elsewhere, jar) = ("\(folder)/elsewhere", "\(folder)/jar.cookies.json")
        try Data("untouched".utf8).write(to: URL(filePath: elsewhere))
        try FileManager.default.createSymbolicLink(atPath: jar, withDestinationPath: elsewhere)
        #expect(FileCookieStorage(folder: folder).save(Self.list("new"), as: "jar") == nil)
        #expect(try String(contentsOfFile: elsewhere, encoding: .utf8) == "untouched")
        #expect(FileCookieStorage(folder: folder).load("jar") == Self.list("new"))
        #expect(try FileManager.default.attributesOfItem(atPath: jar)[.posixPermissions] as? Int == 0o600)
    }

    @Test(arguments: ["jar", "token"])
    func `a file and its name are on the disk before a save ends`(kind: String) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let steps = Mutex<[FileStep]>([])
        FileStep.$recorder.withValue({ step in steps.withLock { $0.append(step) } }) {
            if kind == "jar" {
                FileCookieStorage(folder: folder).save(Self.list("new"), as: "jar")
            } else {
                let configuration = OAuthConfiguration(
                    grant: .clientCredentials, clientID: "me", endpoints: OAuthEndpoints(token: "https://as/token"))
                FileCredentialStore(folder: folder).save(
                    OAuthCredentials(accessToken: "t", refreshToken: nil, expires: nil, scope: nil), for: configuration)
            }
        }
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
        let path = "\(folder)/\(name)"
        #expect(steps.withLock(\.self) == [.wrote(path), .named(path), .synchronized(folder: folder)])
    }
}
