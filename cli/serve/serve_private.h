/* serve_private.h: what the files of the server share: a request, whether it is allowed, and how
 * answers are sent. Others include serve.h. */
#ifndef TM_CLI_SERVE_PRIVATE_H
#define TM_CLI_SERVE_PRIVATE_H

#include <limits.h>
#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

#define SERVE_TOKEN_DIGITS 32
#define SERVE_ETAG_MAX 64

typedef struct serveServer {
    const char *page;    /* folder of the page, without links */
    const char *file;    /* the definition that is edited, as the user named it; null: none */
    char real[PATH_MAX]; /* the same, and its folder, without links, as they were at the start: … */
    char folder[PATH_MAX]; /* … what is linked there later is not followed */
    int port;
    char token[SERVE_TOKEN_DIGITS + 1];
} serveServer;

typedef struct serveRequest {
    const serveServer *server;
    struct MHD_Connection *connection;
    const char *method;
    char path[PATH_MAX]; /* decoded, without what follows `?`; empty when it is not ours */
    const char *body;
    size_t body_length;
} serveRequest;

/* ---- gate.c: who may ask -------------------------------------------------------------------- */

/* Puts 32 random hex digits into `token`; false when the system has none. */
bool serve_make_token(char token[SERVE_TOKEN_DIGITS + 1]);

/* Decodes the %HH of an address into a path of PATH_MAX; the path is empty when it is not valid. */
void serve_decode(const char *address, char *path);

/* The status and message for an ambiguous request; 0 when it is not ambiguous: two Host or
 * Content-Length, or a PUT that does not say where it ends. */
unsigned serve_ambiguity(const serveRequest *request, const char **what);

/* Why the request is refused before it is examined: it came by another name, or from another
 * site. Null when it is not. */
const char *serve_refusal(const serveRequest *request);

/* What follows `/TOKEN/` in the path; null when it does not begin with that. Takes the same time
 * however much of the token is right. */
const char *serve_behind_token(const serveRequest *request);

/* ---- answer.c: how answers are sent --------------------------------------------------------- */

/* A header of the request; null when there is none. */
const char *serve_header(const serveRequest *request, const char *name);

bool serve_is_method(const serveRequest *request, const char *method);

/* Whether it is GET or HEAD. */
bool serve_is_reading(const serveRequest *request);

/* Whether a header that is a list, such as If-Match, has the tag, or is `*`. */
bool serve_lists_etag(const char *header, const char *etag);

/* Adds a header to a response that may be null. */
void serve_add_header(struct MHD_Response *response, const char *name, const char *value);

/* Sends the response and releases it, with the headers that every answer has; the type and the tag
 * may be null. A null response, for lack of memory, ends the connection. */
enum MHD_Result serve_send(const serveRequest *request, unsigned status,
                           struct MHD_Response *response, const char *type, const char *etag);

/* Sends a line of plain text, which is copied. */
enum MHD_Result serve_say(const serveRequest *request, unsigned status, const char *text,
                          const char *etag);

/* Nothing is there: the same answer for whatever is not known. */
enum MHD_Result serve_nothing(const serveRequest *request);

/* The method is not for this address; `allowed` lists those that are. */
enum MHD_Result serve_wrong_method(const serveRequest *request, const char *allowed);

/* ---- page.c, file.c: what is answered ------------------------------------------------------- */

/* A file of the page. */
enum MHD_Result serve_page(const serveRequest *request);

/* The files of the definition: `what` is the path behind the token. */
enum MHD_Result serve_file(const serveRequest *request, const char *what);

/* Whether it is a request to save, whose body is worth keeping. */
bool serve_is_save(const serveRequest *request, const char *what);

#endif
