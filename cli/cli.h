/* cli.h: what the commands of the program share. */
#ifndef TM_CLI_H
#define TM_CLI_H

#include <stdbool.h>

/* Exit codes: 0 done, 1 the answer is no (or it failed), 2 the call itself was wrong. */
enum { EXIT_DONE = 0, EXIT_NO = 1, EXIT_USAGE = 2 };

/* A command: `trammel NAME …` calls run with the arguments behind the name. */
typedef struct tmCommand {
    const char *name;
    const char *summary; /* one line for the overview */
    const char *help;    /* all of `trammel help NAME` behind the first line */
    int (*run)(int argc, char **argv);
} tmCommand;

extern const tmCommand command_animate;
extern const tmCommand command_bits;
extern const tmCommand command_check;
extern const tmCommand command_complete;
extern const tmCommand command_fmt;
extern const tmCommand command_mechanisms;
extern const tmCommand command_show;

/* Reads a whole number in low … high from `text`; says what is wrong with `what` when it is not. */
bool cli_read_int(const char *what, const char *text, long low, long high, long *number);

/* Takes `--name VALUE` or `--name=VALUE` at argv[*at]. True when it is that option; *value is then
 * its value (null, and a message, when it is missing) and *at its last word. */
bool cli_option(const char *name, int argc, char **argv, int *at, const char **value);

/* Makes the folder unless it is there; says why it cannot. */
#define CLI_FOLDER_MOST 1000
bool cli_make_folder(const char *command, const char *path);

/* Says that the argument is not understood, and where help is. Returns EXIT_USAGE. */
int cli_unknown(const tmCommand *command, const char *argument);

#endif
