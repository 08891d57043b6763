/* test_certify_joints.c: certificates of linkages with sliders, slots and distances, against their
 * closed forms. */
#include "certifier.h"
#include "linkages.h"

#include <string.h>

#define BODIES 4

typedef struct Tally {
    int certificates, refused, arcs_met;
    double gone;
} Tally;

/* A crank a about the origin, a rod b to a block that slides on the line y = h, driven at the crank
 * or at the block; the rod is a body or a distance. */
typedef struct Slider {
    double a, b, h;
    bool distance, at_block;
    tmMechanism *m;
    tmInput input;
} Slider;

static tmStatus slider_build(tmTest *t, Slider *k) {
    tmStatus status = tm_mechanism_create(&t->allocator, &k->m);
    linkage l = linkage_of(k->m, NULL);
    l.status = status;
    tmBodyId crank = linkage_body(&l, 0, 0, 0), block = linkage_body(&l, 0, k->h, 0);
    tmJointId drive = linkage_pin(&l, l.ground, crank, 0, 0);
    tmJointId slide = linkage_slider(&l, l.ground, block, 0, k->h, 0, 0);
    if (k->distance) {
        linkage_joint(&l, TM_JOINT_DISTANCE, linkage_mark(&l, crank, k->a, 0, 0),
                      linkage_mark(&l, block, 0, k->h, 0), k->b);
    } else {
        tmBodyId rod = linkage_body(&l, 0, 0, 0);
        tmFeatureId a = linkage_mark(&l, crank, k->a, 0, 0), b = linkage_mark(&l, rod, 0, 0, 0);
        linkage_joint(&l, TM_JOINT_REVOLUTE, a, b, 0);
        linkage_joint(&l, TM_JOINT_REVOLUTE, linkage_mark(&l, rod, k->b, 0, 0),
                      linkage_mark(&l, block, 0, k->h, 0), 0);
    }
    k->input = k->at_block ? linkage_displacement(slide) : linkage_angle(drive);
    return l.status;
}

/* The bodies' axes are at their first points. */
static bool slider_poses(const Slider *k, double value, int side, tmPose *poses) {
    double angle = value, x;
    if (k->at_block) {
        double e = hypot(value, k->h),
               cosine = (k->a * k->a + e * e - k->b * k->b) / (2 * k->a * e);
        if (!(fabs(cosine) <= 1.0)) {
            return false;
        }
        angle = atan2(k->h, value) + side * acos(cosine);
        x = value;
    } else {
        double height = k->h - k->a * sin(angle);
        if (!(fabs(height) <= k->b)) {
            return false;
        }
        x = k->a * cos(angle) + side * sqrt(k->b * k->b - height * height);
    }
    poses[0] = (tmPose){0.0, 0.0, 1.0, 0.0};
    poses[1] = (tmPose){0.0, 0.0, cos(angle), sin(angle)};
    poses[2] = (tmPose){x, k->h, 1.0, 0.0};
    double bx = k->a * cos(angle), by = k->a * sin(angle);
    poses[3] = (tmPose){bx, by, (x - bx) / k->b, (k->h - by) / k->b};
    return true;
}

