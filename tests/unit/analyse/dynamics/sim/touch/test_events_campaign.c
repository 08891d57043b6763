/* test_events_campaign.c: `events` on what nobody has worked out: random drops, other units,
 * checkpoints amid contact, states from outside, and starts that cannot be. */
#include "event_log.h"

static EventLog *new_log(tmTest *t) {
    return test_memory(t, 1, sizeof(EventLog));
}

/* ---- Drops ----------------------------------------------------------------------------------- */

static const char *const shapes[] = {
    "cuboid(0.6m, 0.3m, 1m)", "prism(((-0.3m, -0.2m), (0.35m, -0.15m), (0, 0.4m)), 1m)",
    "sphere(0.2m)",
    ("prism(((0.3m, 0), (0.15m, 0.26m), (-0.15m, 0.26m), (-0.3m, 0), (-0.15m, -0.26m), "
     "(0.15m, -0.26m)), 1m)")};
static const char *const laws[] = {"poisson", "newton", "energetic"};

static char *drop_text(tmTest *t, uint64_t *seed) {
    char *text = test_memory(t, 4000, 1);
    int32_t shape = test_between(seed, 0, 3);
    static const double e[] = {0.0, 0.3, 0.6}, mu[] = {0.0, 0.3, 0.8};
    double restitution = e[test_between(seed, 0, 2)], friction = mu[test_between(seed, 0, 2)];
    const char *law = laws[test_between(seed, 0, 2)];
    double x = test_uniform(seed, -0.8, 1.6), y = test_uniform(seed, 1.5, 2.0);
    double angle = test_uniform(seed, 0.0, 6.0), vx = test_uniform(seed, -2.0, 2.0);
    double vy = test_uniform(seed, -2.0, 0.0), w = test_uniform(seed, -6.0, 6.0);
    snprintf(text, 4000,
             FLOOR
             "primitive ramp begin properties: (fixed); geometry: prism(((0.2m, 0), (2m, 0), "
             "(2m, 0.9m)), 1m) where begin o: (0, 0); end; interference: ; end\n"
             "primitive wall begin properties: (fixed); geometry: cuboid(0.2m, 4m, 1m); "
             "interference: ; end\n"
             "primitive stone begin geometry: %s; interference: ; "
             "dynamics: (mass: 1kg, inertia: 0.04); end\n"
             "world w begin components floor: floor; ramp: ramp; wall: wall; stone: stone; "
             "structure begin place floor by top at (0, 0); place ramp by o at (0, 0); "
             "place wall by center at (-1.5m, 2m); "
             "place stone by center at (%.17gm, %.17gm) angle = %.17g * 1rad "
             "velocity = (%.17gm/s, %.17gm/s) angular_velocity = %.17grad/s; end "
             "properties: (planar, gravity, friction: %g, restitution: %g); end\n"
             "simulate w begin time: (1ms, 4s); method: events; tolerance: 1e-9; impact: %s; end\n",
             shapes[shape], x, y, angle, vx, vy, w, friction, restitution, law);
    return text;
}

/* How deep the stone is in what stands still, by the corners of both: 0 where apart. */
static double depth_of(tmTest *t, tmSim *sim) {
    int32_t count;
    const tmContact *contacts = tm_sim_contacts(sim, &count);
    double deepest = 0.0;
    CHECK(contacts != NULL);
    for (int32_t i = 0; i < count; i++) {
        deepest = fmax(deepest, -contacts[i].gap);
    }
    return deepest;
}

TEST(random_drops_end_and_gain_no_energy) {
    uint64_t seed = 5;
    for (int round = 0; round < test_rounds(60); round++) {
        int kept = t->defer_count;
        EventLog *log = new_log(t);
        tmSim *sim = sim_of(t, drop_text(t, &seed), 0, NULL);
        double energy = INFINITY;
        for (int i = 1; i <= 40 && sim; i++) {
            log_to(t, sim, 0.1 * i, log);
            double now = tm_sim_info(sim)->energy;
            if (!CHECK(now <= energy + 1e-6)) {
                printf("round %d: from %.12g to %.12g J at %g s\n", round, energy, now, 0.1 * i);
            }
            energy = now;
            CHECK(depth_of(t, sim) <= 1e-9);
        }
        REQUIRE(sim != NULL);
        CHECK(fabs(tm_sim_info(sim)->energy_error) < 1e-5);
        CHECK(tm_sim_info(sim)->outcome == TM_SIM_ENDED);
        test_run_defers(t, kept);
    }
}

