// What a terminal program must do in signal handlers: give the terminal back in every ending, and pass on what it should notice.
//
// This is C because only what POSIX lists as async-signal-safe may be called there (signal-safety(7)), and Swift makes no such promise.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

/// Installs the handlers of all signals that end a process, once; `modes` are the settings that `descriptor` gets back.
///
/// Signals that are ignored stay ignored.
void terminal_guard_install(int descriptor, const struct termios *modes);

/// From now on every ending, exit() too, writes `bytes` and restores the settings. Copies the bytes, as many as there is room for.
void terminal_guard_arm(const char *bytes, size_t count);

/// Gives the calling thread what the handlers need when its stack is used up; costs nothing when it has it already.
void terminal_guard_cover_thread(void);

/// From now on endings leave the terminal alone. While it is `lent` to another program, interrupts from its keyboard are not for us.
void terminal_guard_disarm(bool lent);

/// Ends the process by a signal, also where that is ignored: a program whose terminal is gone cannot get any input.
void terminal_guard_end(int number);

/// From now on the first SIGHUP or SIGTERM is noted like SIGWINCH, for a program that then ends itself; it has two seconds. After the
/// first, output that the terminal does not take is dropped, since the program may wait for that.
void terminal_guard_report_endings(void);

/// Notes a signal for the reader of the descriptor of `terminal_guard_watch`; false if there is none. For this library's handlers.
bool terminal_guard_note(int number);

/// Gives a descriptor on which the number of each arriving SIGWINCH, SIGTSTP and SIGCONT, and of reported endings, can be read as one byte; -1 on failure.
int terminal_guard_watch(void);

/// Stops the process group as the terminal's suspend key would, and returns when it is continued, or at once if no shell could continue it.
///
/// What continues it is not noted: the caller knows.
void terminal_guard_stop_group(void);
