/* test_touch.c: events of bodies that begin to press on each other and part, with what they did to
 * each other: by the closed forms of a box that rests and is lifted. */
#include "simulations.h"

#include <math.h>

/* A box of 2 kg on a floor; a force upwards may lift it, or press it down. */
#define BOX                                                                                        \
    "primitive floor begin\n"                                                                      \
    "  properties: (fixed);\n"                                                                     \
    "  geometry: cuboid(6m, 1m, 1m) where begin top: (0, 0.5m); end;\n"                            \
    "  interference: ;\n"                                                                          \
    "end\n"                                                                                        \
    "primitive box begin\n"                                                                        \
    "  properties: (density: 4kg/m^3);\n"                                                          \
    "  geometry: cuboid(1m, 0.5m, 1m) where begin foot: (0, -0.25m); end;\n"                       \
    "  interference: ;\n"                                                                          \
    "  dynamics: ;\n"                                                                              \
    "end\n"                                                                                        \
    "world w begin\n"                                                                              \
    "  input lift = 0N;\n"                                                                         \
    "  components floor: floor; box: box;\n"                                                       \
    "  structure begin\n"                                                                          \
    "    place floor by top at (0, 0);\n"                                                          \
    "    place box by foot at (0.5m, 0);\n"                                                        \
    "  end\n"                                                                                      \
    "  properties: (planar, gravity, friction: 0.5, restitution: 0);\n"                            \
    "  control: force at box.center = (0, lift);\n"                                                \
    "end\n"                                                                                        \
    "simulate w begin time: (10ms, 2s); method: stepping; end\n"
#define STEP 0.01
#define WEIGHT (2.0 * 9.81)

/* The only event of a kind among those of the last call; null, which the case is told. */
static const tmSimEvent *only(tmTest *t, const tmSim *sim, tmSimEventKind kind) {
    int32_t count;
    const tmSimEvent *events = tm_sim_events(sim, &count), *found = NULL;
    for (int32_t i = 0; i < count; i++) {
        if (events[i].kind == kind) {
            CHECK(!found);
            found = &events[i];
        }
    }
    CHECK(found);
    return found;
}

static int32_t event_count(const tmSim *sim) {
    int32_t count;
    tm_sim_events(sim, &count);
    return count;
}

/* It rests for 50 steps, is pressed down with twice its weight for 20, and is lifted: the impulses
 * are m g (50 + 3 * 20) h, the largest force 3 m g. */
TEST(a_box_that_rests_touches_once_and_parts_when_it_is_lifted) {
    tmSim *sim = sim_of(t, BOX, 0, NULL);
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, STEP));
    const tmSimEvent *event = only(t, sim, TM_SIM_EVENT_TOUCH);
    REQUIRE(event);
    CHECK(event->bodies[0] == sim_body(t, sim, "floor") &&
          event->bodies[1] == sim_body(t, sim, "box"));
    CHECK(event->joint == -1 && event->input == -1 && event->time == 0.0);
    CHECK(event->impulse == 0.0 && event->before == 0.0 && event->after == 0.0);
    MUST(tm_sim_advance(sim, 50 * STEP));
    CHECK(event_count(sim) == 0); /* it goes on resting */
    MUST(tm_sim_set_input(sim, 0, -2.0 * WEIGHT));
    MUST(tm_sim_advance(sim, 70 * STEP));
    CHECK(event_count(sim) == 0);
    MUST(tm_sim_set_input(sim, 0, 2.0 * WEIGHT));
    MUST(tm_sim_advance(sim, 100 * STEP));
    event = only(t, sim, TM_SIM_EVENT_PART);
    REQUIRE(event);
    CHECK(event_count(sim) == 1);
    CHECK(event->bodies[0] == sim_body(t, sim, "floor") &&
          event->bodies[1] == sim_body(t, sim, "box"));
    CHECK_NEAR(event->time, 70 * STEP, 1e-12); /* when it is pulled */
    CHECK_NEAR(event->impulse, WEIGHT * (50 + 3 * 20) * STEP, 1e-9);
    CHECK_NEAR(event->value, 3.0 * WEIGHT, 1e-9);
}

/* Lifted, let fall and caught: each flight is a part and a touch. */
TEST(a_box_that_comes_down_again_touches_again) {
    tmSim *sim = sim_of(t, BOX, 0, NULL);
    int32_t touches = 0, parts = 0;
    REQUIRE(sim);
    for (int32_t i = 1; i <= 200; i++) {
        int32_t count;
        if (i % 50 == 10) {
            MUST(tm_sim_set_input(sim, 0, 3.0 * WEIGHT));
        }
        if (i % 50 == 15) {
            MUST(tm_sim_set_input(sim, 0, 0.0));
        }
        MUST(tm_sim_advance(sim, i * STEP));
        const tmSimEvent *events = tm_sim_events(sim, &count);
        for (int32_t k = 0; k < count; k++) {
            touches += events[k].kind == TM_SIM_EVENT_TOUCH;
            parts += events[k].kind == TM_SIM_EVENT_PART;
            CHECK(events[k].kind != TM_SIM_EVENT_PART || parts == touches);
        }
    }
    CHECK(touches == 5 && parts == 4);
}

