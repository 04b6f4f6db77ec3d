// Calls that the Swift module of the C library leaves out on Linux, because its headers declare them for _GNU_SOURCE only. No header that defines types
// is included: Swift would take them for types of this module.
#pragma once
#if defined(__linux__)
#include <features.h>

int pipe2(int ends[2], int flags);
#if defined(__GLIBC__)
int malloc_trim(unsigned long kept);
// The bounds of the constants and the code of the program, which the linker defines.
extern const char __executable_start, etext;
static inline unsigned long platform_code_start(void) { return (unsigned long)&__executable_start; }
static inline unsigned long platform_code_end(void) { return (unsigned long)&etext; }
// The bounds of the variables that are zero at first, which the linker defines.
extern const char __bss_start, _end;
static inline unsigned long platform_zeros_start(void) { return (unsigned long)&__bss_start; }
static inline unsigned long platform_zeros_end(void) { return (unsigned long)&_end; }
#endif
int syncfs(int descriptor);
int platform_accept(int listener, void *address, void *length, int flags) __asm__("accept4");

#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
int platform_spawn_close_from(void *actions, int first) __asm__("posix_spawn_file_actions_addclosefrom_np");
#else
static inline int platform_spawn_close_from(void *actions, int first) {
    (void)actions, (void)first;
    return 0;
}
#endif
#endif
