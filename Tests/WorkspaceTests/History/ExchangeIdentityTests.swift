import Foundation
import Testing
import Workspace

@Suite struct ExchangeIdentityTests {
    @Test func `an id is a random UUID of version 4`() throws {
        let ids = (0..<100).map { _ in Exchange.makeID() }
        #expect(Set(ids).count == 100)
        for id in ids {
            let uuid = try #require(UUID(uuidString: id)).uuid
            #expect(id == id.lowercased())
            #expect(uuid.6 >> 4 == 4)
            #expect(uuid.8 >> 6 == 2)
        }
    }
}
