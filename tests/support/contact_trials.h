/* contact_trials.h: what the files that make and judge random scenes of contact share. */
#ifndef TM_TEST_CONTACT_TRIALS_H
#define TM_TEST_CONTACT_TRIALS_H

#include "contact_campaigns.h"

#define PI 3.14159265358979323846
#define DOWN (-0.5 * PI) /* the angle of weight [rad] */
#define G 9.81           /* [m/s^2] */

/* Scenes in which bodies tumble: write the text and what is expected; run it and decide. */
void make_corner(ContactTrial *trial, uint64_t *seed);
bool judge_corner(const ContactTrial *trial, ContactRun *run);
void make_wall(ContactTrial *trial, uint64_t *seed);
bool judge_wall(const ContactTrial *trial, ContactRun *run);
void make_pile(ContactTrial *trial, uint64_t *seed);
bool judge_pile(const ContactTrial *trial, ContactRun *run);

/* Scenes that are their own mirror images. */
void make_mirrored(ContactTrial *trial, uint64_t *seed);
bool judge_mirrored(const ContactTrial *trial, ContactRun *run);

/* Scenes on which nothing acts from outside: impacts by all laws and orders. */
void make_clash(ContactTrial *trial, uint64_t *seed);
void make_joined(ContactTrial *trial, uint64_t *seed);
bool judge_clash(const ContactTrial *trial, ContactRun *run);
void make_cradle(ContactTrial *trial, uint64_t *seed);
bool judge_cradle(const ContactTrial *trial, ContactRun *run);

#endif
