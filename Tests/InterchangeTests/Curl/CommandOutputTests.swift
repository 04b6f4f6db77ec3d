import Testing

@testable import Interchange

/// The output that commands of curl, Wget and HTTPie ask for.
@Suite struct CommandOutputTests {
    private func outputs(_ words: String) throws -> [CommandOutput] {
        let all = words.split(separator: " ").map(String.init)
        if ["http", "xh"].contains(all[0]) { return [try HTTPieLine.command(words).output] }
        let command = try #require(PastedCommand(all[0] + " x"))
        return try command.requests(ofWords: all) { $0 == "f.txt" ? "%{http_code}" : nil }.map(\.output)
    }

    private func output(_ words: String) throws -> CommandOutput { try outputs(words)[0] }

    @Test(arguments: [
        ("curl -o f h", CommandOutput.Place.file("f")), ("curl -sof h", .file("f")), ("curl -o - h", .standardOutput),
        ("curl -o /dev/null h", .file("/dev/null")), ("curl --out-null h", .file("/dev/null")), ("curl -O h/a/b.zip?c=d/e", .file("b.zip")),
        ("curl --remote-name-all h/a", .file("a")), ("curl -O --no-remote-name h/a", .standardOutput), ("curl -OJ h/a", .download),
        ("curl -O --output-dir d h/a", .file("d/a")), ("curl -o f -I h", .standardOutput), ("curl -J h/a", .standardOutput),
        ("wget -O f h", .file("f")), ("wget -qO- h", .standardOutput), ("wget -nv -O f h", .file("f")), ("http -o f h", .file("f")),
        ("http --output=f h", .file("f")), ("http -d h", .download), ("http -d -o f h", .file("f")),
        ("http -o /dev/null h", .standardOutput),
        ("http -h -o f h", .standardOutput), ("xh h", .standardOutput),
    ])
    func `the place of the body`(_ words: String, _ place: CommandOutput.Place) throws {
        let output = try output(words)
        #expect(output.place == place)
        #expect(output.refusal == nil)
    }

    @Test(
        arguments: [
            ("curl h", nil), ("curl -I h", "h"), ("curl -i h", "hb"), ("curl -i --no-include h", nil), ("curl -D - h", "hb"),
            ("curl -D - -o f h", "h"), ("curl -I -o /dev/null h", ""), ("curl -i -o /dev/null h", nil), ("wget --spider h", nil),
            ("wget --save-headers h", "hb"), ("wget --save-headers -O - h", "hb"), ("wget --save-headers -O /dev/null h", nil),
            ("wget --no-save-headers --save-headers --spider h", nil),
            ("http h", nil), ("http -h h", "h"), ("http -b h", "b"), ("http -v h", "HBhb"), ("http -v -p b h", "b"), ("http -q h", ""),
            ("http -o /dev/null h", ""), ("http -h -o f h", ""), ("http -d h", ""), ("http -p Hm h", "H"), ("http -m h", ""),
        ] as [(String, String?)])
    func `the parts that are printed`(_ words: String, _ parts: String?) throws {
        let output = try output(words)
        #expect(output.parts == parts)
        #expect(output.refusal == nil)
    }

    @Test(
        arguments: [
            ("curl -I -o f h", [], "f"), ("curl -D f h", ["f"], nil), ("curl -D f -I -o g h", ["f"], "g"), ("curl -D - h", [], nil),
            ("curl -I -o /dev/null h", [], "/dev/null"), ("curl -I h", [], nil), ("http -h -o f h", [], "f"),
        ] as [(String, [String], String?)])
    func `the files of the head`(_ words: String, _ files: [String], _ place: String?) throws {
        let output = try output(words)
        #expect(output.headFiles == files)
        #expect(output.headPlace == place)
    }

    @Test(
        arguments: [
            ("curl h", nil, false), ("curl -f h", 400, true), ("curl -sSfL h", 400, true), ("curl -f --fail-with-body h", 400, false),
            ("curl -f --no-fail h", nil, false), ("curl --fail-early h", nil, false), ("wget -q h", 400, true), ("http h", nil, false),
            ("wget --content-on-error h", 400, false), ("wget --content-on-error --no-content-on-error h", 400, true),
            ("http --check-status h", 300, false), ("xh h", 300, false), ("xh -F h", 400, false),
            ("xh --no-check-status h", nil, false), ("http --no-check-status --check-status h", nil, false),
            ("http --check-status -F h", 400, false), ("http -d h", 400, true),
        ] as [(String, Int?, Bool)])
    func `the statuses that are failures`(_ words: String, _ status: Int?, _ isDropped: Bool) throws {
        let output = try output(words)
        #expect(output.failingStatus == status)
        #expect(output.dropsFailedBody == isDropped)
    }

