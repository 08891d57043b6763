/* growth.c: see growth.h. `chain` hangs links one behind the other, planar; `tree` is in space with
 * ball joints, each link at that of half its number; `ladder` is a row of four-bars, which are
 * loops. */
#include "growth.h"

#include "scene.h"

#include <stdio.h>
#include <string.h>

#define TEXT_MAX 2000
#define FIRST_STEPS 2 /* that take what memory is needed, and find how long a step can be */

static dynScene *make_tree(int links) {
    char text[TEXT_MAX];
    snprintf(text, sizeof text,
             "primitive link begin geometry: bar(1m, 40mm, 10mm) where begin\n"
             "  a: (-0.5m, 0); b: (0.5m, 0); end;\n"
             "  dynamics: (mass: 1kg, inertia: (1e-3kg*m^2, 1kg*m^2 / 12, 1kg*m^2 / 12)); end\n"
             "world tree begin components p[1..%d]: link; structure begin\n"
             "  join p[1] to world with ball.and.socket matching (a center);\n"
             "  for i in 2 .. %d begin\n"
             "    join p[i] to p[floor(i / 2)] with ball.and.socket matching (a b); end end\n"
             "  properties: (gravity: (0, 0, -9.81m/s^2)); end\n"
             "simulate tree begin time: (1ms, 1s); end\n",
             links, links);
    return dyn_scene_from_text("tree", text, 1.0);
}

static dynScene *make_scene(const char *problem, int links) {
    char world[100];
    if (strcmp(problem, "tree") == 0) {
        return make_tree(links);
    }
    if (strcmp(problem, "ladder") == 0) {
        snprintf(world, sizeof world, "four_bars(%d)", links > 3 ? (links - 1) / 2 : 1);
        return dyn_scene_create(problem, "n_four_bar.tml", world, 1.0);
    }
    snprintf(world, sizeof world, "chain(%d)", links);
    return dyn_scene_create(problem, "chain.tml", world, 1.0);
}

/* What tools/growth.py counts the instructions of: one attempt at a step. */
__attribute__((noinline)) static void bench_measured(tmSim *sim) {
    tmStatus status = tm_sim_advance(sim, 1.0);
    dyn_need(status == TM_OK || status == TM_ERR_LIMIT, "a step");
}

int dyn_run_once(const char *problem, int links, const char *kernel) {
    if (strcmp(kernel, "step") != 0) {
        fprintf(stderr, "bench_dynamics: there is no kernel %s\n", kernel);
        return 2;
    }
    dynScene *scene = make_scene(problem, links);
    tmSimDef def = tm_sim_def_default();
    tmDiags *diags;
    tmSim *sim;
    def.integrator = TM_INTEGRATOR_DOP853;
    def.max_attempts = 1;
    dyn_need(tm_diags_create(NULL, &diags) == TM_OK, "taking memory");
    dyn_need(tm_sim_create(scene->model, scene->assembly, &def, diags, &sim) == TM_OK,
             "a simulation");
    for (int i = 0; i < FIRST_STEPS; i++) {
        dyn_need(tm_sim_advance(sim, 1.0) == TM_ERR_LIMIT, "a first step");
    }
    bench_measured(sim);
    tm_sim_destroy(sim);
    tm_diags_destroy(diags);
    dyn_scene_destroy(scene);
    return 0;
}
