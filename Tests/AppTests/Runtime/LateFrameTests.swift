import Engine
import Testing
import Workspace

@testable import App

/// When the frame after a key is drawn.
@MainActor
@Suite struct LateFrameTests {
    /// Counts frames, and keeps the frames that wait.
    @MainActor
    private final class Screen {
        var frames = 0
        var waiting: [Int: @MainActor () -> Void] = [:]
        private var timers = 0

        func callLater(_ action: @escaping @MainActor () -> Void) -> @MainActor () -> Void {
            timers += 1
            waiting[timers] = action
            return { [self, timers] in waiting[timers] = nil }
        }
    }

    private let screen = Screen()
    private static let send = Effect.sending(.send(SendJob(draft: RequestDraft(url: "http://h/"), path: nil, environmentPath: nil)))

    private func makeFrame() -> LateFrame {
        LateFrame { [screen] delay, action in
            #expect(delay == LateFrame.delay)
            return screen.callLater(action)
        }
    }

    private func draw(_ frame: inout LateFrame) { frame.draw { [screen] in screen.frames += 1 } }

    @Test func `a frame without a sent request is drawn at once`() {
        var frame = makeFrame()
        frame.observe([.cancel(.preview)])
        draw(&frame)
        #expect(screen.frames == 1 && screen.waiting.isEmpty)
    }

    @Test func `a response is drawn in place of the frame that waits for it`() {
        var frame = makeFrame()
        frame.observe([.cancel(.preview), Self.send])
        frame.observe([])
        draw(&frame)
        #expect(screen.frames == 0 && screen.waiting.count == 1)
        draw(&frame)
        #expect(screen.frames == 1 && screen.waiting.isEmpty)
    }

    @Test func `a frame without a response is drawn after the delay`() {
        var frame = makeFrame()
        frame.observe([Self.send])
        draw(&frame)
        for action in screen.waiting.values { action() }
        #expect(screen.frames == 1)
    }
}
