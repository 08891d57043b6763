/* test_pair_scales.c: lengths times a power of two give everything times it, to the bit: no length
 * is built into the geometry of contact. */
#include "contacts.h"

#include <math.h>
#include <string.h>

/* Two pieces at the start and at the end of a step. */
typedef struct scene {
    contactPiece a0, b0, a, b;
} scene;

static void make_scene(uint64_t *seed, int round, scene *s) {
    if (round % 4 == 0) {
        make_contact_box(&s->a, 1.0, 0.5, 0.0);
        make_contact_box(&s->b, 0.75, 0.5, 0.0);
    } else if (round % 4 == 1) {
        make_contact_capsule(&s->a, 0.7, 0.2);
        make_contact_random(&s->b, seed, 0.5, 0.3, 0.0);
    } else {
        make_contact_random(&s->a, seed, 1.0, 0.6, round % 4 == 2 ? 0.0 : 0.3);
        make_contact_random(&s->b, seed, 0.5, 1e-4, 0.0);
    }
    make_contact_scaled(&s->a0, &s->a, 1.0);
    make_contact_scaled(&s->b0, &s->b, 1.0);
    contactPiece *pieces[4] = {&s->a0, &s->b0, &s->a, &s->b};
    for (int i = 0; i < 4; i++) {
        const bool aligned = round % 4 == 0;
        put_contact_piece(pieces[i],
                          aligned ? 0.1 * test_between(seed, -9, 9) : test_uniform(seed, -1, 1),
                          aligned ? 0.5 * (i % 2) : test_uniform(seed, -1, 1),
                          aligned ? 0.0 : test_uniform(seed, -3.0, 3.0));
    }
}

static void scale_piece(contactPiece *to, const contactPiece *from, double scale) {
    make_contact_scaled(to, from, scale);
    to->frame = from->frame;
    to->frame.position[0] *= scale;
    to->frame.position[1] *= scale;
    tmi_contact_piece_set_pose(&to->placed, &to->frame);
}

static bool check_gaps(tmTest *t, const scene *s, const scene *z, double scale) {
    int32_t rows[2], seen[2][256];
    CHECK(tmi_contact_separation(&z->a.placed, &z->b.placed, &rows[1]) ==
          scale * tmi_contact_separation(&s->a.placed, &s->b.placed, &rows[0]));
    CHECK(rows[0] == rows[1]);
    for (int32_t row = 0; row < tmi_contact_rows(&s->a.placed, &s->b.placed); row++) {
        if (!CHECK(tmi_contact_gap(&z->a.placed, &z->b.placed, row) ==
                   scale * tmi_contact_gap(&s->a.placed, &s->b.placed, row))) {
            return false;
        }
    }
    const int32_t count = tmi_contact_visible(&s->a.placed, &s->b.placed, 0.1, seen[0]);
    return CHECK(tmi_contact_visible(&z->a.placed, &z->b.placed, 0.1 * scale, seen[1]) == count &&
                 memcmp(seen[0], seen[1], (size_t)count * sizeof seen[0][0]) == 0);
}

static bool check_points(tmTest *t, const scene *s, const scene *z, double scale) {
    for (int32_t row = 0; row < tmi_contact_rows(&s->a.placed, &s->b.placed); row++) {
        tmiContactPoint p[2], q[2];
        const int32_t count = tmi_contact_points(&s->a.placed, &s->b.placed, &s->a0.placed,
                                                 &s->b0.placed, row, 0.1, 0.01, p);
        if (!CHECK(tmi_contact_points(&z->a.placed, &z->b.placed, &z->a0.placed, &z->b0.placed, row,
                                      0.1 * scale, 0.01 * scale, q) == count)) {
            return false;
        }
        for (int32_t i = 0; i < count; i++) {
            if (!CHECK(q[i].key == p[i].key && q[i].gap == scale * p[i].gap &&
                       q[i].gap_at_start == scale * p[i].gap_at_start &&
                       q[i].point[0] == scale * p[i].point[0] &&
                       q[i].point[1] == scale * p[i].point[1] &&
                       memcmp(q[i].normal, p[i].normal, sizeof p[i].normal) == 0)) {
                return false;
            }
        }
    }
    return true;
}

static void check_scale(tmTest *t, double scale) {
    static scene s, z;
    static double work[8 * CONTACT_CORNERS];
    uint64_t seed = 1;
    for (int round = 0; round < 400; round++) {
        make_scene(&seed, round, &s);
        scale_piece(&z.a0, &s.a0, scale);
        scale_piece(&z.b0, &s.b0, scale);
        scale_piece(&z.a, &s.a, scale);
        scale_piece(&z.b, &s.b, scale);
        const double depth =
            tmi_contact_swept(&s.a0.placed, &s.b0.placed, &s.a.placed, &s.b.placed, 1e-3, work);
        if (!check_gaps(t, &s, &z, scale) || !check_points(t, &s, &z, scale) ||
            !CHECK(tmi_contact_swept(&z.a0.placed, &z.b0.placed, &z.a.placed, &z.b.placed,
                                     1e-3 * scale, work) == scale * depth)) {
            return;
        }
    }
}

TEST(contact_a_thousand_times_smaller_has_the_same_bits) {
    check_scale(t, 0x1p-10);
}

TEST(contact_a_thousand_times_larger_has_the_same_bits) {
    check_scale(t, 0x1p10);
}

TEST(contact_of_molecules_and_of_planets_has_the_same_bits) {
    check_scale(t, 0x1p-60);
    check_scale(t, 0x1p60);
}

TEST_MAIN(CASE(contact_a_thousand_times_smaller_has_the_same_bits),
          CASE(contact_a_thousand_times_larger_has_the_same_bits),
          CASE(contact_of_molecules_and_of_planets_has_the_same_bits))
