// libcurl's types and constants. The library itself is opened at run time (see HTTPCurl): linking it would cost every start
// of the program five milliseconds for its forty dependencies.
#pragma once
#include <curl/curl.h>
