import Testing

@testable import HTTPCurl

@Suite struct MailboxTests {
    private var mailbox = Mailbox<Int, String>(highWaterMark: 10)

    private mutating func append(_ count: Int) -> Mailbox<Int, String>.Acceptance {
        [UInt8](repeating: 1, count: count).withUnsafeBytes { mailbox.append($0) }
    }

    private mutating func chunk() -> (count: Int, resumes: Bool)? {
        if case .chunk(let bytes, let resumes) = mailbox.readBody() { return (bytes.count, resumes) }
        return nil
    }

    @Test mutating func pausesAboveTheMarkAndResumesWhenRead() throws {
        let acceptance = append(6)
        #expect(acceptance == .accepted)
        let secondAcceptance = append(6)
        #expect(secondAcceptance == .paused)
        let first = try #require(chunk())
        #expect(first.count == 6)
        #expect(first.resumes)
        let thirdAcceptance = append(6)
        #expect(thirdAcceptance == .accepted)
        let read = chunk()
        #expect(read?.resumes == false)
    }

    @Test mutating func takesOnePieceLargerThanTheMark() {
        let acceptance = append(50)
        #expect(acceptance == .accepted)
        let secondAcceptance = append(1)
        #expect(secondAcceptance == .paused)
    }

    @Test mutating func pausesWhenTheBufferIsFull() {
        let mark = mailbox.makeRoom()
        #expect(mark > 0 && !mailbox.isPaused)
        _ = append(mark)
        let rest = mailbox.makeRoom()
        #expect(rest == 0 && mailbox.isPaused)
        let read = chunk()
        #expect(read?.count == mark && read?.resumes == true)
    }

    @Test mutating func deliversTheChunksBeforeTheEnd() {
        _ = append(3)
        mailbox.finish("done")
        mailbox.finish("too late")
        let acceptance = append(1)
        #expect(acceptance == .refused)
        let read = chunk()
        #expect(read?.count == 3)
        guard case .ended("done") = mailbox.readBody() else { return #expect(Bool(false), "the end is missing") }
    }

    @Test mutating func knowsTheHeadBeforeTheEnd() {
        #expect(mailbox.isHeadPending)
        mailbox.deliver(7)
        mailbox.finish("failed")
        guard case .head(7) = mailbox.readHead() else { return #expect(Bool(false), "the head is missing") }
    }
}
