// libvterm, the terminal emulator that the tests look at, and typed wrappers for what Swift cannot import. Pseudo-terminals come from
// the C library.
#pragma once
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <vterm.h>
#if defined(__linux__)
#include <pty.h>
#include <utmp.h>
#else
#include <util.h>
#endif

/// Gives a pseudo-terminal another size, which its programs get a SIGWINCH for.
static inline int pty_set_size(int descriptor, int columns, int rows) {
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    return ioctl(descriptor, TIOCSWINSZ, &size);
}

/// Has reads of the descriptor return at once.
static inline int pty_set_nonblocking(int descriptor) { return fcntl(descriptor, F_SETFL, O_NONBLOCK); }

/// Has the descriptor closed in programs that are started.
static inline int pty_set_close_on_exec(int descriptor) { return fcntl(descriptor, F_SETFD, FD_CLOEXEC); }

/// What a colour of a cell is: 0 red, green and blue, 1 an index into the palette, 2 the terminal's own.
static inline int vterm_color_kind(const VTermColor *color) {
    if (VTERM_COLOR_IS_DEFAULT_FG(color) || VTERM_COLOR_IS_DEFAULT_BG(color)) return 2;
    return VTERM_COLOR_IS_INDEXED(color) ? 1 : 0;
}

// <spawn.h> declares these for GNU programs alone, and the module of the C library is not one.
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *directory);
#ifndef POSIX_SPAWN_SETSID
#define POSIX_SPAWN_SETSID 0x80
#endif

/// The flags of a program that starts in a session of its own, with no signal blocked or ignored.
static inline short pty_spawn_flags(void) { return POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF; }
