/* serve.c: the server of `trammel edit`: its socket, its limits, and how requests are handled. It
 * listens on 127.0.0.1 only. One thread takes all requests in turn as their bytes come, so that a
 * client that hangs does not block others. */
#define _GNU_SOURCE
#include "serve/serve.h"

#include "call/call.h"
#include "files/files.h"
#include "serve/serve_private.h"
#include "text/text.h"
#include "trammel/trammel.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define FIRST_PORT 8427
#define LAST_PORT 8447
#define CONNECTIONS_MAX 128u
#define IDLE_SECONDS 15u
#define BODY_MAX TM_TEXT_LIMIT

/* ---- The way of a request ------------------------------------------------------------------- */

/* A request while its body arrives. A body that is not wanted is read, too, and discarded: a client
 * that is cut off while it sends does not see the answer. */
typedef struct Upload {
    serveRequest request;
    char *bytes;
    size_t length, size;
    bool kept;
    unsigned error; /* the status of the answer when the body cannot be taken; else 0 */
} Upload;

static bool is_too_long(const serveRequest *request) {
    const char *length = serve_header(request, MHD_HTTP_HEADER_CONTENT_LENGTH);
    return length && strtoull(length, NULL, 10) > BODY_MAX;
}

static enum MHD_Result refuse_long(const serveRequest *request) {
    return serve_say(request, MHD_HTTP_CONTENT_TOO_LARGE,
                     "A definition has at most 64 MiB: nothing was saved.", NULL);
}

static enum MHD_Result begin(const serveServer *server, struct MHD_Connection *connection,
                             const char *address, const char *method, Upload **begun) {
    Upload *upload = calloc(1, sizeof *upload);
    if (!upload) {
        return MHD_NO;
    }
    *begun = upload;
    upload->request.server = server;
    upload->request.connection = connection;
    upload->request.method = method;
    serve_decode(address, upload->request.path);
    const char *behind = serve_behind_token(&upload->request);
    upload->kept =
        behind && !serve_refusal(&upload->request) && serve_is_save(&upload->request, behind);
    const char *what = NULL;
    unsigned status = serve_ambiguity(&upload->request, &what);
    if (status) {
        return serve_say(&upload->request, status, what, NULL);
    }
    return is_too_long(&upload->request) ? refuse_long(&upload->request) : MHD_YES;
}

static void take(Upload *upload, const char *data, size_t count) {
    if (!upload->kept || upload->error) {
        return;
    }
    if (count > BODY_MAX - upload->length) {
        upload->error = MHD_HTTP_CONTENT_TOO_LARGE;
        return;
    }
    if (upload->length + count > upload->size) {
        size_t size = 2 * (upload->length + count);
        char *bytes = realloc(upload->bytes, size);
        if (!bytes) {
            upload->error = MHD_HTTP_INTERNAL_SERVER_ERROR;
            return;
        }
        upload->bytes = bytes;
        upload->size = size;
    }
    memcpy(upload->bytes + upload->length, data, count);
    upload->length += count;
}

static enum MHD_Result respond(Upload *upload) {
    serveRequest *request = &upload->request;
    const char *refusal = serve_refusal(request);
    const char *behind = serve_behind_token(request);
    if (refusal) {
        return serve_say(request, MHD_HTTP_FORBIDDEN, refusal, NULL);
    }
    if (upload->error == MHD_HTTP_CONTENT_TOO_LARGE) {
        return refuse_long(request);
    }
    if (upload->error) {
        return serve_say(request, upload->error, "There is not enough memory for it.", NULL);
    }
    request->body = upload->bytes ? upload->bytes : "";
    request->body_length = upload->length;
    return behind ? serve_file(request, behind) : serve_page(request);
}

/* Called by the library: once for the headers, then for each piece of the body, then at its end. */
static enum MHD_Result handle(void *user, struct MHD_Connection *connection, const char *address,
                              const char *method, const char *version, const char *data,
                              size_t *count, void **state) {
    (void)version;
    Upload *upload = *state;
    if (!upload) {
        enum MHD_Result result = begin(user, connection, address, method, &upload);
        *state = upload;
        return result;
    }
    if (*count > 0) {
        take(upload, data, *count);
        *count = 0;
        return MHD_YES;
    }
    return respond(upload);
}

static void forget(void *user, struct MHD_Connection *connection, void **state,
                   enum MHD_RequestTerminationCode code) {
    (void)user, (void)connection, (void)code;
    Upload *upload = *state;
    if (upload) {
        free(upload->bytes);
    }
    free(upload);
    *state = NULL;
}

/* Addresses stay encoded: a zero byte in one must not cut it. */
static size_t leave(void *user, struct MHD_Connection *connection, char *address) {
    (void)user, (void)connection;
    return strlen(address);
}

/* ---- The socket ----------------------------------------------------------------------------- */

