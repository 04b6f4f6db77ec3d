// Wide-character ncurses with extended colours, and typed wrappers for what Swift cannot import: macros and variadic functions.
#pragma once
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#include <ncurses.h>
#include <stdbool.h>

// <wchar.h> declares wcwidth for X/Open programs alone, and the module of the C library is not one.
extern int wcwidth(wchar_t character);
// term.h defines some five hundred macros with names like `lines` and `columns`; this is what is needed of it.
extern int setupterm(const char *term, int descriptor, int *error);

/// Loads the description of the terminal type `name`; `false` when there is none.
static inline bool ncurses_load_type(const char *name, int descriptor) {
    int error = 0;
    return setupterm(name, descriptor, &error) == OK;
}

/// The string capability `name` of the loaded type, or NULL.
static inline const char *ncurses_string(const char *name) {
    const char *value = tigetstr(name);
    return value == (const char *)-1 ? NULL : value;
}

/// The string capability `name` with one parameter in place; valid until the next call.
static inline const char *ncurses_string_with(const char *name, int parameter) {
    const char *value = ncurses_string(name);
    return value == NULL ? NULL : tparm(value, (long)parameter, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
}

/// Sets one cell to a base character with its marks, ended by 0, in a colour pair of any number.
static inline bool ncurses_set_cell(cchar_t *cell, const wchar_t *text, attr_t attributes, int pair) {
    return setcchar(cell, text, attributes, 0, &pair) == OK;
}

/// The most characters of a cell.
static inline int ncurses_cell_length(void) { return CCHARW_MAX; }

static inline attr_t ncurses_bold(void) { return WA_BOLD; }
static inline attr_t ncurses_dim(void) { return WA_DIM; }
static inline attr_t ncurses_italic(void) { return WA_ITALIC; }
static inline attr_t ncurses_underline(void) { return WA_UNDERLINE; }
static inline attr_t ncurses_reverse(void) { return WA_REVERSE; }

/// The screen as the next update is to make it. It is drawn on directly: the standard window, a third copy of all cells, gives back its memory.
static inline WINDOW *ncurses_next_screen(void) {
    wresize(stdscr, 1, 1);
    return newscr;
}

/// How many colours and pairs of colours there are, once they are in use.
static inline int ncurses_color_count(void) { return COLORS; }
static inline int ncurses_pair_count(void) { return COLOR_PAIRS; }

/// Whether ncurses has `value`, the answer of one of its functions, for success.
static inline bool ncurses_is_ok(int value) { return value != ERR; }
