/* judge.h: what came out of a run, by code that knows no engine: the largest penetration of any two
 * bodies after any step, whether the outcome is right, and how far it is from the analytic one. */
#ifndef CON_JUDGE_H
#define CON_JUDGE_H

#include "scene.h"

/* All states of a run: those after step i at states + i * body_count; those at the start first. */
typedef struct conTrack {
    const conScene *scene;
    conState *states;
} conTrack;

#define CON_OVERLAP 0.01 /* of bodies' sizes: more is not a right outcome */

typedef struct conVerdict {
    bool is_right;      /* as to how bodies move and where they end */
    double error;       /* what it is of stands beside each scene in bench_contact.c [1] */
    double penetration; /* as part of the size of the smaller body [1] */
} conVerdict;

/* Judges a run by what its scene asks for. */
typedef void conJudgeFn(const conTrack *track, conVerdict *verdict);

conJudgeFn con_judge_peg, con_judge_ramp, con_judge_tiles, con_judge_stays, con_judge_tips,
    con_judge_lands, con_judge_bullet, con_judge_rod, con_judge_between, con_judge_pile,
    con_judge_geneva;

/* Puts the verdict on all of it into *verdict. States that are not numbers are wrong. */
void con_judge(const conTrack *track, conJudgeFn *judge, conVerdict *verdict);

/* How deep two bodies are in each other [m], 0 where they are apart: by the separating axes of all
 * their pieces. */
double con_depth(const conBody *a, const conState *at_a, const conBody *b, const conState *at_b);

#endif
