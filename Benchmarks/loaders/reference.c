// The same loops as LoaderBench, in C on libcurl: what the loader is measured against.
//
//   reference multi IN_FLIGHT REQUESTS URL    one multi handle, handles used again; prints requests per second
//   reference easy REQUESTS URL               one easy handle, one request after the other
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

typedef struct {
    char bytes[65536];
    size_t count;
} sink;

static size_t keep(char *bytes, size_t size, size_t count, void *user) {
    sink *body = user;
    if (body->count + size * count <= sizeof body->bytes) memcpy(body->bytes + body->count, bytes, size * count);
    body->count += size * count;
    return size * count;
}

static CURL *make(const char *url, sink *head, sink *body) {
    CURL *easy = curl_easy_init();
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, keep);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, body);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, keep);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, head);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, body);
    return easy;
}

static void finish(CURL *easy, CURLcode result) {
    sink *body;
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &body);
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    if (result || status != 200 || body->count != 1024) {
        fprintf(stderr, "request failed: %s, %ld, %zu bytes\n", curl_easy_strerror(result), status, body->count);
        exit(1);
    }
    body->count = 0;
}

static void multi(int in_flight, long requests, const char *url) {
    CURLM *multi = curl_multi_init();
    curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, (long)in_flight);
    curl_multi_setopt(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, (long)in_flight);
    sink *sinks = calloc(2 * in_flight, sizeof *sinks);
    for (int i = 0; i < in_flight; i++) curl_multi_add_handle(multi, make(url, &sinks[2 * i], &sinks[2 * i + 1]));
    long started = in_flight, done = 0;
    while (done < requests) {
        int running, left;
        curl_multi_perform(multi, &running);
        CURLMsg *message;
        while ((message = curl_multi_info_read(multi, &left))) {
            CURL *easy = message->easy_handle;
            finish(easy, message->data.result);
            done++;
            curl_multi_remove_handle(multi, easy);
            if (started < requests) {
                curl_easy_setopt(easy, CURLOPT_URL, url);
                curl_multi_add_handle(multi, easy);
                started++;
            }
        }
        if (done < requests) curl_multi_poll(multi, NULL, 0, 1000, NULL);
    }
}

static void easy(long requests, const char *url) {
    sink *sinks = calloc(2, sizeof *sinks);
    CURL *easy = make(url, &sinks[0], &sinks[1]);
    for (long i = 0; i < requests; i++) {
        curl_easy_setopt(easy, CURLOPT_URL, url);
        finish(easy, curl_easy_perform(easy));
    }
}

int main(int count, char **arguments) {
    curl_global_init(CURL_GLOBAL_DEFAULT);
    double start = now();
    long requests;
    if (count == 5 && !strcmp(arguments[1], "multi")) {
        requests = atol(arguments[3]);
        multi(atoi(arguments[2]), requests, arguments[4]);
    } else if (count == 4 && !strcmp(arguments[1], "easy")) {
        requests = atol(arguments[2]);
        easy(requests, arguments[3]);
    } else {
        return fprintf(stderr, "usage: reference multi IN_FLIGHT REQUESTS URL | easy REQUESTS URL\n"), 2;
    }
    printf("%.0f\n", requests / (now() - start));
}
