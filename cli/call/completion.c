/* completion.c: completion scripts for shells, from the tables of the commands: commands, options,
 * the words of those that have some, and files of the right kind. */
#include "call/call.h"

#include <stdio.h>
#include <string.h>

/* ---- Parts --------------------------------------------------------------------------------- */

/* The help up to its first full stop, colon or semicolon, without what a shell would read. */
static void put_short(FILE *to, const char *help) {
    for (const char *at = help; *at; at++) {
        bool ends = strchr(";:.", *at) && (!at[1] || at[1] == ' ');
        if (ends || *at == '\n') {
            return;
        }
        if (!strchr("'[]:\\$`\"", *at)) {
            putc(*at, to);
        }
    }
}

static void put_words(FILE *to, const char *const *words) {
    for (int i = 0; words[i]; i++) {
        fprintf(to, "%s%s", i > 0 ? " " : "", words[i]);
    }
}

static bool is_help(const tmCommand *command) {
    return strcmp(command->name, "help") == 0;
}

static void put_commands(FILE *to) {
    for (int i = 0; cli_commands[i]; i++) {
        fprintf(to, "%s%s", i > 0 ? " " : "", cli_commands[i]->name);
    }
}

/* ---- bash ---------------------------------------------------------------------------------- */

/* What a value can be: a line of a `case` for each option that has one. */
static void put_bash_values(FILE *to, const tmCommand *command) {
    const cliOption *o;
    for (int i = 0; (o = cli_option_at(command, i)); i++) {
        if (!o->value || o->is_optional) {
            continue;
        }
        fprintf(to, "    '%s %s'", command->name, o->name);
        if (o->letter) {
            fprintf(to, " | '%s -%c'", command->name, o->letter);
        }
        if (o->words) {
            fprintf(to, ") _trammel_%s '", o->kind == CLI_WORDS ? "list" : "words");
            put_words(to, o->words);
            fprintf(to, "' ;;\n");
        } else {
            fprintf(to, ") %s ;;\n",
                    o->kind == CLI_FOLDER ? "_trammel_files /"
                    : o->kind == CLI_FILE ? "_trammel_files ''"
                                          : ":");
        }
    }
}

static void put_bash_command(FILE *to, const tmCommand *command) {
    const cliOption *o;
    fprintf(to, "    %s)\n        options='", command->name);
    for (int i = 0; (o = cli_option_at(command, i)); i++) {
        fprintf(to, "%s%s", i > 0 ? " " : "", o->name);
        if (o->letter) {
            fprintf(to, " -%c", o->letter);
        }
    }
    fprintf(to, "'\n");
    if (is_help(command)) {
        fprintf(to, "        operands=\"$commands\"\n");
    } else if (command->ending) {
        fprintf(to, "        ending=%s\n", command->ending);
    }
    fprintf(to, "        ;;\n");
}

static const char bash_start[] =
    "# Completion of trammel for bash; made by `trammel help --completion bash`.\n"
    "_trammel_words() {\n"
    "    mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$cur\")\n"
    "}\n"
    "_trammel_list() {\n"
    "    local before=\n"
    "    [[ $cur == *,* ]] && before=${cur%,*},\n"
    "    mapfile -t COMPREPLY < <(compgen -P \"$before\" -W \"$1\" -- \"${cur##*,}\")\n"
    "}\n"
    "_trammel_files() {\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    if [[ $1 == / ]]; then\n"
    "        mapfile -t COMPREPLY < <(compgen -d -- \"$cur\")\n"
    "    else\n"
    "        mapfile -t COMPREPLY < <(compgen -f -X \"!*$1\" -- \"$cur\"; compgen -d -- \"$cur\")\n"
    "    fi\n"
    "}\n"
    "_trammel() {\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} i\n"
    "    local options= operands= ending= over= commands='";

/* Bash takes --method=events for three words. */
static const char bash_middle[] = "'\n"
                                  "    COMPREPLY=()\n"
                                  "    if ((COMP_CWORD == 1)); then\n"
                                  "        _trammel_words \"$commands --help --version\"\n"
                                  "        return\n"
                                  "    fi\n"
                                  "    [[ $prev == '=' ]] && prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
                                  "    [[ $cur == '=' ]] && cur=\n"
                                  "    for ((i = 2; i < COMP_CWORD; i++)); do\n"
                                  "        [[ ${COMP_WORDS[i]} == -- ]] && over=1\n"
                                  "    done\n"
                                  "    case \"${COMP_WORDS[1]}\" in\n";

static const char bash_end[] = "    *)\n"
                               "        if [[ $cur == -* && ! $over ]]; then\n"
                               "            _trammel_words \"$options\"\n"
                               "        elif [[ $operands ]]; then\n"
                               "            _trammel_words \"$operands\"\n"
                               "        elif [[ $ending ]]; then\n"
                               "            _trammel_files \"$ending\"\n"
                               "        fi\n"
                               "        ;;\n"
                               "    esac\n"
                               "}\n"
                               "complete -F _trammel trammel\n";

void cli_print_bash(FILE *to) {
    fputs(bash_start, to);
    put_commands(to);
    fputs(bash_middle, to);
    for (int i = 0; cli_commands[i]; i++) {
        put_bash_command(to, cli_commands[i]);
    }
    fprintf(to, "    esac\n    case \"${over:+-- }${COMP_WORDS[1]} $prev\" in\n");
    for (int i = 0; cli_commands[i]; i++) {
        put_bash_values(to, cli_commands[i]);
    }
    fputs(bash_end, to);
}

/* ---- zsh ----------------------------------------------------------------------------------- */

