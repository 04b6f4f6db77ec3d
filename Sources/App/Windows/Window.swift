/// A window over the panes; the top of the stack gets the keys.
///
/// Everything that differs between kinds is in their ``WindowContent``: a new kind is a type of its own and a case here.
indirect enum Window<Sent: Sendable>: Sendable {
    case help(HelpState)
    case picker(Picker<Sent>)
    case confirm(Question<Sent>)
    case prompt(Prompt<Sent>)
    case form(FormState<Sent>)
    case menu(Menu<Sent>)
    case text(TextWindow<Sent>)
    case tableWindow(TableWindow)
    case jump(JumpWindow)
    case comparison(ComparisonWindow)
    case run(RunWindow)

    /// The kind's own behaviour.
    var content: any WindowContent {
        switch self {
        case .help(let content): content
        case .picker(let content): content
        case .confirm(let content): content
        case .prompt(let content): content
        case .form(let content): content
        case .menu(let content): content
        case .text(let content): content
        case .tableWindow(let content): content
        case .jump(let content): content
        case .comparison(let content): content
        case .run(let content): content
        }
    }

    mutating func change<Result>(_ change: (inout any WindowContent) -> Result) -> Result {
        var changed = content
        defer {
            switch self {
            case .help(let content): self = .help(changed as? HelpState ?? content)
            case .picker(let content): self = .picker(changed as? Picker<Sent> ?? content)
            case .confirm(let content): self = .confirm(changed as? Question<Sent> ?? content)
            case .prompt(let content): self = .prompt(changed as? Prompt<Sent> ?? content)
            case .form(let content): self = .form(changed as? FormState<Sent> ?? content)
            case .menu(let content): self = .menu(changed as? Menu<Sent> ?? content)
            case .text(let content): self = .text(changed as? TextWindow<Sent> ?? content)
            case .tableWindow(let content): self = .tableWindow(changed as? TableWindow ?? content)
            case .jump(let content): self = .jump(changed as? JumpWindow ?? content)
            case .comparison(let content): self = .comparison(changed as? ComparisonWindow ?? content)
            case .run(let content): self = .run(changed as? RunWindow ?? content)
            }
        }
        return change(&changed)
    }

    /// The messages that a choice in the window sends.
    func messages(for choice: WindowChoice) -> [Sent] {
        switch (self, choice) {
        case (.picker(let picker), .item(let index)): [picker.items[index].message]
        case (.picker(let picker), .preview(let index)): picker.items[index].preview.map { [$0] } ?? []
        case (.picker(let picker), .text(let text)): picker.other.map { [$0(text)] } ?? []
        case (.picker(let picker), .typed(let text)): picker.searches.map { [$0(text)] } ?? []
        case (.picker(let picker), .cancelled): picker.cancelMessage.map { [$0] } ?? []
        case (.prompt(let prompt), .text(let text)): (try? prompt.sent(text)).map { [$0] } ?? []
        case (.form(let form), .submitted): form.submitMessages(form.fields)
        case (.form(let form), .cancelled): form.cancelMessages(form.fields)
        case (.form(let form), .interrupted): form.waiting?.cancelMessages ?? []
        case (.confirm(let question), .item(let index)): question.choices[index].messages
        case (.confirm(let question), .cancelled): question.cancelMessages
        case (.menu(let menu), .item(let index)): [menu.messages[index]]
        case (.text(let text), .cancelled): text.closing.map { [$0] } ?? []
        default: []
        }
    }

    /// The same window with other messages.
    func map<Other: Sendable>(_ change: @escaping @Sendable (Sent) -> Other) -> Window<Other> {
        switch self {
        case .help(let help): .help(help)
        case .picker(let picker): .picker(picker.map(change))
        case .confirm(let question): .confirm(question.map(change))
        case .prompt(let prompt): .prompt(prompt.map(change))
        case .form(let form): .form(form.map(change))
        case .menu(let menu): .menu(menu.map(change))
        case .text(let text): .text(text.map(change))
        case .tableWindow(let tableWindow): .tableWindow(tableWindow)
        case .jump(let jump): .jump(jump)
        case .comparison(let comparison): .comparison(comparison)
        case .run(let run): .run(run)
        }
    }
}

extension Window: Equatable where Sent: Equatable {}