/* ---- Units ----------------------------------------------------------------------------------- */

static tmSim *scaled(tmTest *t, double m, double kg) {
    char *text = test_memory(t, 3000, 1);
    snprintf(text, 3000,
             "primitive floor begin properties: (fixed); geometry: cuboid(%.17gm, %.17gm, 1m) "
             "where begin top: (0, %.17gm); end; interference: ; end\n"
             "primitive box begin geometry: cuboid(%.17gm, %.17gm, 1m); interference: ; "
             "dynamics: (mass: %.17gkg, inertia: %.17g); end\n"
             "world w begin components floor: floor; box: box; structure begin "
             "place floor by top at (0, 0); "
             "place box by center at (0, %.17gm) angle = 0.3rad velocity = (%.17gm/s, 0) "
             "angular_velocity = 2rad/s; end "
             "properties: (planar, gravity: %.17g, friction: 0.3, restitution: 0.5); end\n" RUN(2s),
             64.0 * m, m, 0.5 * m, m, 0.5 * m, kg, 0.125 * kg * m * m, m, m, 9.75 * m);
    return sim_of(t, text, 0, NULL);
}

TEST(lengths_and_masses_that_are_powers_of_two_give_the_same_bits) {
    double first[3], v[3];
    int64_t events = 0;
    for (int i = 0; i < 3; i++) {
        double m = i == 1 ? 1048576.0 : 1.0, kg = i == 2 ? 512.0 : 1.0, at[3];
        tmSim *sim = scaled(t, m, kg);
        REQUIRE(sim != NULL);
        MUST(tm_sim_advance(sim, 2.0));
        CHECK(tm_sim_info(sim)->outcome == TM_SIM_ENDED);
        log_body(t, sim, "box", at, v);
        at[0] /= m;
        at[1] /= m;
        if (i == 0) {
            memcpy(first, at, sizeof first);
            events = tm_sim_info(sim)->events;
        }
        CHECK(memcmp(first, at, sizeof first) == 0);
        CHECK(tm_sim_info(sim)->events == events);
    }
}

/* ---- Checkpoints ----------------------------------------------------------------------------- */

TEST(a_checkpoint_amid_contact_goes_on_with_the_same_bits) {
    uint64_t seed = 8;
    for (int round = 0; round < 4; round++) {
        int kept = t->defer_count;
        const char *text = drop_text(t, &seed);
        tmSim *one = sim_of(t, text, 0, NULL), *two = sim_of(t, text, 0, NULL);
        REQUIRE(one != NULL && two != NULL);
        for (int i = 1; i < 8; i++) {
            MUST(tm_sim_advance(one, 0.37 * i));
            size_t size = tm_sim_save_size(one);
            void *bytes = test_memory(t, size, 1);
            MUST(tm_sim_save(one, bytes, size));
            MUST(tm_sim_restore(two, bytes, size));
            CHECK(tm_sim_hash(one) == tm_sim_hash(two));
            MUST(tm_sim_advance(one, 0.37 * i + 0.3));
            MUST(tm_sim_advance(two, 0.37 * i + 0.3));
            CHECK(tm_sim_hash(one) == tm_sim_hash(two));
            CHECK(tm_sim_info(one)->events == tm_sim_info(two)->events);
            for (size_t k = 0; k < size; k += 8) { /* any bytes are safe */
                ((unsigned char *)bytes)[k] ^= (unsigned char)test_random(&seed);
            }
            tmStatus status = tm_sim_restore(two, bytes, size);
            CHECK(status != TM_OK);
        }
        test_run_defers(t, kept);
    }
}

