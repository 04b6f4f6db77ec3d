import Testing
import Workspace

@testable import App

/// The sizes of messages, effects and windows: the program copies them often, so that large content is in separate storage.
struct MessageSizeTests {
    private static let limit = 128

    private static func size<Value>(_ type: Value.Type) -> (name: String, byteCount: Int) { ("\(type)", MemoryLayout<Value>.size) }

    @Test func `a message fits the size limit`() {
        let sizes = [
            Self.size(Message.self), Self.size(ApplicationMessage.self), Self.size(ConfigurationMessage.self), Self.size(ThemeMessage.self),
            Self.size(WindowMessage<Message>.self), Self.size(TabMessage.self), Self.size(SessionMessage.self),
            Self.size(RequestMessage.self), Self.size(RequestFileMessage.self), Self.size(ResponseMessage.self),
            Self.size(HistoryMessage.self), Self.size(HistoryResult.self), Self.size(FilterMessage.self),
            Self.size(HistoryExportMessage.self), Self.size(SendingMessage.self), Self.size(FlightMessage.self),
            Self.size(SecretMessage.self), Self.size(ReplayMessage.self), Self.size(RunMessage.self), Self.size(TreeMessage.self),
            Self.size(WorkspaceMessage.self), Self.size(EnvironmentMessage.self), Self.size(CookieMessage.self),
            Self.size(TransferMessage.self),
        ]
        for size in sizes { #expect(size.byteCount <= Self.limit, "\(size.name)") }
    }

    @Test func `an effect fits the size limit`() {
        let sizes = [
            Self.size(Effect.self), Self.size(RequestEffect.self), Self.size(BodyEffect.self), Self.size(HistoryEffect.self),
            Self.size(SendingEffect.self), Self.size(RunEffect.self), Self.size(WorkspaceEffect.self), Self.size(SettingsEffect.self),
            Self.size(AutosaveEffect.self), Self.size(TransferEffect.self), Self.size(CookieEffect.self),
        ]
        for size in sizes { #expect(size.byteCount <= Self.limit, "\(size.name)") }
    }

    @Test func `outcomes and windows are small`() {
        let sizes = [
            Self.size(Window<Message>.self), Self.size(Outcome<Message, Effect, Never>.Step.self),
            Self.size(Outcome<HistoryMessage, HistoryEffect, HistoryOutput>.Step.self),
            Self.size(Outcome<RequestMessage, RequestEffect, RequestOutput>.Step.self),
        ]
        for size in sizes { #expect(size.byteCount <= Self.limit, "\(size.name)") }
    }
}
