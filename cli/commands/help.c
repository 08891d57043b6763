/* help.c: `trammel help` prints the help of the program or of a command, and what is made
 * of the same tables: man pages and completions. */
#include "commands/commands.h"
#include "files/files.h"
#include "trammel/trammel.h"

#include <string.h>

/* ---- Shells -------------------------------------------------------------------------------- */

static const char *const shells[] = {"bash", "zsh", "fish", NULL};

static const struct {
    void (*print)(FILE *to);
    const char *path; /* where the shell looks for it, below share/ */
} completions[] = {{cli_print_bash, "bash-completion/completions/trammel"},
                   {cli_print_zsh, "zsh/site-functions/_trammel"},
                   {cli_print_fish, "fish/vendor_completions.d/trammel.fish"}};

/* ---- The command --------------------------------------------------------------------------- */

typedef struct Options {
    bool man;
    int32_t shell; /* negative: none */
    const char *folder;
} Options;

void cli_print_overview(FILE *to) {
    fprintf(to, "trammel %s: a workbench for mechanical systems\n\n", tm_version_text());
    fprintf(to, "usage: trammel COMMAND …\n\n");
    for (int i = 0; cli_commands[i]; i++) {
        fprintf(to, "  %-10s %s\n", cli_commands[i]->name, cli_commands[i]->summary);
    }
    fprintf(to, "\n'trammel help COMMAND' explains a command, and so does its --help.\n");
}

/* Opens FOLDER/PATH; false after a message. */
static bool open_file(const char *folder, const char *path, cliOutput *output, char *whole) {
    snprintf(whole, CLI_PATH_MAX, "%s/%s", folder, path);
    return cli_output_open("help", whole, output);
}

static int write_page(const char *folder, const tmCommand *command) {
    cliOutput output;
    char name[100], whole[CLI_PATH_MAX];
    snprintf(name, sizeof name, "man/man1/trammel%s%s.1", command ? "-" : "",
             command ? command->name : "");
    if (!open_file(folder, name, &output, whole)) {
        return EXIT_USAGE;
    }
    cli_print_man(command, output.to);
    return cli_output_close(&output, TM_OK, NULL);
}

/* Everything, laid out as below share/ after the installation. */
static int write_all(const char *folder) {
    if (!cli_make_folder("help", folder)) {
        return EXIT_USAGE;
    }
    int worst = write_page(folder, NULL);
    for (int i = 0; worst == EXIT_DONE && cli_commands[i]; i++) {
        worst = write_page(folder, cli_commands[i]);
    }
    for (int i = 0; worst == EXIT_DONE && shells[i]; i++) {
        cliOutput output;
        char whole[CLI_PATH_MAX];
        if (!open_file(folder, completions[i].path, &output, whole)) {
            return EXIT_USAGE;
        }
        completions[i].print(output.to);
        worst = cli_output_close(&output, TM_OK, NULL);
    }
    return worst;
}

static int run(int argc, char **argv) {
    Options o = {.shell = -1};
    int count, code = cli_read_words(&command_help, &o, argc, argv, &count);
    const tmCommand *command = NULL;
    if (code != CLI_GO_ON) {
        return code;
    }
    if (count > 0 && !(command = cli_find_command(argv[0]))) {
        return EXIT_USAGE;
    }
    if (command && (o.folder || o.shell >= 0)) {
        fprintf(stderr, "trammel help: %s is for all commands: '%s' does nothing there\n",
                o.folder ? "--write" : "--completion", command->name);
        return EXIT_USAGE;
    }
    if (o.folder) {
        return write_all(o.folder);
    }
    if (o.shell >= 0) {
        completions[o.shell].print(stdout);
    } else if (o.man) {
        cli_print_man(command, stdout);
    } else if (command) {
        cli_print_help(command, stdout);
    } else {
        cli_print_overview(stdout);
    }
    return EXIT_DONE;
}

static const cliOption options[] = {
    {"--man", .help = "the man page of the command, or of the program, instead",
     .field = offsetof(Options, man), .group = 1},
    {"--completion", "SHELL", "a shell completion script instead:", CLI_WORD,
     .field = offsetof(Options, shell), .words = shells, .group = 1},
    {"--write", "FOLDER",
     "write all man pages and completions there, laid out as below /usr/share, instead", CLI_FOLDER,
     .field = offsetof(Options, folder), .group = 1},
    {.name = NULL}};

const tmCommand command_help = {
    .name = "help",
    .summary = "list the commands, or explain one of them",
    .operand = "COMMAND",
    .max = 1,
    .options = options,
    .about = "Without COMMAND it lists the commands. For one command it prints the same as "
             "'trammel COMMAND --help'.\n\n"
             "Words that begin with - are options, wherever they stand; -- ends them, so that "
             "files may begin with -, too. A value follows its option as the next word "
             "or after =; letters can be combined, as in -qo runs.",
    .example = "trammel help --completion bash",
    .run = run,
};

/* ---- Version ------------------------------------------------------------------------------- */

static int run_version(int argc, char **argv) {
    int count, code = cli_read_words(&command_version, NULL, argc, argv, &count);
    if (code != CLI_GO_ON) {
        return code;
    }
    printf("trammel %s\n", tm_version_text());
    return EXIT_DONE;
}

const tmCommand command_version = {
    .name = "version",
    .summary = "the version of the program",
    .about = "Prints the version, as 'trammel --version' does.",
    .run = run_version,
};
