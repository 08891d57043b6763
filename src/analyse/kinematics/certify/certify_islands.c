/* certify_islands.c: bodies that are joined to each other but not to the ground. All of them can
 * move together without changing a row: an answer that is moved like that is on the branch as well.
 * Plans hold one body of an island still, or none; certificates, which use motions of least norm,
 * hold none. */
#include "analyse/kinematics/certify/certify_private.h"

#define NONE (-1)

/* Gives blocks that a group connects the same number, the smallest; the ground's is NONE. Returns
 * whether one changed. */
static bool tie(tmiCertifier *c, const tmiCertifyGroup *group) {
    int32_t min = INT32_MAX;
    bool changed = false;
    for (int32_t k = 0; k < tmi_certify_ends(c, group); k++) {
        int32_t b = tmi_certify_block(c, group, k), island = b < 0 ? NONE : c->blocks[b].island;
        min = island < min ? island : min;
    }
    for (int32_t k = 0; k < tmi_certify_ends(c, group); k++) {
        int32_t b = tmi_certify_block(c, group, k);
        if (b >= 0 && c->blocks[b].island != min) {
            c->blocks[b].island = min;
            changed = true;
        }
    }
    return changed;
}

void tmi_certify_find_islands(tmiCertifier *c) {
    for (int32_t b = 0; b < c->block_count; b++) {
        c->blocks[b].island = b;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t g = 0; g < c->group_count; g++) {
            changed |= tie(c, &c->groups[g]);
        }
    }
}

/* The middle of a block at the start, in units of the size. */
static void start_of(const tmiCertifier *c, int32_t b, double *x, double *y) {
    tmi_certify_middle(c, b, x, y);
    *x /= c->size;
    *y /= c->size;
}

/* Centre of the island's blocks at the start, and how they have moved on average. */
typedef struct Mean {
    double x, y, dx, dy, count;
} Mean;

static Mean mean_of(const tmiCertifier *c, int32_t island) {
    Mean m = {0};
    for (int32_t b = island; b < c->block_count; b++) {
        if (c->blocks[b].island == island) {
            double x, y;
            start_of(c, b, &x, &y);
            m.x += x;
            m.y += y;
            m.dx += c->moved[3 * b];
            m.dy += c->moved[3 * b + 1];
            m.count += 1.0;
        }
    }
    return (Mean){m.x / m.count, m.y / m.count, m.dx / m.count, m.dy / m.count, m.count};
}

/* The common turn that explains most of the motion, by least squares. */
static double turn_of(const tmiCertifier *c, int32_t island, const Mean *mean) {
    double sum = 0.0, all = 0.0;
    for (int32_t b = island; b < c->block_count; b++) {
        if (c->blocks[b].island == island) {
            const double *h = &c->moved[3 * b];
            double x, y;
            start_of(c, b, &x, &y);
            x -= mean->x;
            y -= mean->y;
            sum += x * h[1] - y * h[0] + h[2];
            all += x * x + y * y + 1.0;
        }
    }
    return sum / all;
}

/* Takes the common motion back, exactly. */
static void align(const tmiCertifier *c, int32_t island) {
    Mean mean = mean_of(c, island);
    double turn = turn_of(c, island, &mean), sine, cosine;
    tmi_sincos(turn, &sine, &cosine);
    for (int32_t b = island; b < c->block_count; b++) {
        if (c->blocks[b].island == island) {
            double *h = &c->moved[3 * b], x, y;
            start_of(c, b, &x, &y);
            x -= mean.x;
            y -= mean.y;
            double px = x + h[0] - mean.dx, py = y + h[1] - mean.dy;
            h[0] = cosine * px + sine * py - x;
            h[1] = cosine * py - sine * px - y;
            h[2] -= turn;
        }
    }
}

void tmi_certify_align(const tmiCertifier *c) {
    for (int32_t b = 0; b < c->block_count; b++) {
        if (c->blocks[b].island == b) {
            align(c, b);
        }
    }
}
