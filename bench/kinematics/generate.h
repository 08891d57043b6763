/* generate.h: the two families of the reference set for any number of links, by stated rules. */
#ifndef TM_BENCH_GENERATE_H
#define TM_BENCH_GENERATE_H

#include "linkage.h"

/* Stress-n: n links with the ground, n even and at least 4: a crank and (n - 2) / 2 dyads, each a
 * coupler and a rocker on the ground; the rocker's other arm drives the next dyad. A rocker is laid
 * out to swing by about 24 degrees either way about a good transmission angle, so that the motion
 * neither dies out nor runs away. */
Linkage *generate_stress(int n);

/* Chain-n: n moving links in a row from the ground to the ground, the first of them the crank, laid
 * on an arc. It has n - 3 freedoms besides the crank's. The lengths differ, so that no joint can
 * come to rest on the crank's pivot. */
Linkage *generate_chain(int n);

/* The one that is called "Stress-n" or "Chain-n"; null for another name. */
Linkage *generate_named(const char *name);

#endif
