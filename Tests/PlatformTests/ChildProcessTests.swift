import Platform
import TestFixtures
import Testing

@Suite(.timeLimit(.minutes(5))) struct ChildProcessTests {
    private func shell(_ script: String) -> ChildProcess.Command {
        var command = ChildProcess.Command(["/bin/sh", "-c", script])
        (command.output, command.errorOutput) = (.pipe, .pipe)
        return command
    }

    private func run(_ command: ChildProcess.Command, outputLimit: Int = 1 << 20) async throws -> ChildProcess.Result {
        try await ChildProcess.run(command, outputLimit: outputLimit)
    }

    @Test(arguments: [("exit 3", Int32(3)), ("kill -9 $$", 137), ("exit 0", 0)])
    func `the status reports how a child ended`(script: String, status: Int32) async throws {
        let child = try ChildProcess(shell(script))
        #expect(await child.end() == status)
        #expect(child.wait() == status)
    }

    @Test func `standard output and standard error are collected`() async throws {
        let result = try await run(shell("printf out; printf problem >&2; exit 1"))
        #expect(result.output == Array("out".utf8))
        #expect(result.errorText == Array("problem".utf8))
        #expect(result.status == 1)
        #expect(!result.isCut)
    }

    @Test func `output past the limit ends the child`() async throws {
        let result = try await run(shell("cat /dev/zero"), outputLimit: 100_000)
        #expect(result.isCut)
        #expect(result.output.count == 100_000)
        #expect(result.status == 128 + SIGKILL)
    }

    @Test func `the end of a long error text is kept`() async throws {
        let result = try await run(shell("head -c 200000 /dev/zero >&2; printf end >&2"))
        #expect(result.errorText.count == 64 << 10)
        #expect(result.errorText.suffix(3) == Array("end".utf8)[...])
    }

    @Test(arguments: [0, 3, 1_000_000])
    func `input is fed and closed`(count: Int) async throws {
        var command = shell("cat")
        command.input = .pipe
        let child = try ChildProcess(command)
        let bytes = [UInt8](repeating: 7, count: count)
        child.feed { input throws(SystemError) in try input.write(bytes) }
        let output = await onOwnThread {
            var output: [UInt8] = []
            while let piece = child.next() { output += piece }
            return output
        }
        #expect(output == bytes)
        #expect(await child.end() == 0)
    }

    @Test func `a child that does not read ends the feeding`() async throws {
        var command = shell("exit 0")
        command.input = .pipe
        let child = try ChildProcess(command)
        let (ends, ended) = AsyncStream<SystemError>.makeStream()
        child.feed { input throws(SystemError) in
            do throws(SystemError) { while true { try input.write([UInt8](repeating: 0, count: 100_000)) } } catch { ended.yield(error) }
        }
        for await error in ends {
            #expect(error.number == EPIPE)
            break
        }
    }

    @Test func `the environment is replaced or inherited`() async throws {
        var command = shell("printf %s \"$APUS_CHILD\"")
        command.environment = ["APUS_CHILD": "a=b"]
        #expect(try await run(command).output == Array("a=b".utf8))
        command = shell("printf %s \"$PATH\"")
        #expect(try await run(command).output == Array((processEnvironment["PATH"] ?? "").utf8))
    }

    /// Descriptors that were opened without close-on-exec, as libraries do, stay here too.
    @Test func `a child inherits only its streams`() async throws {
        let leaky = dup(STDERR_FILENO)
        defer { close(leaky) }
        // The fourth is the folder that is listed.
        #expect(String(decoding: try await run(shell("exec ls /dev/fd")).output, as: UTF8.self) == "0\n1\n2\n3\n")
    }

    @Test func `one more file can be handed over`() async throws {
        let folder = TemporaryFolder()
        try folder.write("body", to: "a")
        let file = try Descriptor(opening: folder.path("a"), O_RDONLY)
        var command = shell("cat <&3")
        command.extraDescriptor = file.number
        #expect(try await run(command).output == Array("body".utf8))
    }

    @Test func `signals are the system's`() async throws {
        let result = try await run(shell("kill -PIPE $$; exit 0"))
        #expect(result.status == 128 + SIGPIPE)
    }

    @Test(arguments: [ChildProcess.Group.own, .session])
    func `a signal reaches the processes that the child has started`(group: ChildProcess.Group) async throws {
        var command = shell("echo begun; sleep 1000; true")
        command.group = group
        let child = try ChildProcess(command)
        #expect(await onOwnThread { child.next() } == Array("begun\n".utf8))
        child.signal(SIGTERM)
        // The second process holds the output open: this is the end of both.
        #expect(await onOwnThread { child.next() } == nil)
        #expect(await child.end() == 128 + SIGTERM)
        child.signal(SIGTERM)
    }

    @Test func `cancelling ends the child`() async throws {
        let command = shell("sleep 1000")
        let task = Task { try await run(command) }
        task.cancel()
        #expect(try await task.value.status == 128 + SIGTERM)
    }

    @Test(.timeLimit(.minutes(5))) func `cancelling ends a child that ignores the request`() async throws {
        let ready = try PipeEnds()
        var command = shell("trap '' TERM; echo ready >&2; while :; do sleep 1; done")
        command.errorOutput = .descriptor(ready.writer.number)
        let task = Task { [command] in try await ChildProcess.run(command, outputLimit: 10, grace: .milliseconds(1)) }
        let reader = ready.reader.number
        #expect(await onOwnThread { try? Descriptor(duplicating: reader).read(6) } == Array("ready\n".utf8))
        task.cancel()
        #expect(try await task.value.status == 128 + SIGKILL)
    }

    @Test(.timeLimit(.minutes(5))) func `a child that takes too long is ended`() async throws {
        let command = shell("trap '' TERM; while :; do sleep 1; done")
        let late = try await ChildProcess.run(command, outputLimit: 10, grace: .milliseconds(1), timeLimit: .milliseconds(1))
        #expect(late.isLate && late.status > 128)
        #expect(try await ChildProcess.run(shell("true"), outputLimit: 10, timeLimit: .seconds(100)).isLate == false)
    }

    #if os(Linux)
        /// The signals reach only the group, and the other process would go on for minutes.
        @Test func `cancelling ends the reading while a process of another session holds the output`() async throws {
            let ready = try PipeEnds()
            var command = shell("setsid sh -c 'printf %10d $$ >&2; exec sleep 300 2>&1' &")
            command.errorOutput = .descriptor(ready.writer.number)
            let task = Task { [command] in try await ChildProcess.run(command, outputLimit: 10, grace: .milliseconds(1)) }
            let reader = ready.reader.number
            let id = await onOwnThread { (try? Descriptor(duplicating: reader).read(10)).map { String(decoding: $0, as: UTF8.self) } }
            task.cancel()
            _ = try await task.value
            let other = try #require(pid_t(id?.drop { $0 == " " } ?? ""))
            #expect(kill(other, SIGKILL) == 0)
        }
    #endif

    @Test func `an unreferenced child is killed`() async throws {
        let pipe = try PipeEnds()
        var command = ChildProcess.Command(["/bin/sh", "-c", "exec sleep 1000"])
        command.output = .descriptor(pipe.writer.number)
        do { _ = try ChildProcess(command) }
        // It has been waited for, too: there is no child left with this output.
        let reader = try Descriptor(duplicating: pipe.reader.number)
        _ = consume pipe
        let rest = try reader.read(1)
        #expect(rest.isEmpty)
    }

    @Test func `a missing program has a reason`() {
        #expect(throws: SystemError(ENOENT, path: "no-such-program-here")) {
            try ChildProcess(ChildProcess.Command(["no-such-program-here"]))
        }
    }

    /// Two open editors must not keep requests from being sent on a machine with two processors.
    @Test func `waiting does not block a task`() async throws {
        let children = try (0..<8).map { _ in try ChildProcess(ChildProcess.Command(["/bin/sh", "-c", "exec sleep 1000"])) }
        let waits = children.map { child in Task.detached { await child.end() } }
        for _ in children { await Task.detached { await Task.yield() }.value }
        for child in children { child.signal(SIGTERM) }
        for wait in waits { #expect(await wait.value == 128 + SIGTERM) }
    }
}
