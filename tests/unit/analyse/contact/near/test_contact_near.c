/* test_contact_near.c: pairs of near pieces from step to step: they are the finder's, in its order,
 * none that meets is missed, and they keep their numbers and rows. */
#include "analyse/contact/near/near.h"
#include "models.h"
#include "near.h"

#include <math.h>
#include <string.h>

static tmiNear *make_near(tmTest *t, const tmModel *model) {
    tmiNear *near = NULL;
    if (!CHECK_STATUS(tmi_near_create(model, &near), TM_OK)) {
        return NULL;
    }
    DEFER(tmi_near_destroy, near);
    return near;
}

/* A step of all bodies in the plane. */
static tmFrame moved(const tmFrame *frame, const tmTwist *twist, double time) {
    const double angle = 0.5 * time * twist->angular[2];
    const double c = cos(angle), s = sin(angle), w = frame->rotation[0], z = frame->rotation[3];
    tmFrame out = *frame;
    out.position[0] += time * twist->linear[0];
    out.position[1] += time * twist->linear[1];
    out.rotation[0] = c * w - s * z;
    out.rotation[3] = c * z + s * w;
    return out;
}

static const tmiNearPair *pair_of(const tmiNear *near, int32_t a, int32_t b, int32_t i, int32_t k) {
    for (int32_t n = 0; n < near->pair_count; n++) {
        const tmiNearPair *pair = &near->pairs[n];
        if (pair->body_a == a && pair->body_b == b && pair->piece_a == near->first[a] + i &&
            pair->piece_b == near->first[b] + k) {
            return pair;
        }
    }
    return NULL;
}

/* All pairs are in order, and no two have one number. */
static void check_list(tmTest *t, const tmiNear *near) {
    bool *seen = test_memory(t, (size_t)near->numbers + 1, sizeof *seen);
    for (int32_t n = 0; n < near->pair_count; n++) {
        const tmiNearPair *p = &near->pairs[n];
        REQUIRE(p->number >= 0 && p->number < near->numbers);
        CHECK(!seen[p->number]);
        seen[p->number] = true;
        CHECK(p->body_a < p->body_b);
        CHECK(p->piece_a >= near->first[p->body_a] && p->piece_a < near->first[p->body_a + 1]);
        CHECK(p->piece_b >= near->first[p->body_b] && p->piece_b < near->first[p->body_b + 1]);
        if (n > 0) {
            const tmiNearPair *q = p - 1;
            CHECK(q->body_a < p->body_a || (q->body_a == p->body_a && q->body_b <= p->body_b));
        }
    }
}

/* ---- What is near -------------------------------------------------------------------------- */

TEST(pieces_that_overlap_at_any_time_of_the_step_are_in_the_list) {
    uint64_t seed = 1;
    scene s;
    REQUIRE(make_scene(t, 30, 2.0, true, &seed, &s));
    tmiNear *near = make_near(t, s.model);
    REQUIRE(near != NULL);
    const double step = 0.1;
    int overlaps = 0;
    MUST(tmi_near_find(near, s.frames, s.twists, step, 0.0));
    check_list(t, near);
    for (int part = 0; part <= 4; part++) {
        for (int32_t body = 0; body < s.count; body++) {
            const tmFrame frame = moved(&s.frames[body], &s.twists[body], 0.25 * part * step);
            tmi_near_move(near, body, &frame);
        }
        for (int32_t a = 0; a < s.count; a++) {
            for (int32_t b = a + 1; b < s.count; b++) {
                if (!tm_model_may_touch(s.model, a, b)) {
                    continue;
                }
                for (int32_t i = near->first[a]; i < near->first[a + 1]; i++) {
                    for (int32_t k = near->first[b]; k < near->first[b + 1]; k++) {
                        if (tmi_contact_separation(&near->now[i], &near->now[k], NULL) < -1e-9) {
                            overlaps++;
                            CHECK(pair_of(near, a, b, i - near->first[a], k - near->first[b]));
                        }
                    }
                }
            }
        }
    }
    CHECK(overlaps > 50);
}

