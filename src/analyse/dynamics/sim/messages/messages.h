/* messages.h: messages of a simulation: why it cannot start or go on, and what nothing prescribes;
 * with the words, numbers and names that they are made of. */
#ifndef TMI_MESSAGES_H
#define TMI_MESSAGES_H

#include "analyse/dynamics/sim/sim.h"

/* ---- sim_fail.c ------------------------------------------------------------------------------ */

/* Ends the run at its last good state, with a message that gives the reason. */
void tmi_sim_fail(tmSim *sim, tmStatus why, double time);

/* Says that the contacts of two bodies do not settle, or that no forces keep these apart. */
struct tmiSimWords;
void tmi_sim_say_apart(const tmSim *sim, struct tmiSimWords *words);

/* ---- sim_report_start.c ---------------------------------------------------------------------- */

/* Say why a run cannot start, and that a limit is passed at the start. TM_ERR_TEXT after errors. */
tmStatus tmi_sim_report_start(tmSim *sim, tmStatus why, tmDiags *diags);
tmStatus tmi_sim_report_limit(tmSim *sim, int32_t limit, tmDiags *diags);

/* Report that two bodies overlap at the start, how many other pairs do, and whether they were moved
 * apart; and that a body is too small for the coordinates of its world. */
tmStatus tmi_sim_report_overlap(tmSim *sim, const tmiOverlap *overlap, int32_t more, bool apart,
                                tmDiags *diags);
tmStatus tmi_sim_report_rounding(tmSim *sim, int32_t body, double length, double rounding,
                                 tmDiags *diags);

/* A model for study is asked for in space: TM_ERR_TEXT. */
tmStatus tmi_sim_report_model(tmSim *sim, tmDiags *diags);

/* ---- sim_kinematic.c ------------------------------------------------------------------------- */

/* Notes what nothing prescribes where dynamics is left out, and which forces do nothing. */
tmStatus tmi_sim_report_free(const tmSim *sim, tmDiags *diags);

/* ---- sim_words.c ----------------------------------------------------------------------------- */

#define TMI_CODE_SIM 1811
#define TMI_CODE_START 1812
#define TMI_CODE_LIMIT 1813
#define TMI_CODE_FREE 1814

#define TMI_SIM_WORDS 400

typedef struct tmiSimWords {
    char message[TMI_SIM_WORDS], hint[TMI_SIM_WORDS];
    tmiText text, advice;
} tmiSimWords;

void tmi_words_begin(tmiSimWords *words);

/* Add a number with four significant digits, and names in quotes. */
void tmi_words_number(tmiText *text, double value, const char *unit);
void tmi_words_body(const tmSim *sim, tmiText *text, int32_t body);
void tmi_words_joint(const tmSim *sim, tmiText *text, int32_t joint);

/* Says why the motion equations have no solution. */
void tmi_words_no_solution(const tmiSystem *s, tmiSimWords *words, tmStatus why);

/* Add the message to `diags`: about a body (0 or less: none), about two, at the place of the first
 * that moves, about a joint (-1: none). */
tmStatus tmi_words_add_body(const tmSim *sim, tmiSimWords *words, tmSeverity severity,
                            uint32_t code, int32_t body, tmDiags *diags);
tmStatus tmi_words_add_bodies(const tmSim *sim, tmiSimWords *words, tmSeverity severity,
                              uint32_t code, const int32_t bodies[2], tmDiags *diags);
tmStatus tmi_words_add_joint(const tmSim *sim, tmiSimWords *words, tmSeverity severity,
                             uint32_t code, int32_t joint, tmDiags *diags);

#endif
