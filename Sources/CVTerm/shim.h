// libvterm, the terminal emulator that the tests look at. Pseudo-terminals come from the C library.
#pragma once
#include <vterm.h>
#if defined(__linux__)
#include <pty.h>
#include <utmp.h>
#else
#include <util.h>
#endif
