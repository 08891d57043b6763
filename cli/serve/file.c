/* file.c: the definition that is edited, and the definitions and meshes below its folder. The
 * definition may be read and saved, the others read, and nothing else is reached. All of it needs
 * the token, which has been checked. */
#define _XOPEN_SOURCE 700
#include "definitions/definitions.h"
#include "files/files.h"
#include "serve/serve_private.h"
#include "text/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static const char prefix[] = "file/";

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The name after `file/`; null when there is none, or when no file is edited. */
static const char *name_of(const serveRequest *request, const char *what) {
    bool is_file = strncmp(what, prefix, sizeof prefix - 1) == 0;
    return is_file && request->server->file ? what + sizeof prefix - 1 : NULL;
}

static bool is_edited(const serveRequest *request, const char *name) {
    return strcmp(name, base_name(request->server->file)) == 0;
}

static bool may_be_read(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && (strcasecmp(dot, ".tml") == 0 || strcasecmp(dot, ".stl") == 0 ||
                   strcasecmp(dot, ".obj") == 0);
}

bool serve_is_save(const serveRequest *request, const char *what) {
    const char *name = name_of(request, what);
    return name && is_edited(request, name) && serve_is_method(request, MHD_HTTP_METHOD_PUT);
}

/* ---- Reading -------------------------------------------------------------------------------- */

static enum MHD_Result print_name(const serveRequest *request) {
    char *text = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);
    if (!to) {
        return MHD_NO;
    }
    fputs("{\"name\":", to);
    if (request->server->file) {
        cli_print_text(to, base_name(request->server->file));
    } else {
        fputs("null", to);
    }
    fputs("}\n", to);
    if (fclose(to) != 0) {
        free(text);
        return MHD_NO;
    }
    struct MHD_Response *response =
        MHD_create_response_from_buffer(length, text, MHD_RESPMEM_MUST_FREE);
    if (!response) {
        free(text);
    }
    return serve_send(request, MHD_HTTP_OK, response, "application/json", NULL);
}

/* The tag is that of the bytes, so that it stays the same when only the time of the file changes.
 */
static void tag(const char *text, size_t length, char *etag) {
    snprintf(etag, SERVE_ETAG_MAX, "\"%016llx-%zx\"",
             (unsigned long long)cli_hash(CLI_HASH_START, text, length), length);
}

/* Sends the text, which it frees. */
static enum MHD_Result send_text(const serveRequest *request, char *text, size_t length) {
    char etag[SERVE_ETAG_MAX];
    tag(text, length, etag);
    const char *known = serve_header(request, MHD_HTTP_HEADER_IF_NONE_MATCH);
    bool same = known && serve_lists_etag(known, etag);
    struct MHD_Response *response =
        same ? MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT)
             : MHD_create_response_from_buffer(length, text, MHD_RESPMEM_MUST_FREE);
    if (same || !response) {
        free(text);
    }
    return serve_send(request, same ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK, response,
                      "application/octet-stream", etag);
}

/* Whether a folder that had no links in its path has some now. A closing `/` does not count. */
static bool is_moved(const char *folder) {
    char now[PATH_MAX];
    if (!realpath(folder, now)) {
        return true;
    }
    size_t length = strlen(now);
    const char *rest = strncmp(folder, now, length) == 0 ? folder + length : "moved";
    return rest[0] && strcmp(rest, "/") != 0;
}

/* Whether the edited file is there. Returns null, or why it can be neither read nor saved. */
static const char *look(const serveServer *server, bool *there) {
    struct stat status;
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%.*s", (int)(base_name(server->real) - server->real),
             server->real);
    bool moved = is_moved(folder);
    *there = lstat(server->real, &status) == 0;
    if (moved || (*there && S_ISLNK(status.st_mode))) {
        return CLI_IS_LINK;
    }
    return *there && !S_ISREG(status.st_mode) ? "it is not a plain file"
           : *there || errno == ENOENT        ? NULL
                                              : strerror(errno);
}

/* Reads the edited file. Returns null, or why not; *text is null, too, when it is not there yet. */
static const char *read_edited(const serveServer *server, char **text, size_t *length) {
    bool there;
    const char *why = look(server, &there);
    *text = NULL;
    return why || !there ? why : cli_read_plain(server->real, text, length);
}

