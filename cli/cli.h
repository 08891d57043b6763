/* cli.h: what the commands of the program share. */
#ifndef TM_CLI_H
#define TM_CLI_H

#include <stdbool.h>
#include <stdint.h>

/* Exit codes: 0 done, 1 the answer is no (or it failed), 2 the call itself was wrong. */
enum { EXIT_DONE = 0, EXIT_NO = 1, EXIT_USAGE = 2, EXIT_PASSED = 3 };

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
extern const tmCommand command_edit;
extern const tmCommand command_equations;
extern const tmCommand command_fmt;
extern const tmCommand command_mechanisms;
extern const tmCommand command_report;
extern const tmCommand command_show;
extern const tmCommand command_simulate;

/* Reads a whole number in low … high from `text`; says what is wrong with `what` when it is not. */
bool cli_read_int(const char *what, const char *text, long low, long high, long *number);

/* Reads a number, or an expression of the language whose unit is `unit` in SI ("s", "rad"; "":
 * none): "10ms", "2 * 30deg". A number without a unit is in SI. Says what is wrong likewise. */
bool cli_read_value(const char *what, const char *text, const char *unit, double *value);

/* The same for one that must be greater than zero. */
bool cli_read_positive(const char *what, const char *text, const char *unit, double *value);

/* Reads a number of bytes, "500MB" or "4GiB", greater than zero; likewise. */
bool cli_read_size(const char *what, const char *text, uint64_t *bytes);

/* Reads one of `count` words and puts its place into *index; likewise. */
bool cli_read_word(const char *what, const char *text, const char *const *words, int count,
                   int *index);

/* Takes `--name VALUE` or `--name=VALUE` at argv[*at]. True when it is that option; *value is then
 * its value (null, and a message, when it is missing) and *at its last word. */
bool cli_option(const char *name, int argc, char **argv, int *at, const char **value);

/* What became of a word of the command line: nobody knew it, it was taken, or it was wrong, which
 * was told. */
typedef enum cliTaken { CLI_NOT_TAKEN, CLI_TAKEN, CLI_WRONG } cliTaken;

/* Makes the folder unless it is there; says why it cannot. */
#define CLI_FOLDER_MOST 1000
bool cli_make_folder(const char *command, const char *path);

/* Poses of a picture that moves. */
#define CLI_LOOP_POSES 90

/* Says that the argument is not understood, and where help is. Returns EXIT_USAGE. */
int cli_unknown(const tmCommand *command, const char *argument);

#endif
