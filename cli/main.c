/* main.c: the program `trammel`: finds the command and calls it. A command is a file of its own and
 * a row in the table. */
#include "cleanup.h"
#include "cli.h"
#include "output.h"
#include "shown.h"
#include "trammel/trammel.h"

#include <stdio.h>
#include <string.h>

static const tmCommand *const commands[] = {
    &command_animate, &command_bits,      &command_check,   &command_complete,
    &command_edit,    &command_equations, &command_fmt,     &command_mechanisms,
    &command_report,  &command_show,      &command_simulate};
#define COMMAND_COUNT (sizeof commands / sizeof commands[0])

static void print_overview(FILE *to) {
    fprintf(to, "trammel %s: a workbench for mechanical systems\n\n", tm_version_text());
    fprintf(to, "usage: trammel COMMAND …\n\n");
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        fprintf(to, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
    }
    fprintf(to, "  %-10s %s\n", "help",
            "this text, or the help of a command: trammel help COMMAND");
    fprintf(to, "  %-10s %s\n", "version", "the version of the program");
}

static const tmCommand *find_command(const char *name) {
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(name, commands[i]->name) == 0) {
            return commands[i];
        }
    }
    fprintf(stderr, "trammel: there is no command '%s'; 'trammel help' lists them\n",
            cli_shown(name));
    return NULL;
}

static int print_help(const char *name) {
    const tmCommand *command = find_command(name);
    if (!command) {
        return EXIT_USAGE;
    }
    printf("trammel %s: %s\n\n%s", command->name, command->summary, command->help);
    return EXIT_DONE;
}

static bool is_one_of(const char *word, const char *a, const char *b, const char *c) {
    return strcmp(word, a) == 0 || strcmp(word, b) == 0 || strcmp(word, c) == 0;
}

/* The command, or what the program says of itself. Returns an exit code. */
static int call(int argc, char **argv) {
    if (argc < 2) {
        print_overview(stderr);
        return EXIT_USAGE;
    }
    if (is_one_of(argv[1], "help", "--help", "-h")) {
        if (argc > 2) {
            return print_help(argv[2]);
        }
        print_overview(stdout);
        return EXIT_DONE;
    }
    if (is_one_of(argv[1], "version", "--version", "-V")) {
        printf("trammel %s\n", tm_version_text());
        return EXIT_DONE;
    }
    const tmCommand *command = find_command(argv[1]);
    if (!command) {
        return EXIT_USAGE;
    }
    if (argc > 2 && is_one_of(argv[2], "--help", "-h", "--help")) {
        return print_help(command->name);
    }
    return command->run(argc - 2, argv + 2);
}

int main(int argc, char **argv) {
    cli_cleanup_start();
    int code = call(argc, argv);
    return cli_end_output(argc > 1 ? argv[1] : "help", code);
}