    @Test(arguments: [
        ("curl -v h", "Hh"), ("curl -s h", ""), ("wget -S h", "h"), ("http -d -v h", "Hh"),
    ])
    func `the heads on standard error`(_ words: String, _ parts: String) throws { #expect(try output(words).errorParts == parts) }

    @Test(arguments: [
        ("curl -w %{http_code} h", "%{http_code}"), ("curl -w a -w b h", "b"), ("curl -w @f.txt h", "%{http_code}"), ("curl h", ""),
        ("http -m h", #"Elapsed time: %{time_total}s\n"#),
    ])
    func `the text after the body`(_ words: String, _ format: String) throws { #expect(try output(words).format == format) }

    @Test(
        arguments: [
            ("http --pretty=all h", true, true), ("http --pretty format h", true, false), ("http --pretty=none h", false, false),
            ("http -S h", false, nil), ("http h", nil, nil),
        ] as [(String, Bool?, Bool?)])
    func `the form of the body`(_ words: String, _ isFormatted: Bool?, _ hasColors: Bool?) throws {
        let output = try output(words)
        #expect((output.isFormatted, output.hasColors) == (isFormatted, hasColors))
    }

    @Test(arguments: [
        "curl -i -o f h", "curl -O h", "curl -O h/a/", "curl --stderr f h", "curl --trace - h", "curl -w @none h", "curl --etag-save f h",
        "curl -OJ --output-dir d h/a", "curl -o f --no-clobber h", "wget -o log h", "wget -P d h", "wget -nc -O f h",
        "wget -O f h i", "wget --save-headers -O f h", "http -v -o f h", "http -p x h", "http --all --follow h", "http -c -o f h",
        "http -c -d h",
        "http --pretty=colors h",
    ])
    func `an impossible output option is refused`(_ words: String) throws {
        #expect(try output(words).refusal != nil)
    }

    @Test(arguments: [
        ("curl -C - -o f h", true), ("curl -C - -O h/a", true), ("curl -C - -o /dev/null h", false), ("curl -C - -I -o f h", false),
        ("curl -C 5 -o f h", false), ("curl -C - -T g -o f h", false), ("wget -c -O f h", true), ("http -c -d -o f h", true),
    ])
    func `a file that is continued`(_ words: String, _ continues: Bool) throws {
        let output = try output(words)
        #expect(output.continues == continues)
        #expect(output.refusal == nil)
    }

    @Test func `every URL of a command has its own output file`() throws {
        let places = try outputs("curl -o a h/1 -O h/two h/3 --next -o b h/4").map(\.place)
        #expect(places == [.file("a"), .file("two"), .standardOutput, .file("b")])
    }

    @Test(arguments: [
        ("#1.txt", ["x.txt", "y.txt"]), ("#2-#1", ["1-x", "1-y"]), ("f", ["f", "f"]), ("a#3#", ["a#3#", "a#3#"]), ("#0", ["#0", "#0"]),
    ])
    func `the choices of a URL are in the names of files`(_ name: String, _ files: [String]) throws {
        #expect(try outputs("curl h/{x,y}/[1-1] -o \(name)").map(\.place) == files.map { .file($0) })
    }

    @Test func `braces in the output are text`() throws {
        let output = try output("curl -o {{a}} -w {{%{http_code}}} h")
        #expect((output.place, output.format) == (.file("{{a}}"), "{{%{http_code}}}"))
        #expect(try self.output("curl -I -o {{a}} h").headPlace == "{{a}}")
        #expect(try HTTPieLine.command("http -o {{a}} h", isLiteral: true).output.place == .file("{{a}}"))
    }

    @Test func `a program that prints nothing loses the output`() throws {
        let imported = try CurlCommand.read("curl -s -i -f -o f -w x -D - -C - h")
        #expect(imported.losses == ["-o f is omitted", "-w x is omitted", "-D - is omitted", "-C - is omitted"])
        #expect(imported.output.omissions == imported.losses)
    }
}
