// libmicrohttpd's types and constants. The library itself is opened at run time (see DemoServer): it brings a TLS library
// along that the workbench does not need to start.
#pragma once
#include <microhttpd.h>
