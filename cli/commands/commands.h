/* commands.h: the commands; each is in the file of its name, `version` in that of `help`. */
#ifndef TM_CLI_COMMANDS_H
#define TM_CLI_COMMANDS_H

#include "call/call.h"

extern const tmCommand command_animate;
extern const tmCommand command_bits;
extern const tmCommand command_check;
extern const tmCommand command_complete;
extern const tmCommand command_edit;
extern const tmCommand command_equations;
extern const tmCommand command_fmt;
extern const tmCommand command_help;
extern const tmCommand command_mechanisms;
extern const tmCommand command_report;
extern const tmCommand command_show;
extern const tmCommand command_simulate;
extern const tmCommand command_version;

#endif
