#include "terminal_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

// A pipe, because libdispatch's own signal sources block SIGTERM on the main thread for good when the first signal arrives.
static int ends[2] = {-1, -1};

static void note(int number) {
    int error = errno;
    unsigned char byte = (unsigned char)number;
    // A full pipe already says that there is something to look at.
    (void)!write(ends[1], &byte, 1);
    errno = error;
}

static void set_handler(int number, void (*handler)(int)) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

int terminal_guard_watch(void) {
    if (ends[0] >= 0) return ends[0];
    if (pipe(ends) != 0) return -1;
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    }
    set_handler(SIGWINCH, note);
    set_handler(SIGTSTP, note);
    set_handler(SIGCONT, note);
    return ends[0];
}

void terminal_guard_stop_group(void) {
    set_handler(SIGTSTP, SIG_DFL);
    // The whole group, because a shell waits for the script or the make that started us.
    kill(0, SIGTSTP);
    set_handler(SIGTSTP, note);
    unsigned char bytes[64];
    while (read(ends[0], bytes, sizeof bytes) > 0) {}
}
