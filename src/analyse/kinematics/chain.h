/* chain.h: rods in a row between two known points: the least turning that makes the ends meet.
 *
 * Such a chain of n rods has n unknowns, the rods' angles, and two equations. It has freedoms left,
 * so a metric must choose: the sum of (length times turn)^2 of the rods, as everywhere in the
 * numerical part (newton.h). Then every step is a system of two equations, and costs one sweep. */
#ifndef TMI_CHAIN_H
#define TMI_CHAIN_H

#include "base/base.h"
#include "trammel/analyse.h"

/* A link that has two pins and nothing else. */
typedef struct tmiRod {
    int32_t node;     /* the body, or the axes of the cluster */
    int32_t pins[2];  /* edges of the graph, in the order of the chain */
    int32_t point[2]; /* registers of its ends in the world */
    double x, y;      /* unit vector from its first pin to its second, in the node's axes */
    double length;    /* [m] */
} tmiRod;

/* Rods first … first + count - 1, each one's second pin the next one's first. */
typedef struct tmiChain {
    int32_t first, count;
} tmiChain;

typedef struct tmiChains {
    tmiRod *rods;
    int32_t rod_count;
    tmiChain *chains;
    int32_t chain_count;
    double *inverse; /* of each rod's length */
    double *ux, *uy; /* of each rod: its direction in the world */
    double *vx, *vy; /* the same before the step under way */
} tmiChains;

/* Sorts the rods into chains. `pin_rods` tells, for both sides of each pin, the rod there or -1.
 * False when some form a ring. Memory is the arena's; TM_ERR_MEMORY through *status. */
bool tmi_chains_sort(tmiChains *chains, tmiArena *arena, const int32_t (*pin_rods)[2],
                     tmStatus *status);

/* Reads the directions off the nodes' poses. */
void tmi_chains_load(tmiChains *chains, const tmPose *poses);

/* Turns the rods until every chain's end is within `tolerance` [m] of its point, in at most `most`
 * steps for each chain, and puts the points between them into `registers`. Returns whether it got
 * there; *stationary tells that a step no longer helped. *iterations and *residual are set. */
bool tmi_chains_move(tmiChains *chains, double *registers, double tolerance, int32_t most,
                     int32_t *iterations, double *residual, bool *stationary);

#endif
