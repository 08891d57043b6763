/* forces.h: rates and forces of driven mechanisms against their moves. */
#ifndef TM_BENCH_FORCES_H
#define TM_BENCH_FORCES_H

/* Times tm_animation_move and tm_animation_solve of some animations, about `seconds` of processor
 * time each in a round, and prints both with their ratio and its target. Returns how many miss
 * the target. */
int forces_compare(double seconds);

#endif