static enum MHD_Result fail(const serveRequest *request, const char *what, const char *why) {
    char message[256];
    snprintf(message, sizeof message, "The file cannot be %s: %s.", what, why);
    return serve_say(request, MHD_HTTP_INTERNAL_SERVER_ERROR, message, NULL);
}

static enum MHD_Result send_edited(const serveRequest *request) {
    char *text;
    size_t length;
    const char *why = read_edited(request->server, &text, &length);
    if (why) {
        return fail(request, "read", why);
    }
    return text ? send_text(request, text, length)
                : serve_say(request, MHD_HTTP_NOT_FOUND,
                            "The file is not there yet: saving makes it.", NULL);
}

/* Sends what a definition may include: a file below the folder of the edited one. */
static enum MHD_Result send_included(const serveRequest *request, const char *name) {
    tmIncluded included = {0};
    char *copy = NULL;
    bool moved = is_moved(request->server->folder);
    cliIncludes *includes = moved ? NULL : cli_includes_create(request->server->file);
    if (includes) {
        cli_include(includes, NULL, name, &included);
        copy = included.text ? malloc(included.length + 1) : NULL;
        if (copy) {
            memcpy(copy, included.text, included.length);
        }
    }
    enum MHD_Result result = copy ? send_text(request, copy, included.length)
                             : included.message
                                 ? serve_say(request, MHD_HTTP_NOT_FOUND, included.message, NULL)
                                 : serve_nothing(request);
    cli_includes_destroy(includes);
    return result;
}

/* ---- Saving --------------------------------------------------------------------------------- */

/* Whether the file is still what the page last knew of it: If-Match has its tag, If-None-Match: *
 * says that there was none. Puts the present tag into `etag`, empty when there is no file. */
static bool is_as_expected(const serveRequest *request, char *etag, const char **why) {
    const char *match = serve_header(request, MHD_HTTP_HEADER_IF_MATCH);
    const char *none = serve_header(request, MHD_HTTP_HEADER_IF_NONE_MATCH);
    char *text = NULL;
    size_t length;
    etag[0] = '\0';
    *why = match || none ? read_edited(request->server, &text, &length) : NULL;
    if (text) {
        tag(text, length, etag);
    }
    bool good = !(match && !(text && serve_lists_etag(match, etag))) &&
                !(none && text && serve_lists_etag(none, etag));
    free(text);
    return good;
}

/* Why the file may not be replaced. One that is write-protected could be replaced by another; its
 * owner would not want that. */
static const char *protection(const serveServer *server) {
    bool there;
    const char *why = look(server, &there);
    return !why && there && access(server->real, W_OK) != 0 ? strerror(errno) : why;
}

static enum MHD_Result save(const serveRequest *request) {
    char etag[SERVE_ETAG_MAX];
    const char *why;
    bool expected = is_as_expected(request, etag, &why);
    if (!why && !expected) {
        return serve_say(request, MHD_HTTP_PRECONDITION_FAILED,
                         "The file was changed by another program since it was read: nothing was "
                         "saved. Read it again, or save without If-Match to write over it.",
                         etag[0] ? etag : NULL);
    }
    why = why ? why : protection(request->server);
    why = why ? why : cli_write_plain(request->server->real, request->body, request->body_length);
    if (why) {
        return fail(request, "saved", why);
    }
    tag(request->body, request->body_length, etag);
    return serve_say(request, MHD_HTTP_OK, "saved", etag);
}

/* ---- Both ----------------------------------------------------------------------------------- */

enum MHD_Result serve_file(const serveRequest *request, const char *what) {
    const char *name = name_of(request, what);
    if (serve_is_save(request, what)) {
        return save(request);
    }
    bool is_open = strcmp(what, "open") == 0;
    if (!is_open && !(name && may_be_read(name))) {
        return serve_nothing(request);
    }
    if (!serve_is_reading(request)) {
        bool edited = !is_open && is_edited(request, name);
        return serve_wrong_method(request, edited ? "GET, HEAD, PUT" : "GET, HEAD");
    }
    return is_open                    ? print_name(request)
           : is_edited(request, name) ? send_edited(request)
                                      : send_included(request, name);
}
