#ifndef DISPATCH_IDLE_H
#define DISPATCH_IDLE_H
// Nothing to call: see dispatch_idle.c.
#endif
