// TerminalNCurses
