import Testing
import Workspace

@testable import Interchange

extension FuzzTarget {
    private static let command = """
        curl -X POST 'https://me:pass@h/\\{x\\}?flag&a=%20' -H "Accept: a/b" -H 'X-Empty;' --data-urlencode 'c=x y' \\\n  -F 'f=@a.png;type=image/png' -u "a:b" -kL
        """
    private static let httpText = """
        # A title
        # @name Create
        # @var team = red
        # @auth bearer
        # @auth.token = {{token}}
        # @option tls.verify = false
        # @capture id | body | .a
        # @assert status | equals | 201
        # @body graphql
        POST https://h/x/:id HTTP/1.1
            ?a=1
            &flag
        Accept: a/b

        query { a }
        # @variables
        {"b": [1]}
        """

    /// A written request is read back unchanged, except for parts that the text cannot contain.
    private static func expectRoundTrip(_ draft: RequestDraft) {
        let text = HTTPText.write(draft)
        let again = (try? HTTPText.read(text)).map { HTTPText.write($0) }
        if again != text { Issue.record("not read as it was written: \(text.debugDescription), but \(again.debugDescription)") }
    }

    /// The formats that users paste.
    static let pasted: [FuzzTarget] = [
        FuzzTarget(
            "curl command", seeds: [command, #"curl.exe ^"https://h/^" -d ^"{\^"a\^":1}^""#, "curl `\n  --json \"{}\" https://h/"],
            tokens: [
                "'", "\"", "\\", "$'", "\\u00e9", "^", "`", "\n", " -d ", " --json ", " -F ", "@", ";type=", "=", "%", "&", "?", "{{", "}}",
                "<", ">", "$(", ")", "{a,b}", "[1-3]", " --next ", " -T ",
            ],
            text: { text in
                for dialect in [nil, ShellWords.Dialect.bash, .cmd, .powerShell] {
                    for reading in [CommandReading.pasted, .exact] {
                        let requests = try? CurlCommand.requests(text, dialect, reading: reading) { _ in "a: b\nc" }
                        for imported in (requests ?? []).prefix(20) { expectRoundTrip(imported.draft) }
                    }
                }
            }),
        FuzzTarget(
            "shell script",
            seeds: [
                "# Title\nexport A=b C='d e'\nfor i in 1 2; do\n  curl -d @- h/$i <<EOF | jq .\n$A\nEOF\ndone",
                "if [ -n \"$(curl h)\" ]; then (sudo curl i || exit 1) & fi\nf() { bash -c 'curl j'; eval \"curl k\"; }\necho a | curl -T - l",
            ],
            tokens: [
                "curl h ", "'", "\"", "\\", "$'", "`", "$(", "$((", "))", "(", ")", "{ ", "}", "\n", ";", "|", "||", "&&", "&", "#",
                "# a\n",
                "<<EOF\n", "<<-'EOF'\n", "\nEOF\n", "<<< ", "$A", "${A:-b}", "A=b ", "export ", "for i in ", "; do ", "if ", "bash -c '",
                "eval ",
                "cat ", "echo ", "$ ", "-d @- ",
            ],
            text: { text in
                for reading in [CommandReading.pasted, .exact] {
                    let script = ShellScript(text, reading) { _ in "a: b\nc" }
                    let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
                    for command in script.commands where !(1...lines).contains(command.number) {
                        Issue.record("a command in line \(command.number) of \(lines): \(text.debugDescription)")
                    }
                }
            }),
        FuzzTarget(
            "command of wget or PowerShell",
            seeds: [
                "$s.UserAgent = \"x\"\nInvoke-WebRequest -Uri \"https://h/?a=`$1\" `\n -Headers @{\n\"a\"=\"b`\"$([char]233)\"\n} -Body ([X]::Y(\"c\")) | d",
                "iwr h -Body @'\nx\n'@ -Method:POST", "wget --header='A: b' --post-data=c -O d https://h/",
            ],
            tokens: [
                "\"", "'", "`", "$", "${", "$([char]55357)", "@{", "@\"\n", "\n\"@", "(", ")", "}", "=", ";", "|", "\n", " -Uri ",
                " -Body ", "#", ",",
            ],
            text: { text in
                for command in [PastedCommand.powerShell, .wget] {
                    if let imported = try? command.read(text) { expectRoundTrip(imported.draft) }
                }
            }),
        FuzzTarget(
            "HTTPie's words",
            seeds: [
                #"http -f POST :3000/p page==2 X-A:1 name=x n:=1 'f@a.txt;type=text/plain' a[b][]=c"#,
                "https h/ --auth a:b --verify=no Host:",
            ],
            tokens: ["==", ":=", "=@", ":=@", "@", ":", "=", "\\", "'", "\"", "[", "]", "[]", " --", " -f "],
            text: { text in
                if let draft = try? HTTPieLine.read(text) { expectRoundTrip(draft) }
            }),
        FuzzTarget(
            "request as text",
            seeds: [httpText, "GET h?a=b&c\nA: b\n\nbody", "POST h\n# @body multipart\n\na = @p\n# @type t/u\n# @off b = \\@c"],
            tokens: [
                "# @", "@off ", "@body ", "@note ", "\n", "\n\n", " = ", "=", "?", "&", "\\", "\\n", ": ", " HTTP/1.1", " | ", "< ", "#",
            ],
            text: { text in
                if let draft = try? HTTPText.read(text) { expectRoundTrip(draft) }
            }),
        FuzzTarget(
            "XML",
            seeds: [
                #"<?xml version="1.0"?><a b='c'><!-- d --><e/><![CDATA[f]]>&amp;&#x41;</a>"#, "<!DOCTYPE a [<!ENTITY b \"c\">]><a>x</a>",
            ],
            tokens: ["<", ">", "/>", "</", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "&", ";", "'", "\"", "=", "<!DOCTYPE"],
            text: { text in _ = try? XMLText.pretty(text) }),
    ]
}
