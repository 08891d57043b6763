/* variant.h: one way to compute all poses: a program, and the angles that it has to guess.
 *
 * A knot that contraction cannot untie is torn at one to four pins; the angles there are guessed,
 * the program places everything, and what is left open at double pins tells how to turn the
 * guesses. Which pins are torn matters: an inner closed form of one way may pass its own dead
 * centre where the mechanism itself is regular. So a plan has several ways, and changes between
 * them. Without guesses there is one. */
#ifndef TMI_VARIANT_H
#define TMI_VARIANT_H

#include "analyse/kinematics/chain_make.h"
#include "analyse/kinematics/newton.h"
#include "analyse/kinematics/tear.h"

/* Moves whose rates predict the next one. */
#define TMI_RATES 3

typedef struct tmiGuess {
    int32_t edge;
    int32_t direction;      /* register: end 1's node seen from end 0's */
    double good[2];         /* where the last good move left it */
    double turned;          /* in the try under way [rad] */
    double rate[TMI_RATES]; /* turn for each unit of the input, in the last moves */
} tmiGuess;

typedef struct tmiVariant {
    tmiContraction contraction;
    tmiEmitter emitter;
    tmiProgram program;
    int32_t known_ops;  /* steps before this need no guess */
    int32_t closed_ops; /* steps from there to here must run to see whether a guess is right */
    int32_t *node_pose; /* register of each node's pose */
    tmiGuess guesses[TMI_TEAR_MOST];
    int32_t guess_count;
    int32_t *sharp; /* steps that depend on guesses and have dead centres */
    int32_t sharp_count;
    double *slopes; /* of each register, along one guess */
    double *gaps;   /* what is open at the double pins [m] */
    double *matrix, *work;
    int32_t *int_work;
    int32_t *idle; /* edges with an input that no step reads, since others place both ends */
    int32_t idle_count;
    int32_t moves;  /* good ones in a row with this variant, at most TMI_RATES count */
    bool all_used;  /* every edge of the graph is a step of a closed form: none is only redundant */
    bool proven;    /* a full check found all joints closed; see plan.c */
    bool numerical; /* contraction left something: */
    bool chained;   /* chains of rods only */
    tmiChains chains;
    tmiNewton newton; /* anything else */
} tmiVariant;

/* Makes the program, with these edges guessed. variant->program must be initialised. */
tmStatus tmi_variant_make(tmiVariant *variant, tmiArena *arena, const tmiGraph *graph,
                          const int32_t *tears, int32_t tear_count, tmiNewtonUse use);

/* Reads the guesses and the sides of the closed forms off the nodes' poses. */
void tmi_variant_follow(tmiVariant *variant, const tmiGraph *graph, const tmPose *poses);

typedef enum tmiGuessing { TMI_GUESS_DONE, TMI_GUESS_STUCK, TMI_GUESS_ENDLESS } tmiGuessing;

/* Turns the guesses until every gap is at most `tolerance` [m]. Steps before known_ops must have
 * run. `step` is how far the only input goes and `before` how far it went in the last TMI_RATES
 * moves; 0 where there is no such thing. */
tmiGuessing tmi_variant_solve(tmiVariant *variant, const double *values, double tolerance,
                              int32_t most, double step, const double *before, int32_t *iterations);

/* Takes the guesses as good ones; `step` as above. */
void tmi_variant_accept(tmiVariant *variant, double step);

/* Returns how far the closed forms that depend on guesses are from their dead centres: 1 is
 * perfect, 0 flat. 1 when there are none. */
double tmi_variant_margin(const tmiVariant *variant);

/* Returns whether all of them are farther than `margin`; quicker than to ask how far. */
bool tmi_variant_is_safe(const tmiVariant *variant, double margin);

#endif
