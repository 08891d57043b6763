/* island_cases.c: recorded contact problems, as island_cases.h has them. */
#include "island_cases.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool read_case(FILE *file, islandCase *c) {
    if (fscanf(file, "%d %39[^\n]", &c->count, c->scene) != 2 || c->count < 1 ||
        c->count > ISLAND_CASE_POINTS) {
        return false;
    }
    bool good = true;
    for (int32_t i = 0; i < c->count && good; i++) {
        good = fscanf(file, "%lf %lf %lf", &c->friction[i], &c->b[2 * i], &c->b[2 * i + 1]) == 3;
    }
    int32_t rows = 2 * c->count;
    for (int32_t r = 0; r < rows && good; r++) {
        for (int32_t k = 0; k <= r && good; k++) {
            good = fscanf(file, "%lf", &c->w[r * rows + k]) == 1;
            c->w[k * rows + r] = c->w[r * rows + k];
        }
    }
    return good;
}

int32_t island_cases_read(islandCase *all) {
    FILE *file = fopen(EXAMPLES "/../tests/support/island_cases.txt", "rb");
    int32_t count = 0;
    while (file && count < ISLAND_CASES && read_case(file, &all[count])) {
        count++;
    }
    bool whole = file && feof(file);
    if (file) {
        fclose(file);
    }
    return whole ? count : 0;
}

tmiContactIsland island_of_case(const islandCase *c) {
    return (tmiContactIsland){c->count, c->w, c->b, c->friction};
}

void lcp_of_island(lcpCase *to, const tmiContactIsland *island) {
    int32_t n = 4 * island->count;
    memset(to->m, 0, sizeof(double) * (size_t)(n * n));
    to->n = n;
    for (int32_t r = 0; r < n; r++) {
        int32_t i = r / 4, kind = r % 4;
        double sign = kind == 2 ? -1.0 : 1.0;
        const double *row = island->w + (2 * i + (kind > 0)) * 2 * island->count;
        to->q[r] = kind == 3 ? 0.0 : sign * island->b[2 * i + (kind > 0)];
        for (int32_t j = 0; j < n && kind < 3; j++) {
            double value = row[2 * (j / 4) + (j % 4 > 0)];
            to->m[r * n + j] += j % 4 == 3 ? 0.0 : sign * (j % 4 == 2 ? -value : value);
        }
        if (kind == 1 || kind == 2) {
            to->m[r * n + 4 * i + 3] = 1.0;
            to->m[(4 * i + 3) * n + r] = -1.0;
        }
        if (kind == 0) {
            to->m[(4 * i + 3) * n + r] = island->friction[i];
        }
    }
    lcp_case_close(to);
}

void lcp_bounded_of_island(lcpCase *to, const tmiContactIsland *island) {
    to->n = 2 * island->count;
    memcpy(to->m, island->w, sizeof(double) * (size_t)(to->n * to->n));
    memcpy(to->q, island->b, sizeof(double) * (size_t)to->n);
    for (int32_t i = 0; i < island->count; i++) {
        to->low[2 * i] = 0.0;
        to->high[2 * i] = (double)INFINITY;
        to->of[2 * i] = -1;
        to->low[2 * i + 1] = -island->friction[i];
        to->high[2 * i + 1] = island->friction[i];
        to->of[2 * i + 1] = 2 * i;
    }
    to->lcp = (tmiLcp){tmi_matrix(to->m, to->n, to->n), to->q, to->low, to->high, to->of};
}
