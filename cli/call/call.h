/* call.h: a call of the program: commands, their options, exit codes and help. The door of this
 * folder. */
#ifndef TM_CLI_CALL_H
#define TM_CLI_CALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Exit codes: 0 done, 1 the answer is no (or it failed), 2 the call itself was wrong, 3 it is done
 * with a caveat: bodies passed through each other, contact was doubtful, or a drive could not be
 * followed to its end; 128 + N: signal N ended it. */
enum { EXIT_DONE = 0, EXIT_NO = 1, EXIT_USAGE = 2, EXIT_PASSED = 3, EXIT_SIGNALS = 128 };

/* The kind of an option's value, and where it goes. */
typedef enum cliKind {
    CLI_FLAG,     /* it has none; a bool becomes true */
    CLI_CONSTANT, /* it has none; an int becomes `low` */
    CLI_TEXT,     /* a const char * … */
    CLI_FILE,     /* … which is the path of a file … */
    CLI_FOLDER,   /* … or folder */
    CLI_INT,      /* a long from `low` to `high` */
    CLI_TIME,     /* a double, not negative [s] */
    CLI_POSITIVE, /* a double greater than zero, of `unit`, less than `high` unless that is 0 */
    CLI_SIZE,     /* a uint64_t, in bytes */
    CLI_WORD,     /* an int32_t: index into `words` */
    CLI_WORDS,    /* a uint32_t: bits, for words divided by commas */
    CLI_CALL      /* what `take` makes of it */
} cliKind;

/* Takes the value; `field` is what the option's row names. Says what is wrong and returns false. */
typedef bool cliTakeFn(void *field, const char *value);

/* An option of a command. The parser of the command line, help, man page and completions all use
 * these rows. */
typedef struct cliOption {
    const char *name;  /* "--out" */
    const char *value; /* what the help calls its value; null: it has none */
    const char *help;  /* running text, to which `words` are added behind its ":" */
    cliKind kind;
    size_t field; /* of the command's options, by offsetof */
    long low, high;
    const char *unit;         /* in SI; "": none */
    const char *const *words; /* null after the last */
    cliTakeFn *take;
    const char *needs; /* names of options, "--csv --json": it does nothing without any of them;
                        * null: it always does something */
    int group;         /* options of one group exclude each other; 0: none */
    char letter;       /* 'o' for -o; 0: none */
    bool is_needed;    /* the command does not work without it */
    bool is_repeated;  /* it may come more than once */
    bool is_optional;  /* its value may be left out, and is given as --name=VALUE only */
} cliOption;

/* A command: `trammel NAME …` calls run with the arguments behind the name. */
typedef struct tmCommand {
    const char *name;
    const char *summary;      /* one line for the overview */
    const char *operand;      /* what it takes besides options: "FILE"; null: nothing */
    const char *ending;       /* of such files: ".tml"; null: they are not files */
    int min, max;             /* how many of these; most 0: nothing, negative: any number */
    const char *missing;      /* what is said when there are too few */
    const cliOption *options; /* behind the last comes a row without a name; null: none */
    const char *about;        /* paragraphs, divided by empty lines */
    const char *example;      /* what a call looks like; null: none */
    const char *done;         /* when it ends with 0; null: when it is done */
    const char *no;           /* when it ends with 1; null: never */
    const char *passed;       /* when it ends with 3; null: never */
    int (*run)(int argc, char **argv);
} tmCommand;

/* The operands of a command that takes definitions: the maximum number; -1: any. */
#define CLI_TAKES_DEFINITIONS(count)                                                               \
    .operand = "FILE", .ending = ".tml", .min = 1, .max = (count), .missing = "no file is given"

/* All of them, null after the last. */
extern const tmCommand *const cli_commands[];

/* Returns the command of a name; if there is none, says so, suggests one, and returns null. */
const tmCommand *cli_find_command(const char *name);

/* ---- Words of a call ----------------------------------------------------------------------- */

/* Reads the words after the name of a command: puts the values of options where their rows say, and
 * what is left first into argv, *count of them. Returns CLI_GO_ON, or the exit code when the call
 * is wrong, which was reported, or help was asked for. */
#define CLI_GO_ON (-1)
int cli_read_words(const tmCommand *command, void *options, int argc, char **argv, int *count);

/* Returns the option of that number, --help after all others; null after that. */
const cliOption *cli_option_at(const tmCommand *command, int index);

/* Returns whether the word looks like a mistyped `name`, or the beginning of it. */
bool cli_is_like(const char *word, const char *name);

/* ---- Values -------------------------------------------------------------------------------- */

/* Reads a whole number in low … high from `text`; says what is wrong with `what` when it is not. */
bool cli_read_int(const char *what, const char *text, long low, long high, long *number);

/* Reads a number, or an expression of the language whose unit is `unit` in SI ("s", "rad"; "":
 * none): "10ms", "2 * 30deg". A number without a unit is in SI. Says what is wrong likewise. */
bool cli_read_value(const char *what, const char *text, const char *unit, double *value);

/* The same for one that must be greater than zero. */
bool cli_read_positive(const char *what, const char *text, const char *unit, double *value);

/* Reads a number of bytes, "500MB" or "4GiB", greater than zero; likewise. */
bool cli_read_size(const char *what, const char *text, uint64_t *bytes);

/* Reads one of the words, null after the last, and puts its index into *index; likewise. */
bool cli_read_word(const char *what, const char *text, const char *const *words, int32_t *index);

/* ---- Help ---------------------------------------------------------------------------------- */

/* Puts the next piece of the command's usage, "[--to T]", into `piece`; false: there is none.
 * *index starts at 0. */
#define CLI_PIECE_MAX 400
bool cli_usage_piece(const tmCommand *command, int *index, char piece[CLI_PIECE_MAX]);

/* Puts the words that the option's value can be into `text`: "a, b or c"; "" when it is none. */
void cli_words_of(const cliOption *option, char text[CLI_PIECE_MAX]);

/* When every command ends with 2. */
#define CLI_ENDS_WITH_2 "the call is wrong, or a file cannot be read or written"

/* The exit status after a signal; commands that say when they end with 0 are meant to be stopped.
 */
#define CLI_ENDS_BY_SIGNAL "130 after Ctrl-C, 128 + N after signal N"

/* Print the list of commands; the help of a command; its man page, that of the program for null; a
 * completion script. */
void cli_print_overview(FILE *to);
void cli_print_help(const tmCommand *command, FILE *to);
void cli_print_man(const tmCommand *command, FILE *to);
void cli_print_bash(FILE *to);
void cli_print_zsh(FILE *to);
void cli_print_fish(FILE *to);

#endif