/* What the recorder reads: the worst of the steps since it last looked. */
TEST(the_worst_of_a_span_starts_anew) {
    tmSim *sim = sim_of(t, BOX, 0, NULL);
    REQUIRE(sim);
    const tmSimInfo *info = tm_sim_info(sim);
    double overlap = 0.0, residual = 0.0;
    for (int32_t i = 1; i <= 20; i++) {
        MUST(tm_sim_advance(sim, 5 * i * STEP));
        overlap = fmax(overlap, info->span_overlap);
        residual = fmax(residual, info->span_residual);
        CHECK(info->span_overlap <= info->overlap && info->span_residual <= info->touch_residual);
        tm_sim_start_span(sim);
        CHECK(info->span_overlap == 0.0 && info->span_residual == 0.0);
    }
    CHECK(overlap == info->overlap && residual == info->touch_residual);
    tm_sim_start_span(NULL);
}

/* Lifted by 1 m at once: nothing has parted, and nothing touches until it has fallen. */
TEST(a_state_that_is_set_has_no_contacts_of_the_one_before) {
    tmSim *sim = sim_of(t, BOX, 0, NULL);
    tmFrame frames[3];
    tmTwist twists[3];
    int32_t count;
    REQUIRE(sim && tm_model_body_count(sim_model(sim)) == 3);
    MUST(tm_sim_advance(sim, 10 * STEP));
    tm_sim_contacts(sim, &count);
    CHECK(count == 2);
    for (int32_t i = 0; i < 3; i++) {
        frames[i] = tm_sim_frames(sim)[i];
        twists[i] = tm_sim_twists(sim)[i];
    }
    frames[sim_body(t, sim, "box")].position[1] += 1.0;
    MUST(tm_sim_set_state(sim, 10 * STEP, frames, twists));
    tm_sim_contacts(sim, &count);
    CHECK(count == 0);
    MUST(tm_sim_advance(sim, 15 * STEP));
    tm_sim_contacts(sim, &count);
    CHECK(count == 0 && event_count(sim) == 0);
}

/* Before the first step there are its means, a = 0 and N = m g, in whatever order they are read,
 * and the run is the same to the bit as one that nobody looked at. An input that lifts with twice
 * the weight is in them. */
TEST(at_the_start_a_box_at_rest_presses_with_its_weight) {
    tmSim *sim = sim_of(t, BOX, 0, NULL), *other = sim_of(t, BOX, 0, NULL);
    int32_t count;
    REQUIRE(sim && other);
    int32_t box = sim_body(t, sim, "box"), steps = (int32_t)tm_sim_info(sim)->steps;
    const tmContact *contacts = tm_sim_contacts(sim, &count);
    if (!contacts) { /* without memory the run has failed, and tells it */
        MUST(tm_sim_advance(sim, STEP));
    }
    REQUIRE(contacts && count == 2);
    CHECK_NEAR(contacts[0].force + contacts[1].force, WEIGHT, 1e-9);
    const tmTwist *a = tm_sim_accelerations(sim);
    REQUIRE(a);
    CHECK_NEAR(a[box].linear[1], 0.0, 1e-9);
    CHECK(tm_sim_info(sim)->steps == steps && tm_sim_info(sim)->touching == 0);
    CHECK(tm_sim_info(sim)->time == 0.0 && tm_sim_hash(sim) == tm_sim_hash(other));
    MUST(tm_sim_set_input(sim, 0, 2.0 * WEIGHT));
    a = tm_sim_accelerations(sim);
    REQUIRE(a);
    CHECK_NEAR(a[box].linear[1], 9.81, 1e-9);
    MUST(tm_sim_set_input(sim, 0, 0.0));
    CHECK(tm_sim_accelerations(sim));
    MUST(tm_sim_advance(sim, STEP));
    MUST(tm_sim_advance(other, STEP));
    CHECK(tm_sim_hash(sim) == tm_sim_hash(other) && event_count(other) == event_count(sim));
}

/* ---- Checkpoints --------------------------------------------------------------------------- */

static bool is_event(const tmSimEvent *a, const tmSimEvent *b) {
    return a->kind == b->kind && a->time == b->time && a->bodies[0] == b->bodies[0] &&
           a->bodies[1] == b->bodies[1] && a->value == b->value && a->impulse == b->impulse &&
           a->before == b->before && a->after == b->after;
}