TEST(sliders_and_distances_keep_their_branch) {
    uint64_t state = 64;
    Tally tally = {0};
    int kept = t->defer_count;
    for (int i = 0; i < 1200; i++) {
        Slider k = {.a = test_uniform(&state, 0.3, 2.0), .b = test_uniform(&state, 0.3, 3.0)};
        k.h = test_uniform(&state, -1.0, 1.0);
        k.distance = i & 1;
        k.at_block = i & 2;
        tmStatus status = slider_build(t, &k);
        DEFER(tm_mechanism_destroy, k.m);
        MUST(status);
        tmiCertifier *c = certifier_open(t, k.m, k.input, &status);
        MUST(status);
        int side = test_between(&state, 0, 1) ? 1 : -1;
        double at = test_uniform(&state, -3.0, 3.0), to = test_uniform(&state, -6.0, 6.0);
        tmPose poses[BODIES], next[BODIES], other[BODIES];
        for (int step = 0; step < 12 && slider_poses(&k, at, side, poses); step++) {
            tmiCertificate found = tmi_certify(c, poses, &at, &to, NULL);
            double end = found.part < 1.0 ? at + found.part * (to - at) : to;
            tally.certificates++;
            tally.refused += found.part == 0.0;
            if (found.part == 0.0) {
                break;
            }
            for (int s = 0; s <= 50; s++) {
                CHECK(slider_poses(&k, at + s / 50.0 * (end - at), side, next) || s == 50);
            }
            if (slider_poses(&k, end, side, next) && slider_poses(&k, end, -side, other)) {
                CHECK(tmi_certificate_holds(c, found.part, next));
                CHECK(!tmi_certificate_holds(c, found.part, other));
            }
            tally.gone += fabs(end - at);
            at = end;
        }
        test_run_defers(t, kept);
    }
    CHECK(tally.certificates > 3000 && tally.refused < tally.certificates / 100);
    CHECK(tally.gone / tally.certificates > 0.05);
}

/* A crank's pin in the slot of a link that turns about (g, 0): the line moves, and a proof must not
 * take the link for one that is turned by half a turn. */
TEST(slot_of_a_moving_link_is_certified) {
    uint64_t state = 65;
    int kept = t->defer_count;
    double gone = 0.0;
    int certificates = 0;
    for (int i = 0; i < 300; i++) {
        double a = test_uniform(&state, 0.5, 2.0), g = test_uniform(&state, 0.5, 2.0);
        tmMechanism *m;
        MUST(tm_mechanism_create(&t->allocator, &m));
        DEFER(tm_mechanism_destroy, m);
        linkage l = linkage_of(m, NULL);
        tmBodyId crank = linkage_body(&l, 0, 0, 0), link = linkage_body(&l, 0, 0, 0);
        tmJointId drive = linkage_pin(&l, l.ground, crank, 0, 0);
        linkage_joint(&l, TM_JOINT_REVOLUTE, linkage_mark(&l, l.ground, g, 0, 0),
                      linkage_mark(&l, link, 0, 0, 0), 0);
        linkage_joint(&l, TM_JOINT_SLOT, linkage_mark(&l, link, 0, 0, 0),
                      linkage_mark(&l, crank, a, 0, 0), 0);
        MUST(l.status);
        tmStatus status;
        tmiCertifier *c = certifier_open(t, m, linkage_angle(drive), &status);
        MUST(status);
        double at = test_uniform(&state, 0.3, 6.0), to = at + 10.0;
        for (int step = 0; step < 10; step++) {
            tmPose poses[3] = {{0, 0, 1, 0}}, other[3];
            double ends[2] = {at, 0.0};
            tmiCertificate found = {0};
            for (int end = 0; end < 2; end++) {
                double x = a * cos(ends[end]) - g, y = a * sin(ends[end]), r = hypot(x, y);
                poses[1] = (tmPose){0, 0, cos(ends[end]), sin(ends[end])};
                poses[2] = (tmPose){g, 0, x / r, y / r};
                if (end == 0) {
                    found = tmi_certify(c, poses, &at, &to, NULL);
                    REQUIRE(found.part > 0.0);
                    ends[1] = at + found.part * (to - at);
                }
            }
            CHECK(tmi_certificate_holds(c, found.part, poses));
            memcpy(other, poses, sizeof other);
            other[2].c = -poses[2].c;
            other[2].s = -poses[2].s;
            CHECK(!tmi_certificate_holds(c, found.part, other));
            gone += ends[1] - at;
            certificates++;
            at = ends[1];
        }
        test_run_defers(t, kept);
    }
    CHECK(gone / certificates > 0.1);
}

TEST_MAIN(CASE(sliders_and_distances_keep_their_branch), CASE(slot_of_a_moving_link_is_certified))