/* How often a host looks changes nothing. */
TEST(frames_between_do_not_change_a_bit) {
    uint64_t seed = 21;
    const char *text = drop_text(t, &seed);
    tmSim *one = sim_of(t, text, 0, NULL), *two = sim_of(t, text, 0, NULL);
    REQUIRE(one != NULL && two != NULL);
    for (int i = 1; i <= 400; i++) {
        int32_t count;
        MUST(tm_sim_advance(one, 0.01 * i));
        CHECK(tm_sim_contacts(one, &count) != NULL);
    }
    MUST(tm_sim_advance(two, 4.0));
    CHECK(tm_sim_hash(one) == tm_sim_hash(two));
}

/* ---- States and starts ----------------------------------------------------------------------- */

#define BALL_WORLD                                                                                 \
    FLOOR BALL(0.1m) "world w begin components floor: floor; ball: ball; structure begin "         \
                     "place floor by top at (0, 0); place ball by foot at (0, 1m); end "           \
                     "properties: (planar, gravity, friction: 0.3, restitution: 0); end\n"

TEST(a_state_from_outside_rests_where_it_is_put) {
    tmSim *sim = sim_of(t, BALL_WORLD RUN(9s), 0, NULL);
    REQUIRE(sim != NULL);
    MUST(tm_sim_advance(sim, 0.1));
    int32_t body = sim_body(t, sim, "ball");
    tmFrame frames[8];
    tmTwist twists[8];
    int32_t count = tm_model_body_count(sim_model(sim));
    REQUIRE(count <= 8);
    memcpy(frames, tm_sim_frames(sim), (size_t)count * sizeof *frames);
    memset(twists, 0, sizeof twists);
    frames[body].position[1] = 0.1 - 1e-4; /* a little too deep */
    MUST(tm_sim_set_state(sim, 1.0, frames, twists));
    MUST(tm_sim_advance(sim, 2.0));
    double at[3], v[3];
    log_body(t, sim, "ball", at, v);
    CHECK_NEAR(at[1], 0.1, 1e-14);
    CHECK(v[1] == 0.0);
    frames[body].position[1] = -0.3; /* far too deep */
    CHECK_STATUS(tm_sim_set_state(sim, 3.0, frames, twists), TM_ERR_NOT_CONVERGED);
    log_body(t, sim, "ball", at, v);
    CHECK_NEAR(at[1], 0.1, 1e-14);
}

TEST(bodies_that_overlap_at_the_start_are_named_with_the_depth) {
    const char *said = sim_says(
        t,
        FLOOR BALL(0.1m) "world w begin components floor: floor; ball: ball; structure begin "
                         "place floor by top at (0, 0); place ball by foot at (0, -0.08m); end "
                         "properties: (planar, gravity); end\n" RUN(9s),
        NULL, 1.0);
    CHECK(strstr(said, "error") && strstr(said, "overlap") && strstr(said, "by 0.08 m"));
}

TEST(a_press_that_must_crush_a_block_ends_the_run_with_both_by_name) {
    const char *said = sim_says(
        t,
        FLOOR BOX(
            0.4,
            0.4) "primitive press begin geometry: cuboid(1m, 0.2m, 1m); interference: ; end\n"
                 "world w begin components floor: floor; block: box; press: press; structure begin "
                 "place floor by top at (0, 0); place block by foot at (0, 0); "
                 "place press by center at (0, 0.8m); end "
                 "properties: (planar, gravity, friction: 0.3); "
                 "control: position of press = (0, 0.8m - t * 1m/s); end\n" RUN(9s),
        NULL, 1.0);
    CHECK(strstr(said, "at t = 0.3 s: ") != NULL);
    CHECK(strstr(said, "'block'") && strstr(said, "'press'"));
}

TEST_MAIN(CASE(random_drops_end_and_gain_no_energy),
          CASE(lengths_and_masses_that_are_powers_of_two_give_the_same_bits),
          CASE(a_checkpoint_amid_contact_goes_on_with_the_same_bits),
          CASE(frames_between_do_not_change_a_bit),
          CASE(a_state_from_outside_rests_where_it_is_put),
          CASE(bodies_that_overlap_at_the_start_are_named_with_the_depth),
          CASE(a_press_that_must_crush_a_block_ends_the_run_with_both_by_name))
