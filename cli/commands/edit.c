/* edit.c: `trammel edit` serves the editor's page on loopback. The files of cli/serve say what is
 * served, and to whom; this one reads the command line. */
#define _XOPEN_SOURCE 700
#include "commands/commands.h"
#include "files/files.h"
#include "serve/serve.h"
#include "text/text.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- The page ------------------------------------------------------------------------------- */

static bool is_page(const char *folder) {
    char path[PATH_MAX + 16];
    snprintf(path, sizeof path, "%s/index.html", folder);
    return access(path, R_OK) == 0;
}

/* The page that was installed or built with this program. */
static bool find_page(char *real) {
    return (cli_beside_program("../share/trammel/page", real) && is_page(real)) ||
           (cli_beside_program("../../page", real) && is_page(real));
}

static bool choose_page(const char *given, char *real) {
    if (given ? realpath(given, real) && is_page(real) : find_page(real)) {
        return true;
    }
    if (given) {
        fprintf(stderr, "trammel edit: %s: there is no index.html in it; 'make page' builds one\n",
                cli_shown(given));
    } else {
        fprintf(stderr, "trammel edit: there is no page beside this program; 'make page' builds "
                        "it, or --page DIR says where it is\n");
    }
    return false;
}

/* ---- The file ------------------------------------------------------------------------------- */

static bool ends_in_tml(const char *path) {
    size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".tml") == 0 && path[length - 5] != '/';
}

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Whether the folder that a file is in, or should be in, is there. */
static bool has_folder(const char *path) {
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1,
             slash ? path : ".");
    return is_folder(folder);
}

/* Why the file cannot be edited; null when it can, or can be made. */
static const char *error_of(const char *path) {
    struct stat status;
    if (is_folder(path)) {
        return "it is a folder; name a definition in it, such as leg.tml";
    }
    if (!ends_in_tml(path)) {
        return "the name of a definition ends in .tml";
    }
    if (strlen(path) >= PATH_MAX) {
        return strerror(ENAMETOOLONG);
    }
    if (!has_folder(path)) {
        return "there is no such folder; make it first";
    }
    if (stat(path, &status) != 0) {
        return errno != ENOENT             ? strerror(errno)
               : lstat(path, &status) == 0 ? "it is a link to nothing"
                                           : NULL;
    }
    return !S_ISREG(status.st_mode)  ? "it is not a plain file"
           : access(path, R_OK) != 0 ? strerror(errno)
                                     : NULL;
}

/* ---- The command ---------------------------------------------------------------------------- */

static int edit(cliServing serving, const char *page) {
    char real[PATH_MAX];
    const char *why = serving.file ? error_of(serving.file) : NULL;
    if (why) {
        fprintf(stderr, "trammel edit: %s: %s\n", cli_shown(serving.file), why);
        return EXIT_USAGE;
    }
    if (!choose_page(page, real)) {
        return EXIT_USAGE;
    }
    serving.page = real;
    return cli_serve(&serving);
}

typedef struct Options {
    const char *page;
    long port;
    bool open;
} Options;

static int run(int argc, char **argv) {
    Options o = {.port = CLI_PORT_USUAL};
    int count, code = cli_read_words(&command_edit, &o, argc, argv, &count);
    if (code != CLI_GO_ON) {
        return code;
    }
    cliServing serving = {.file = count > 0 ? argv[0] : NULL, .port = (int)o.port, .open = o.open};
    return edit(serving, o.page);
}

static const cliOption options[] = {
    {"--port", "N", "the port; 0: any free one; default 8427, or the next free one", CLI_INT,
     .field = offsetof(Options, port), .low = 0, .high = 65535},
    {"--page", "DIR", "the folder of the page; default: what was installed or built", CLI_FOLDER,
     .field = offsetof(Options, page)},
    {"--open", .help = "start the browser with xdg-open", .field = offsetof(Options, open)},
    {.name = NULL}};

const tmCommand command_edit = {
    .name = "edit",
    .summary = "edit a definition in the browser: picture and text side by side",
    .operand = "FILE",
    .ending = ".tml",
    .max = 1,
    .options = options,
    .about =
        "Serves the editor's page on this machine alone and prints its address, until Ctrl-C. "
        "The page reads FILE, and what it includes from its folder, and saves FILE and "
        "nothing else; a FILE that is not there is made when it is first saved. Without FILE "
        "the page starts empty, and the browser saves as it saves downloads. The key in the "
        "address is new each time; anyone who has it can read and save, so keep it to yourself.",
    .example = "trammel edit examples/gallery/double_pendulum.tml --open",
    .done = "it is stopped",
    .no = "the port is taken",
    .run = run,
};