/* Listens on a port of 127.0.0.1 and puts it into *port; negative, and errno, when it cannot. */
static int listen_on(int wanted, int *port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)wanted)};
    socklen_t length = sizeof address;
    int yes = 1, handle = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (handle < 0) {
        return -1;
    }
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(handle, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(handle, (struct sockaddr *)&address, length) != 0 ||
        listen(handle, (int)CONNECTIONS_MAX) != 0 ||
        getsockname(handle, (struct sockaddr *)&address, &length) != 0) {
        int error = errno;
        close(handle);
        errno = error;
        return -1;
    }
    *port = ntohs(address.sin_port);
    return handle;
}

static int listen_for(const cliServing *serving, int *port) {
    int handle = -1;
    if (serving->port != CLI_PORT_USUAL) {
        handle = listen_on(serving->port, port);
        if (handle < 0) {
            fprintf(stderr, "trammel edit: port %d: %s; without --port a free one is taken\n",
                    serving->port, strerror(errno));
        }
        return handle;
    }
    for (int wanted = FIRST_PORT; handle < 0 && wanted <= LAST_PORT; wanted++) {
        handle = listen_on(wanted, port);
    }
    handle = handle < 0 ? listen_on(0, port) : handle;
    if (handle < 0) {
        fprintf(stderr, "trammel edit: 127.0.0.1 has no free port: %s\n", strerror(errno));
    }
    return handle;
}

/* ---- The server ----------------------------------------------------------------------------- */

static void open_browser(const char *address, const sigset_t *mask) {
    char program[] = "xdg-open", argument[128];
    char *const words[] = {program, argument, NULL};
    posix_spawnattr_t how;
    pid_t child;
    snprintf(argument, sizeof argument, "%s", address);
    posix_spawnattr_init(&how);
    /* In a group of its own, the browser stays when Ctrl+C ends the server. */
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setsigmask(&how, mask);
    int error = posix_spawnp(&child, program, NULL, &how, words, environ);
    posix_spawnattr_destroy(&how);
    if (error) {
        fprintf(stderr, "trammel edit: xdg-open: %s; open the address yourself\n", strerror(error));
    }
}

static void announce(const serveServer *server, const cliServing *serving, const sigset_t *mask) {
    char address[128];
    snprintf(address, sizeof address, "http://127.0.0.1:%d/?key=%s", server->port, server->token);
    printf("editing %s at %s\npress Ctrl+C to stop\n",
           server->file ? cli_shown(server->file) : "a new definition", address);
    cli_flush_output();
    if (serving->open) {
        open_browser(address, mask);
    }
}

/* Finds the edited file and its folder without links. */
static bool find_file(serveServer *server) {
    if (!server->file) {
        return true;
    }
    const char *slash = strrchr(server->file, '/');
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - server->file) + 1 : 1,
             slash ? server->file : ".");
    if (!realpath(folder, server->folder)) {
        return false;
    }
    if (realpath(server->file, server->real)) {
        return true;
    }
    bool is_root = strcmp(server->folder, "/") == 0;
    int length = snprintf(server->real, sizeof server->real, "%s/%s", is_root ? "" : server->folder,
                          slash ? slash + 1 : server->file);
    return errno == ENOENT && length > 0 && (size_t)length < sizeof server->real;
}

int cli_serve(const cliServing *serving) {
    serveServer server = {.page = serving->page, .file = serving->file};
    sigset_t ends, before;
    int signal_number;
    if (!find_file(&server)) {
        fprintf(stderr, "trammel edit: %s: %s\n", cli_shown(serving->file), strerror(errno));
        return EXIT_USAGE;
    }
    if (!serve_make_token(server.token)) {
        fprintf(stderr, "trammel edit: the system gives no random numbers\n");
        return EXIT_NO;
    }
    int listener = listen_for(serving, &server.port);
    if (listener < 0) {
        return EXIT_NO;
    }
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGHUP);
    sigprocmask(SIG_BLOCK, &ends, &before); /* for the library's thread, too */
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_AUTO_INTERNAL_THREAD, 0, NULL, NULL, handle, &server, MHD_OPTION_LISTEN_SOCKET,
        listener, MHD_OPTION_CONNECTION_LIMIT, CONNECTIONS_MAX, MHD_OPTION_CONNECTION_TIMEOUT,
        IDLE_SECONDS, MHD_OPTION_NOTIFY_COMPLETED, forget, NULL, MHD_OPTION_UNESCAPE_CALLBACK,
        leave, NULL, MHD_OPTION_END);
    if (!daemon) {
        close(listener);
        fprintf(stderr, "trammel edit: the server cannot be started\n");
        return EXIT_NO;
    }
    announce(&server, serving, &before);
    sigwait(&ends, &signal_number);
    MHD_stop_daemon(daemon);
    return EXIT_DONE;
}
