/* gate.c: which requests are allowed. A page of another site must not reach anything, whether by
 * its own address (Origin, Sec-Fetch-Site) or by a name that it resolves to this machine (Host). */
#define _GNU_SOURCE
#include "serve/serve_private.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>

bool serve_make_token(char token[SERVE_TOKEN_DIGITS + 1]) {
    unsigned char bytes[SERVE_TOKEN_DIGITS / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
        return false;
    }
    for (size_t i = 0; i < sizeof bytes; i++) {
        snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    }
    return true;
}

static int hex_digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

void serve_decode(const char *address, char *path) {
    size_t used = 0;
    bool good = address[0] == '/';
    for (; good && *address; address++) {
        int c = (unsigned char)*address;
        if (c == '%') {
            int high = hex_digit(address[1]), low = high < 0 ? -1 : hex_digit(address[2]);
            c = low < 0 ? 0 : 16 * high + low;
            address += low < 0 ? 0 : 2;
        }
        good = c != 0 && used < PATH_MAX - 1;
        path[used] = (char)c;
        used += good ? 1 : 0;
    }
    path[good ? used : 0] = '\0';
}

/* Whether `host` is a name of this server with its port, as browsers write it. */
static bool is_own_host(const serveServer *server, const char *host) {
    static const char *const names[] = {"127.0.0.1", "localhost"};
    char port[16];
    snprintf(port, sizeof port, ":%d", server->port);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t length = strlen(names[i]);
        if (strncasecmp(host, names[i], length) == 0) {
            return strcmp(host + length, port) == 0 || (server->port == 80 && !host[length]);
        }
    }
    return false;
}

static bool is_own_origin(const serveServer *server, const char *origin) {
    static const char scheme[] = "http://";
    return strncasecmp(origin, scheme, sizeof scheme - 1) == 0 &&
           is_own_host(server, origin + sizeof scheme - 1);
}

/* A link on another site may lead to the page itself: it shows nothing to that site. */
static bool is_visit(const serveRequest *request) {
    const char *mode = serve_header(request, "Sec-Fetch-Mode");
    return serve_is_reading(request) && strcmp(request->path, "/") == 0 &&
           (!mode || strcmp(mode, "navigate") == 0);
}

typedef struct Counted {
    const char *name;
    int count;
} Counted;

static enum MHD_Result count_header(void *user, enum MHD_ValueKind kind, const char *name,
                                    const char *value) {
    Counted *counted = user;
    (void)kind, (void)value;
    counted->count += strcasecmp(name, counted->name) == 0;
    return MHD_YES;
}

static int count_of(const serveRequest *request, const char *name) {
    Counted counted = {.name = name};
    MHD_get_connection_values(request->connection, MHD_HEADER_KIND, count_header, &counted);
    return counted.count;
}

unsigned serve_ambiguity(const serveRequest *request, const char **what) {
    int lengths = count_of(request, MHD_HTTP_HEADER_CONTENT_LENGTH);
    int codings = count_of(request, MHD_HTTP_HEADER_TRANSFER_ENCODING);
    const char *length = serve_header(request, MHD_HTTP_HEADER_CONTENT_LENGTH);
    if (count_of(request, MHD_HTTP_HEADER_HOST) > 1) {
        *what = "A request has one Host.";
        return MHD_HTTP_BAD_REQUEST;
    }
    if (lengths + codings > 1 || (length && (!*length || length[strspn(length, "0123456789")]))) {
        *what = "A request says once how long it is: nothing was saved.";
        return MHD_HTTP_BAD_REQUEST;
    }
    if (serve_is_method(request, MHD_HTTP_METHOD_PUT) && lengths + codings == 0) {
        *what = "Content-Length is missing: nothing was saved.";
        return MHD_HTTP_LENGTH_REQUIRED;
    }
    return 0;
}

const char *serve_refusal(const serveRequest *request) {
    const char *host = serve_header(request, MHD_HTTP_HEADER_HOST);
    const char *origin = serve_header(request, MHD_HTTP_HEADER_ORIGIN);
    const char *site = serve_header(request, "Sec-Fetch-Site");
    if (!host || !is_own_host(request->server, host)) {
        return "This server answers only to the address that it printed: open that one.";
    }
    if (origin && !is_own_origin(request->server, origin)) {
        return "Other sites may not use this server.";
    }
    bool foreign = site && strcmp(site, "same-origin") != 0 && strcmp(site, "none") != 0;
    return foreign && !is_visit(request) ? "Other sites may not use this server." : NULL;
}

const char *serve_behind_token(const serveRequest *request) {
    const char *segment = request->path + (request->path[0] == '/');
    if (strcspn(segment, "/") != SERVE_TOKEN_DIGITS || !segment[SERVE_TOKEN_DIGITS]) {
        return NULL;
    }
    volatile unsigned char different = 0;
    for (size_t i = 0; i < SERVE_TOKEN_DIGITS; i++) {
        different |= (unsigned char)(segment[i] ^ request->server->token[i]);
    }
    return different ? NULL : segment + SERVE_TOKEN_DIGITS + 1;
}