TEST(pieces_start_where_the_step_starts_and_move_by_body) {
    uint64_t seed = 2;
    scene s;
    REQUIRE(make_scene(t, 5, 2.0, true, &seed, &s));
    tmiNear *near = make_near(t, s.model);
    REQUIRE(near != NULL && near->piece_count >= 5);
    MUST(tmi_near_find(near, s.frames, s.twists, 0.1, 0.0));
    const tmFrame away = {{5.0, 7.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    for (int32_t i = 0; i < near->piece_count; i++) {
        CHECK(memcmp(near->start[i].corner, near->now[i].corner,
                     (size_t)near->now[i].count * sizeof(double[2])) == 0);
    }
    tmi_near_move(near, 1, &away);
    const int32_t first = near->first[1];
    CHECK(near->now[first].corner[0][0] == 5.0 + near->now[first].own_corner[0][0]);
    CHECK(near->now[first].corner[0][1] == 7.0 + near->now[first].own_corner[0][1]);
    CHECK(near->start[first].corner[0][0] != near->now[first].corner[0][0]);
}

/* ---- From step to step --------------------------------------------------------------------- */

TEST(pairs_keep_their_number_and_row_while_they_stay_near) {
    uint64_t seed = 3;
    scene s;
    REQUIRE(make_scene(t, 20, 1.5, true, &seed, &s));
    tmiNear *near = make_near(t, s.model);
    REQUIRE(near != NULL);
    int kept = 0, fresh = 0;
    for (int step = 0; step < 40; step++) {
        const int32_t before = near->pair_count;
        tmiNearPair *old = test_memory(t, (size_t)before + 1, sizeof *old);
        if (before > 0) {
            memcpy(old, near->pairs, (size_t)before * sizeof *old);
        }
        MUST(tmi_near_find(near, s.frames, s.twists, 0.02, 0.0));
        check_list(t, near);
        for (int32_t n = 0; n < near->pair_count; n++) {
            tmiNearPair *p = &near->pairs[n];
            const tmiNearPair *was = NULL;
            for (int32_t k = 0; k < before; k++) {
                if (old[k].piece_a == p->piece_a && old[k].piece_b == p->piece_b) {
                    was = &old[k];
                }
            }
            CHECK(was ? p->number == was->number && p->row == was->row : p->row == -1);
            kept += was != NULL;
            fresh += was == NULL;
            p->row = step + n; /* what the caller remembers */
        }
        for (int32_t body = 1; body < s.count; body++) {
            s.frames[body] = moved(&s.frames[body], &s.twists[body], 0.02);
        }
    }
    CHECK(kept > 500 && fresh > 20);
}

TEST(a_pair_that_has_parted_and_comes_back_is_new) {
    tmModel *model = fine_model_of(
        t, "primitive p begin geometry: cuboid(1, 1, 1); interference: ; dynamics: ; end\n"
           "world w begin components a: p; b: p; c: p;\n"
           "  structure begin place a by center at (0, 0); place b by center at (1, 0);\n"
           "    place c by center at (2, 0); end\n"
           "  properties: (planar); end\n"
           "simulate w begin time: (1ms, 1s); end\n");
    REQUIRE(model != NULL);
    tmiNear *near = make_near(t, model);
    REQUIRE(near != NULL && near->body_count == 4);
    tmTwist still[4] = {{{0}, {0}}};
    tmFrame frames[4];
    for (int32_t i = 0; i < 4; i++) {
        tmBodyInfo info;
        MUST(tm_model_body(model, i, &info));
        frames[i] = info.frame;
    }
    MUST(tmi_near_find(near, frames, still, 0.01, 0.1));
    REQUIRE(near->pair_count == 2); /* a b, b c */
    CHECK(near->pairs[0].number == 0 && near->pairs[1].number == 1);
    near->pairs[0].row = 5;
    near->pairs[1].row = 7;
    frames[1].position[0] = -9.0; /* a goes away */
    MUST(tmi_near_find(near, frames, still, 0.01, 0.1));
    REQUIRE(near->pair_count == 1);
    CHECK(near->pairs[0].number == 1 && near->pairs[0].row == 7);
    frames[1].position[0] = 0.0;
    MUST(tmi_near_find(near, frames, still, 0.01, 0.1));
    REQUIRE(near->pair_count == 2);
    CHECK(near->pairs[0].number == 0 && near->pairs[0].row == -1);
    CHECK(near->pairs[1].number == 1 && near->pairs[1].row == 7);
    CHECK(near->numbers == 2);
}

TEST(a_repeated_search_takes_no_memory) {
    uint64_t seed = 4;
    scene s;
    REQUIRE(make_scene(t, 20, 1.5, true, &seed, &s));
    tmiNear *near = make_near(t, s.model);
    REQUIRE(near != NULL);
    MUST(tmi_near_find(near, s.frames, s.twists, 0.1, 0.0));
    MUST(tmi_near_find(near, s.frames, s.twists, 0.1, 0.0));
    const int64_t allocations = t->allocations;
    for (int i = 0; i < 10; i++) {
        MUST(tmi_near_find(near, s.frames, s.twists, 0.1, 0.0));
    }
    CHECK(t->allocations == allocations);
}

/* ---- Bad input ----------------------------------------------------------------------------- */

TEST(worlds_in_space_have_pieces_of_space) {
    uint64_t seed = 5;
    scene s;
    REQUIRE(make_scene(t, 12, 0.5, false, &seed, &s));
    tmiNear *near = make_near(t, s.model);
    REQUIRE(near != NULL);
    CHECK(!near->planar && near->points_max > 2);
    MUST(tmi_near_find(near, s.frames, s.twists, 0.1, 0.0));
    CHECK(near->pair_count > 0);
    for (int32_t i = 0; i < near->pair_count; i++) {
        int32_t row;
        double gap = tmi_near_separation(near, i, &row);
        CHECK(gap == tmi_near_separation_at_start(near, i, NULL));
        CHECK(row >= 0 && tmi_near_is_visible(near, i, row, fmax(-gap, 0.0) + 1e-12));
    }
}

TEST(bad_frames_are_refused) {
    uint64_t seed = 5;
    scene plane;
    tmiNear *near = NULL;
    CHECK_STATUS(tmi_near_create(NULL, &near), TM_ERR_ARGUMENT);
    CHECK(near == NULL);
    tmi_near_destroy(NULL);
    REQUIRE(make_scene(t, 12, 0.5, true, &seed, &plane));
    near = make_near(t, plane.model);
    REQUIRE(near != NULL);
    MUST(tmi_near_find(near, plane.frames, plane.twists, 0.1, 0.0));
    CHECK(near->pair_count > 0);
    CHECK_STATUS(tmi_near_find(near, plane.frames, plane.twists, 0.1, -1.0), TM_ERR_ARGUMENT);
    CHECK(near->pair_count == 0);
    plane.frames[2].position[0] = NAN;
    CHECK_STATUS(tmi_near_find(near, plane.frames, plane.twists, 0.1, 0.0), TM_ERR_NOT_FINITE);
    CHECK(near->pair_count == 0);
    plane.frames[2].position[0] = 0.0;
    MUST(tmi_near_find(near, plane.frames, plane.twists, 0.1, 0.0));
    REQUIRE(near->pair_count > 0);
    CHECK(near->pairs[0].row == -1);
}

TEST_MAIN(CASE(pieces_that_overlap_at_any_time_of_the_step_are_in_the_list),
          CASE(pieces_start_where_the_step_starts_and_move_by_body),
          CASE(pairs_keep_their_number_and_row_while_they_stay_near),
          CASE(a_pair_that_has_parted_and_comes_back_is_new),
          CASE(a_repeated_search_takes_no_memory), CASE(worlds_in_space_have_pieces_of_space),
          CASE(bad_frames_are_refused))
