/* answer.c: how the server's answers are sent: the headers that every one of them has, and
 * the errors, which are a line of plain text. */
#define _POSIX_C_SOURCE 200809L
#include "serve/serve_private.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* The page runs its own scripts and nothing else, connects to no other host, and cannot be framed.
 */
static const char *const always[][2] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
     "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
     "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cache-Control", "no-cache"},
};

const char *serve_header(const serveRequest *request, const char *name) {
    return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
}

bool serve_is_method(const serveRequest *request, const char *method) {
    return strcmp(request->method, method) == 0;
}

bool serve_is_reading(const serveRequest *request) {
    return serve_is_method(request, MHD_HTTP_METHOD_GET) ||
           serve_is_method(request, MHD_HTTP_METHOD_HEAD);
}

bool serve_lists_etag(const char *header, const char *etag) {
    static const char between[] = " \t,";
    size_t length = strlen(etag);
    for (const char *at = header + strspn(header, between); *at; at += strspn(at, between)) {
        size_t word = strcspn(at, between);
        if ((word == 1 && at[0] == '*') || (word == length && memcmp(at, etag, length) == 0)) {
            return true;
        }
        at += word;
    }
    return false;
}

void serve_add_header(struct MHD_Response *response, const char *name, const char *value) {
    if (response) {
        MHD_add_response_header(response, name, value);
    }
}

enum MHD_Result serve_send(const serveRequest *request, unsigned status,
                           struct MHD_Response *response, const char *type, const char *etag) {
    if (!response) {
        return MHD_NO;
    }
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++) {
        serve_add_header(response, always[i][0], always[i][1]);
    }
    if (type) {
        serve_add_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    }
    if (etag) {
        serve_add_header(response, MHD_HTTP_HEADER_ETAG, etag);
    }
    enum MHD_Result result = MHD_queue_response(request->connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static struct MHD_Response *line(const char *text) {
    char copy[512];
    int length = snprintf(copy, sizeof copy, "%s\n", text);
    size_t count = length < 0 ? 0 : (size_t)length < sizeof copy ? (size_t)length : sizeof copy - 1;
    return MHD_create_response_from_buffer(count, copy, MHD_RESPMEM_MUST_COPY);
}

#define PLAIN "text/plain; charset=utf-8"

enum MHD_Result serve_say(const serveRequest *request, unsigned status, const char *text,
                          const char *etag) {
    return serve_send(request, status, line(text), PLAIN, etag);
}

enum MHD_Result serve_nothing(const serveRequest *request) {
    return serve_say(request, MHD_HTTP_NOT_FOUND,
                     "There is nothing at this address: open the one that trammel edit printed.",
                     NULL);
}

enum MHD_Result serve_wrong_method(const serveRequest *request, const char *allowed) {
    struct MHD_Response *response = line("This can only be read: ask for it with GET.");
    serve_add_header(response, MHD_HTTP_HEADER_ALLOW, allowed);
    return serve_send(request, MHD_HTTP_METHOD_NOT_ALLOWED, response, PLAIN, NULL);
}
