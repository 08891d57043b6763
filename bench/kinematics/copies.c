/* copies.c: renamed, shuffled, rotated and perturbed linkages. */
#include "copies.h"
#include "measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sets of random numbers for one amount, and how often the amount is halved. */
#define TRIES 10
#define HALVINGS 6

Linkage *copy_renamed(const Linkage *linkage) {
    Linkage *l = linkage_copy(linkage);
    uint64_t seed = 7;
    for (int i = 1; i < l->body_count; i++) {
        snprintf(l->bodies[i].name, LINKAGE_NAME, "%.12f", linkage_random(&seed, 0.0, 1.0));
    }
    for (int i = 0; i < l->feature_count; i++) {
        snprintf(l->features[i].name, LINKAGE_NAME, "%.12f", linkage_random(&seed, 0.0, 1.0));
    }
    for (int i = 0; i < l->joint_count; i++) {
        snprintf(l->joints[i].name, LINKAGE_NAME, "%.12f", linkage_random(&seed, 0.0, 1.0));
    }
    return l;
}

/* ---- Shuffled ------------------------------------------------------------------------------ */

/* A random order of 0 … count - 1 in which the first `fixed` stay: to[i] is the new place of i. */
static int *shuffle(int count, int fixed, uint64_t *seed) {
    int *to = linkage_take((size_t)count, sizeof *to);
    for (int i = 0; i < count; i++) {
        to[i] = i;
    }
    for (int i = count - 1; i > fixed; i--) {
        int k = fixed + (int)linkage_random(seed, 0.0, i + 1 - fixed);
        int kept = to[i];
        to[i] = to[k];
        to[k] = kept;
    }
    return to;
}

Linkage *copy_shuffled(const Linkage *from) {
    uint64_t seed = 11;
    Linkage *l = linkage_copy(from);
    int *body = shuffle(l->body_count, 1, &seed);
    int *feature = shuffle(l->feature_count, 0, &seed);
    int *joint = shuffle(l->joint_count, 0, &seed);
    for (int i = 0; i < l->body_count; i++) {
        l->bodies[body[i]] = from->bodies[i];
    }
    for (int i = 0; i < l->feature_count; i++) {
        l->features[feature[i]] = from->features[i];
        l->features[feature[i]].body = body[from->features[i].body];
    }
    for (int i = 0; i < l->joint_count; i++) {
        bool swapped = linkage_random(&seed, 0.0, 1.0) < 0.5;
        LinkageJoint *j = &l->joints[joint[i]];
        *j = from->joints[i];
        j->feature[swapped] = feature[from->joints[i].feature[0]];
        j->feature[!swapped] = feature[from->joints[i].feature[1]];
    }
    l->driver = joint[from->driver];
    free(body);
    free(feature);
    free(joint);
    linkage_finish(l);
    return l;
}

/* ---- Rotated ------------------------------------------------------------------------------- */

static void carry(double *x, double *y) {
    const double turn = 0.7, along[2] = {3.1, -1.7};
    double c = cos(turn), s = sin(turn), before = *x;
    *x = along[0] + c * before - s * *y;
    *y = along[1] + s * before + c * *y;
}

Linkage *copy_rotated(const Linkage *linkage) {
    Linkage *l = linkage_copy(linkage);
    for (int i = 1; i < l->body_count; i++) {
        carry(&l->bodies[i].x, &l->bodies[i].y);
        l->bodies[i].angle += 0.7;
    }
    for (int i = 0; i < l->feature_count; i++) {
        if (l->features[i].body == 0) {
            carry(&l->features[i].x, &l->features[i].y);
        }
    }
    linkage_finish(l);
    return l;
}

/* ---- Perturbed ----------------------------------------------------------------------------- */

/* Distance to the nearest other feature of the same body; infinite when there is none. */
static double nearest(const Linkage *l, int feature) {
    const LinkageFeature *f = &l->features[feature];
    double min = INFINITY;
    for (int i = 0; i < l->feature_count; i++) {
        const LinkageFeature *g = &l->features[i];
        if (i != feature && g->body == f->body) {
            min = fmin(min, hypot(f->x - g->x, f->y - g->y));
        }
    }
    return min;
}

/* Closes the joints by Newton's method, the crank left as it is. False when they do not. */
static bool assemble(Linkage *l) {
    tmMechanism *m = NULL;
    tmPlan *plan = NULL;
    tmJointId driver = {0};
    double value;
    tmSolveInfo info;
    bool good = linkage_build(l, &m, &driver) == TM_OK &&
                linkage_plan(m, driver, TM_PLAN_NEWTON, false, &plan) == TM_OK &&
                tm_plan_values(plan, &value) == TM_OK &&
                tm_plan_move(plan, &value, &info) == TM_OK && info.outcome == TM_MOVE_DONE;
    for (int i = 1; good && i < l->body_count; i++) {
        tmPose pose = tm_plan_poses(plan)[i];
        l->bodies[i].x = pose.x;
        l->bodies[i].y = pose.y;
        l->bodies[i].angle = atan2(pose.s, pose.c);
    }
    tm_plan_destroy(plan);
    tm_mechanism_destroy(m);
    return good;
}

static Linkage *perturb(const Linkage *linkage, double amount, uint64_t seed) {
    Linkage *l = linkage_copy(linkage);
    for (int i = 0; i < l->feature_count; i++) {
        double far = nearest(linkage, i);
        double radius = isinf(far) ? 0.0 : far * linkage_random(&seed, 0.0, 0.5 * amount);
        double angle = linkage_random(&seed, -3.14, 3.14);
        l->features[i].x += radius * cos(angle);
        l->features[i].y += radius * sin(angle);
    }
    if (!assemble(l)) {
        linkage_free(l);
        return NULL;
    }
    linkage_finish(l);
    return l;
}

Linkage *copy_perturbed(const Linkage *linkage, double *amount) {
    for (int halving = 0; halving < HALVINGS; halving++, *amount *= 0.5) {
        for (uint64_t seed = 1; seed <= TRIES; seed++) {
            Linkage *l = perturb(linkage, *amount, seed);
            if (l && measure_closes(l, &system_trammel_newton)) {
                return l;
            }
            linkage_free(l);
        }
    }
    return NULL;
}
