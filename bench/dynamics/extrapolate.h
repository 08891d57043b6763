/* extrapolate.h: integrates y' = f(t, y) in long double by extrapolation: the modified midpoint
 * rule with 2, 4, … 16 steps, whose error has only even powers, so that the last of eight columns
 * has order 16. Gragg; [Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.9].
 */
#ifndef DYN_EXTRAPOLATE_H
#define DYN_EXTRAPOLATE_H

typedef long double dynReal;

typedef void dynRateFn(void *context, const dynReal *y, dynReal *rates);

/* Moves `y`, `count` numbers, from 0 to `end`; a step may make errors up to `tolerance`. */
void dyn_extrapolate(dynRateFn *rates, void *context, int count, dynReal end, dynReal tolerance,
                     dynReal *y);

#endif
