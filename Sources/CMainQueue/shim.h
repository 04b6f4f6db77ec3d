// What libdispatch offers a loop that serves the main queue itself, as Foundation's CFRunLoop does. It is exported, and declared in a header that is not
// installed (swift-corelibs-libdispatch, dispatch/private.h and src/event/event_config.h).
#pragma once

#if defined(__linux__)
// A descriptor that can be read when something is on the main queue; reading eight bytes clears it.
int _dispatch_get_main_queue_handle_4CF(void);
// Runs what is on the main queue; for the main thread only.
void _dispatch_main_queue_callback_4CF(void *message);

static inline int main_queue_descriptor(void) { return _dispatch_get_main_queue_handle_4CF(); }
static inline void main_queue_run(void) { _dispatch_main_queue_callback_4CF(0); }
#endif
