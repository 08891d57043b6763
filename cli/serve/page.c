/* page.c: the files of the page, from its folder. Nothing outside the folder is sent, whatever the
 * address or a link says, and no folder is listed. */
#define _XOPEN_SOURCE 700
#include "files/files.h"
#include "serve/serve_private.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static const char *type_of(const char *path) {
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".wasm", "application/wasm"},
        {".json", "application/json"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".txt", "text/plain; charset=utf-8"},
        {".tml", "text/plain; charset=utf-8"},
    };
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(dot, types[i][0]) == 0) {
            return types[i][1];
        }
    }
    return "application/octet-stream";
}

/* Opens PAGE/PATH with a suffix; negative when that is not a plain file below the page's folder. */
static int open_file(const serveRequest *request, const char *suffix, struct stat *status) {
    char wanted[2 * PATH_MAX + 32], real[PATH_MAX];
    const char *path = strcmp(request->path, "/") == 0 ? "/index.html" : request->path;
    snprintf(wanted, sizeof wanted, "%s%s%s", request->server->page, path, suffix);
    if (!path[0] || !realpath(wanted, real) || !cli_below(request->server->page, real)) {
        return -1;
    }
    int handle = open(real, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (handle >= 0 && (fstat(handle, status) != 0 || !S_ISREG(status->st_mode))) {
        close(handle);
        return -1;
    }
    return handle;
}

/* Whether a word of Accept-Encoding, such as `gzip;q=0.5`, says that gzip is welcome. */
static bool welcomes_gzip(const char *word, size_t length) {
    size_t name = strcspn(word, ";, \t");
    bool is_gzip = (name == 4 && strncasecmp(word, "gzip", 4) == 0) || (name == 1 && *word == '*');
    const char *quality = strstr(word, "q=");
    return is_gzip && !(quality && quality < word + length && strtod(quality + 2, NULL) <= 0.0);
}

static bool accepts_gzip(const serveRequest *request) {
    const char *at = serve_header(request, MHD_HTTP_HEADER_ACCEPT_ENCODING);
    while (at && *at) {
        at += strspn(at, ", \t");
        size_t length = strcspn(at, ",");
        if (welcomes_gzip(at, length)) {
            return true;
        }
        at += length;
    }
    return false;
}

static void tag(const struct stat *status, char *etag) {
    snprintf(etag, SERVE_ETAG_MAX, "\"%llx-%lx-%llx\"", (unsigned long long)status->st_mtim.tv_sec,
             (unsigned long)status->st_mtim.tv_nsec, (unsigned long long)status->st_size);
}

static enum MHD_Result send_file(const serveRequest *request, int handle, const struct stat *status,
                                 bool packed) {
    char etag[SERVE_ETAG_MAX];
    unsigned code = MHD_HTTP_OK;
    tag(status, etag);
    const char *known = serve_header(request, MHD_HTTP_HEADER_IF_NONE_MATCH);
    struct MHD_Response *response;
    if (known && serve_lists_etag(known, etag)) {
        close(handle);
        code = MHD_HTTP_NOT_MODIFIED;
        response = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    } else {
        response = MHD_create_response_from_fd64((uint64_t)status->st_size, handle);
        if (!response) {
            close(handle);
        }
    }
    serve_add_header(response, MHD_HTTP_HEADER_VARY, MHD_HTTP_HEADER_ACCEPT_ENCODING);
    if (packed) {
        serve_add_header(response, MHD_HTTP_HEADER_CONTENT_ENCODING, "gzip");
    }
    const char *path = strcmp(request->path, "/") == 0 ? "/index.html" : request->path;
    return serve_send(request, code, response, type_of(path), etag);
}

enum MHD_Result serve_page(const serveRequest *request) {
    struct stat status, packed_status;
    int handle = open_file(request, "", &status);
    if (handle < 0) {
        return serve_nothing(request);
    }
    if (!serve_is_reading(request)) {
        close(handle);
        return serve_wrong_method(request, "GET, HEAD");
    }
    int packed = accepts_gzip(request) ? open_file(request, ".gz", &packed_status) : -1;
    if (packed < 0) {
        return send_file(request, handle, &status, false);
    }
    close(handle);
    return send_file(request, packed, &packed_status, true);
}