/* Steps two simulations side by side to `end`: all that is reported about them is the same to the
 * bit. */
static void check_same(tmTest *t, tmSim *a, tmSim *b, double end) {
    const tmSimInfo *info = tm_sim_info(a), *other = tm_sim_info(b);
    for (int64_t i = info->steps; (double)i * info->step < end - 1e-9; i++) {
        int32_t counts[2], events[2];
        MUST(tm_sim_advance(a, (double)(i + 1) * info->step));
        MUST(tm_sim_advance(b, (double)(i + 1) * info->step));
        REQUIRE(tm_sim_hash(a) == tm_sim_hash(b));
        const tmContact *mine = tm_sim_contacts(a, &counts[0]);
        const tmContact *its = tm_sim_contacts(b, &counts[1]);
        const tmSimEvent *told = tm_sim_events(a, &events[0]), *too = tm_sim_events(b, &events[1]);
        REQUIRE(counts[0] == counts[1] && events[0] == events[1]);
        for (int32_t k = 0; k < counts[0]; k++) {
            REQUIRE(mine[k].force == its[k].force && mine[k].gap == its[k].gap &&
                    mine[k].point[0] == its[k].point[0] && mine[k].slips == its[k].slips);
        }
        for (int32_t k = 0; k < events[0]; k++) {
            REQUIRE(is_event(&told[k], &too[k]));
        }
    }
    CHECK(info->touching == other->touching && info->solved == other->solved &&
          info->halved == other->halved && info->corners == other->corners &&
          info->jammed == other->jammed && info->overlap == other->overlap &&
          info->touch_residual == other->touch_residual && info->events == other->events &&
          info->span_overlap == other->span_overlap && info->span_residual == other->span_residual);
}

/* Runs an example to each of the times, and lets another simulation go on from there. */
static void check_restored(tmTest *t, const char *name, double first, double apart, double end) {
    for (double time = first; time < end; time += apart) {
        int keep = t->defer_count;
        tmSim *sim = sim_of_example(t, name, 0, NULL), *other = sim_of_example(t, name, 0, NULL);
        REQUIRE(sim && other);
        MUST(tm_sim_advance(sim, time));
        size_t size = tm_sim_save_size(sim);
        unsigned char *bytes = test_memory(t, size, 1);
        MUST(tm_sim_save(sim, bytes, size));
        MUST(tm_sim_restore(other, bytes, size));
        CHECK(tm_sim_hash(sim) == tm_sim_hash(other));
        check_same(t, sim, other, time + apart < end ? time + apart : end);
        test_run_defers(t, keep);
    }
}

TEST(a_restored_run_in_which_bodies_touch_goes_on_with_the_same_bits) {
    check_restored(t, "papers/cracked_ramp.tml", 0.0, 0.2, 1.0);
    check_restored(t, "papers/room.tml", 0.5, 4.0, 10.0);
    check_restored(t, "contact/geneva.tml", 0.3, 0.3, 0.7);
    check_restored(t, "contact/arch.tml", 0.05, 0.1, 0.2);
    check_restored(t, "contact/row_of_balls.tml", 0.1, 0.1, 0.3);
    check_restored(t, "contact/conveyor.tml", 0.1, 0.3, 0.6);
}

/* Whatever is wrong with what it remembers of contact: it is refused, or a state that can go on. */
TEST(bytes_that_remember_no_contact_are_refused) {
    tmSim *sim = sim_of(t, BOX, 0, NULL);
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 10 * STEP));
    size_t size = tm_sim_save_size(sim);
    unsigned char *bytes = test_memory(t, size, 1);
    MUST(tm_sim_save(sim, bytes, size));
    uint64_t hash = tm_sim_hash(sim);
    CHECK_STATUS(tm_sim_restore(sim, bytes, size - 8), TM_ERR_ARGUMENT);
    for (size_t i = size - 8 * 25; i < size; i++) {
        bytes[i] ^= 0x41;
        CHECK_STATUS(tm_sim_restore(sim, bytes, size), TM_ERR_ARGUMENT);
        bytes[i] ^= 0x41;
    }
    CHECK(tm_sim_hash(sim) == hash);
    MUST(tm_sim_restore(sim, bytes, size));
    CHECK(tm_sim_hash(sim) == hash);
}

TEST_MAIN(CASE(a_box_that_rests_touches_once_and_parts_when_it_is_lifted),
          CASE(a_box_that_comes_down_again_touches_again), CASE(the_worst_of_a_span_starts_anew),
          CASE(a_state_that_is_set_has_no_contacts_of_the_one_before),
          CASE(at_the_start_a_box_at_rest_presses_with_its_weight),
          CASE(a_restored_run_in_which_bodies_touch_goes_on_with_the_same_bits),
          CASE(bytes_that_remember_no_contact_are_refused))
