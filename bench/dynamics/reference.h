/* reference.h: converged motions to measure errors against, by means that no contender shares:
 * extrapolation of order 16 in long double. */
#ifndef DYN_REFERENCE_H
#define DYN_REFERENCE_H

#include "scene.h"

/* Puts the centres of all bodies at the scene's end into `positions`, three numbers a body, the
 * ground's first. `tolerance` is the error that a step may make, of lengths and speeds of 1. */
void dyn_reference(const dynScene *scene, double tolerance, double *positions);

#endif
