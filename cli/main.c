/* main.c: the program `trammel`: finds the command and calls it. A command is a file of its own and
 * a row in the table. */
#include "commands/commands.h"
#include "files/files.h"
#include "text/text.h"

#include <stdio.h>
#include <string.h>

const tmCommand *const cli_commands[] = {&command_animate,  &command_bits,
                                         &command_check,    &command_complete,
                                         &command_edit,     &command_equations,
                                         &command_fmt,      &command_mechanisms,
                                         &command_report,   &command_show,
                                         &command_simulate, &command_help,
                                         &command_version,  NULL};

const tmCommand *cli_find_command(const char *name) {
    const char *meant = NULL;
    for (int i = 0; cli_commands[i]; i++) {
        if (strcmp(name, cli_commands[i]->name) == 0) {
            return cli_commands[i];
        }
        meant = !meant && cli_is_like(name, cli_commands[i]->name) ? cli_commands[i]->name : meant;
    }
    fprintf(stderr, "trammel: there is no command '%s'%s%s%s 'trammel help' lists them\n",
            cli_shown(name), meant ? ": did you mean " : "", meant ? meant : "", meant ? "?" : ";");
    return NULL;
}

static bool is_one_of(const char *word, const char *a, const char *b) {
    return strcmp(word, a) == 0 || strcmp(word, b) == 0;
}

int main(int argc, char **argv) {
    cli_cleanup_start();
    if (argc < 2) {
        cli_print_overview(stderr);
        return EXIT_USAGE;
    }
    const char *name = is_one_of(argv[1], "--help", "-h")      ? "help"
                       : is_one_of(argv[1], "--version", "-V") ? "version"
                                                               : argv[1];
    const tmCommand *command = cli_find_command(name);
    return cli_end_output(name, command ? command->run(argc - 2, argv + 2) : EXIT_USAGE);
}
