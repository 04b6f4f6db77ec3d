import Foundation
import Screen
import ScreenTesting
import Testing

/// Imports, exports and code in a small terminal.
@Suite struct TransferTests {
    private static let collection = #"""
        {"info": {"name": "Shop"}, "item": [{"name": "Sell", "request": {"url": "http://h/sell", "auth": {"type": "hawk"}}}, 7]}
        """#

    private let small = Size(width: 80, height: 24)

    @Test func `a file is shown before it is written`() async throws {
        let machine = try await Machine()
        try machine.write(Self.collection, to: "files/shop.json")
        let robot = try await machine.start(size: small)
        try await robot.see("First")
        robot.press(.character("I"))
        try await robot.see("Path or URL")
        robot.press("/none".map { .character($0) } + [Key(.enter)])
        try await robot.see("annot be read")
        robot.press(.control("u"))
        robot.paste("\(machine.workspace)/files/shop.json")
        robot.press(Key(.enter))
        try await robot.see("1 failed, 1 kept")
        #expect(try machine.files().keys.allSatisfy { !$0.contains("shop/") })
        robot.press(.character("i"))
        try await robot.see("Imported collections/shop")
        try await robot.see("Shop")
        #expect(try machine.files()["collections/shop/sell.request.json"] != nil)
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }

    @Test func `importing again shows the changes, and keeps local ones`() async throws {
        let machine = try await Machine()
        try machine.write(Self.collection, to: "files/shop.json")
        let robot = try await machine.start(size: small)
        try await robot.see("First")
        robot.paste("\(machine.workspace)/files/shop.json")
        try await robot.see("1 failed, 1 kept")
        robot.press(.character("i"))
        try await robot.see("Imported collections/shop")
        try machine.write(Self.collection.replacing("http://h/sell", with: "http://h/sold"), to: "files/shop.json")
        robot.paste("\(machine.workspace)/files/shop.json")
        try await robot.see("changed: Sell: url")
        #expect(try machine.files()["collections/shop/sell.request.json"]?.contains("http://h/sell") == true)
        robot.press(.character("u"))
        try await robot.see("Updated collections/shop")
        #expect(try machine.files()["collections/shop/sell.request.json"]?.contains("http://h/sold") == true)
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }

    @Test func `a dropped path is an import`() async throws {
        let machine = try await Machine()
        try machine.write(Self.collection, to: "files/a shop.json")
        let robot = try await machine.start(size: small)
        try await robot.see("First")
        robot.paste("'\(machine.workspace)/files/a shop.json'")
        try await robot.see("1 failed, 1 kept")
        robot.press(.character("c"))
        try await robot.seeNoMore("1 failed, 1 kept")
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }

    @Test func `a collection is exported, and a file is overwritten only after a question`() async throws {
        let machine = try await Machine()
        try machine.writeRequest("Ask", #""url": "http://h/ask""#)
        let robot = try await machine.start(size: small)
        try await robot.see("First")
        for response in ["Exported", "already exists"] {
            robot.press(.character("X"))
            try await robot.see("Export as")
            robot.press("HTML".map { .character($0) } + [Key(.enter)])
            try await robot.see("Export to folder")
            robot.press(.control("u"))
            robot.paste("\(machine.workspace)/out")
            robot.press(Key(.enter))
            try await robot.see(response)
        }
        #expect(try machine.files().contains { $0.key.hasPrefix("out/") && $0.value.contains("http://h/ask") })
        robot.press(.character("c"))
        // The folder can be changed: the window is still there.
        try await robot.seeNoMore("Overwrite?")
        try await robot.see("Export to folder")
        robot.press(Key(.escape))
        try await robot.seeNoMore("already exists")
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }
}