/* ":FOLDER:_files -/": what an option's value is, and how to find it. */
static void put_zsh_value(FILE *to, const cliOption *o) {
    fprintf(to, "%s:", o->is_optional ? ":" : "");
    put_short(to, o->value);
    fprintf(to, ":");
    if (o->words) {
        fprintf(to, o->kind == CLI_WORDS ? "_sequence compadd - " : "(");
        put_words(to, o->words);
        fprintf(to, o->kind == CLI_WORDS ? "" : ")");
    } else {
        fprintf(to, "%s",
                o->kind == CLI_FOLDER ? "_files -/"
                : o->kind == CLI_FILE ? "_files"
                                      : " ");
    }
}

/* Names of all options that cannot stand beside this one. */
static void put_zsh_excluded(FILE *to, const tmCommand *command, const cliOption *option) {
    const cliOption *other;
    const char *gap = "(";
    for (int i = 0; !option->is_repeated && (other = cli_option_at(command, i)); i++) {
        if (other == option || (option->group && other->group == option->group)) {
            fprintf(to, "%s%s", gap, other->name);
            gap = " ";
            if (other->letter) {
                fprintf(to, " -%c", other->letter);
            }
        }
    }
    fprintf(to, option->is_repeated ? "*" : ")");
}

static void put_zsh_option(FILE *to, const tmCommand *command, const cliOption *o) {
    for (int spelling = o->letter ? 0 : 1; spelling < 2; spelling++) {
        char letter[3] = {'-', o->letter, '\0'};
        fprintf(to, " \\\n            '");
        put_zsh_excluded(to, command, o);
        fprintf(to, "%s%s[", spelling == 0 ? letter : o->name,
                !o->value        ? ""
                : o->is_optional ? "=-"
                : spelling == 0  ? "+"
                                 : "=");
        put_short(to, o->help);
        fprintf(to, "]");
        if (o->value) {
            put_zsh_value(to, o);
        }
        fprintf(to, "'");
    }
}

static void put_zsh_command(FILE *to, const tmCommand *command) {
    const cliOption *o;
    fprintf(to, "    %s)\n        _arguments -s -S", command->name);
    for (int i = 0; (o = cli_option_at(command, i)); i++) {
        put_zsh_option(to, command, o);
    }
    if (command->operand) {
        fprintf(to, " \\\n            '%s:%s:", command->max < 0 ? "*" : "", command->operand);
        if (is_help(command)) {
            fprintf(to, "(");
            put_commands(to);
            fprintf(to, ")'");
        } else {
            fprintf(to, "_files -g \"*%s(-.)\"'", command->ending);
        }
    }
    fprintf(to, "\n        ;;\n");
}

void cli_print_zsh(FILE *to) {
    fprintf(to, "#compdef trammel\n"
                "# Completion of trammel for zsh; made by `trammel help --completion zsh`.\n"
                "_trammel() {\n    local -a commands\n    commands=(\n");
    for (int i = 0; cli_commands[i]; i++) {
        fprintf(to, "        '%s:", cli_commands[i]->name);
        put_short(to, cli_commands[i]->summary);
        fprintf(to, "'\n");
    }
    fprintf(to, "    )\n"
                "    if (( CURRENT == 2 )); then\n"
                "        _describe command commands\n"
                "        return\n"
                "    fi\n"
                "    shift words\n"
                "    (( CURRENT-- ))\n"
                "    case $words[1] in\n");
    for (int i = 0; cli_commands[i]; i++) {
        put_zsh_command(to, cli_commands[i]);
    }
    fprintf(to, "    esac\n}\n"
                "if [[ $funcstack[1] == _trammel ]]; then\n"
                "    _trammel \"$@\"\n"
                "else\n"
                "    compdef _trammel trammel\n"
                "fi\n");
}

/* ---- fish ---------------------------------------------------------------------------------- */

static void put_fish_option(FILE *to, const tmCommand *command, const cliOption *o) {
    fprintf(to, "complete -c trammel -n '__fish_seen_subcommand_from %s' -l %s", command->name,
            o->name + 2);
    if (o->letter) {
        fprintf(to, " -s %c", o->letter);
    }
    if (o->value && !o->is_optional) {
        fprintf(to, o->kind == CLI_FILE ? " -rF" : " -x");
    }
    if (o->words) {
        fprintf(to, o->kind == CLI_WORDS ? " -a '(__fish_append , " : " -a '");
        put_words(to, o->words);
        fprintf(to, o->kind == CLI_WORDS ? ")'" : "'");
    } else if (o->kind == CLI_FOLDER) {
        fprintf(to, " -a '(__fish_complete_directories)'");
    }
    fprintf(to, " -d '");
    put_short(to, o->help);
    fprintf(to, "'\n");
}

static void put_fish_operand(FILE *to, const tmCommand *command) {
    if (!command->operand) {
        return;
    }
    fprintf(to, "complete -c trammel -n '__fish_seen_subcommand_from %s' ", command->name);
    if (is_help(command)) {
        fprintf(to, "-a '");
        put_commands(to);
        fprintf(to, "'\n");
    } else {
        fprintf(to, "-k -a '(__fish_complete_suffix %s)'\n", command->ending);
    }
}

void cli_print_fish(FILE *to) {
    fprintf(to, "# Completion of trammel for fish; made by `trammel help --completion fish`.\n"
                "complete -c trammel -f\n");
    for (int i = 0; cli_commands[i]; i++) {
        const tmCommand *command = cli_commands[i];
        const cliOption *o;
        fprintf(to, "complete -c trammel -n __fish_use_subcommand -a %s -d '", command->name);
        put_short(to, command->summary);
        fprintf(to, "'\n");
        for (int k = 0; (o = cli_option_at(command, k)); k++) {
            put_fish_option(to, command, o);
        }
        put_fish_operand(to, command);
    }
}
