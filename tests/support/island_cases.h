/* island_cases.h: contact problems of our own scenes, which tests/tools/record_islands.c wrote to
 * island_cases.txt, and how the solvers of linear complementarity problems see them. */
#ifndef TM_TEST_ISLAND_CASES_H
#define TM_TEST_ISLAND_CASES_H

#include "analyse/contact/island/island.h"
#include "lcp_problems.h"

#define ISLAND_CASE_POINTS 10
#define ISLAND_CASES 300

typedef struct islandCase {
    char scene[40];
    int32_t count;
    double friction[ISLAND_CASE_POINTS];
    double b[2 * ISLAND_CASE_POINTS];
    double w[4 * ISLAND_CASE_POINTS * ISLAND_CASE_POINTS];
} islandCase;

/* Reads all cases into room for ISLAND_CASES; how many there are, 0 when the file is not right. */
int32_t island_cases_read(islandCase *all);

tmiContactIsland island_of_case(const islandCase *c);

/* In the form of [ST96], the four unknowns p, t+, t- and s of each point in turn; and with bounds,
 * p and t of each point in turn. */
void lcp_of_island(lcpCase *to, const tmiContactIsland *island);
void lcp_bounded_of_island(lcpCase *to, const tmiContactIsland *island);

#endif
