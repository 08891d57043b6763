/* sim_words.h: messages of a simulation, made of words, numbers and names. */
#ifndef TMI_SIM_WORDS_H
#define TMI_SIM_WORDS_H

#include "analyse/dynamics/sim/sim_private.h"

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

/* Add a number with four digits that count, and names in quotes. */
void tmi_words_number(tmiText *text, double value, const char *unit);
void tmi_words_body(const tmSim *sim, tmiText *text, int32_t body);
void tmi_words_joint(const tmSim *sim, tmiText *text, int32_t joint);

/* Add the message to `diags`: about a body (0 or less: none), about two, at the place of the first
 * that moves, about a joint (-1: none). */
tmStatus tmi_words_add_body(const tmSim *sim, tmiSimWords *words, tmSeverity severity,
                            uint32_t code, int32_t body, tmDiags *diags);
tmStatus tmi_words_add_bodies(const tmSim *sim, tmiSimWords *words, tmSeverity severity,
                              uint32_t code, const int32_t bodies[2], tmDiags *diags);
tmStatus tmi_words_add_joint(const tmSim *sim, tmiSimWords *words, tmSeverity severity,
                             uint32_t code, int32_t joint, tmDiags *diags);

#endif
