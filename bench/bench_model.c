/* bench_model.c: how long a definition takes to become a model that moves, by the number of bodies.
 *
 *     bench_model                         writes model.csv
 *     bench_model --once PROBLEM N KERNEL runs one kernel once, for tools/growth.py
 *
 * Problems: `chain`, links pinned one behind the other, planar; `tree`, the same in space with ball
 * joints, each link at that of half its number; `boxes`, bodies that nothing joins; `legs`, N / 7
 * legs of Jansen's with seven links each. Kernels: `check` reads and checks the text, `build` makes
 * the model of it, `assemble` puts its parts together, `plan` makes mechanism and plan of a planar
 * one, `all` is what a keystroke costs: all of these. The column `ratio` is to `check` in the same
 * run. */
#include "bench.h"
#include "trammel/trammel.h"

#include <stdlib.h>
#include <string.h>

#define BUDGET 0.5 /* seconds for each row */
#define TEXT_MAX 4000

typedef struct scene {
    char text[TEXT_MAX];
    tmDocument *document;
    tmModel *model;
    tmAssembly *assembly;
} scene;

static void need(bool holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "bench_model: %s failed\n", what);
        exit(1);
    }
}

/* ---- Texts --------------------------------------------------------------------------------- */

static const char link_type[] = "primitive link(l) begin geometry: bar(l, 10mm, 5mm) where begin\n"
                                "  a: (-l / 2, 0); b: (l / 2, 0); end; dynamics: ; end\n";

static const char leg_types[] =
    "primitive plate(m, n) begin geometry: plate(((0, 0), m, n), 6mm, 4mm) where begin\n"
    "  o: (0, 0); p: m; q: n; end; dynamics: ; end\n"
    "composite leg begin components\n"
    "    crank: link(15mm); upper: link(50mm); lower: link(61.9mm);\n"
    "    thigh: plate((41.5mm, 0), (0.65mm, 40.09mm)); strut: link(39.4mm); hanger: link(39.3mm);\n"
    "    shin: plate((36.7mm, 0), (-12.98mm, -47.25mm));\n"
    "  structure begin\n"
    "    join upper to crank with pin matching (a b); join lower to crank with pin matching (a "
    "b);\n"
    "    join thigh to upper with pin matching (p b); join hanger to thigh with pin matching (a "
    "o);\n"
    "    join lower to hanger with pin matching (b b); join strut to thigh with pin matching (a "
    "q);\n"
    "    join shin to strut with pin matching (p b); join shin to hanger with pin matching (o b);\n"
    "  end end\n";

static void write_text(scene *s, const char *problem, int bodies) {
    if (strcmp(problem, "chain") == 0) {
        snprintf(s->text, sizeof s->text,
                 "%sworld w begin components p[1..%d]: link(100mm); structure begin\n"
                 "  join p[1] to world with pin matching (a center);\n"
                 "  for i in 2 .. %d begin join p[i] to p[i - 1] with pin matching (a b); end end\n"
                 "  properties: (planar); end\n",
                 link_type, bodies, bodies);
    } else if (strcmp(problem, "tree") == 0) {
        snprintf(
            s->text, sizeof s->text,
            "%sworld w begin components p[1..%d]: link(100mm); structure begin\n"
            "  join p[1] to world with ball.and.socket matching (a center);\n"
            "  for i in 2 .. %d begin\n"
            "    join p[i] to p[floor(i / 2)] with ball.and.socket matching (a b); end end end\n",
            link_type, bodies, bodies);
    } else if (strcmp(problem, "boxes") == 0) {
        snprintf(s->text, sizeof s->text, "%sworld w begin components p[1..%d]: link(100mm); end\n",
                 link_type, bodies);
    } else {
        int legs = bodies / 7 > 0 ? bodies / 7 : 1;
        snprintf(s->text, sizeof s->text,
                 "%s%sworld w begin components l[1..%d]: leg; structure begin\n"
                 "  for i in 1 .. %d begin\n"
                 "    join l[i].crank to world with pin matching (a center);\n"
                 "    join l[i].thigh to world with pin matching (o (-38mm, -7.8mm));\n"
                 "  end end properties: (planar); end\n",
                 link_type, leg_types, legs, legs);
    }
}

/* ---- Kernels ------------------------------------------------------------------------------- */

static tmDocument *read_text(const scene *s) {
    tmDocumentDef def = tm_document_def_default();
    tmDocument *document;
    def.text = s->text;
    def.length = strlen(s->text);
    need(tm_document_create(NULL, &def, &document) == TM_OK, "reading");
    need(tm_diags_total(tm_document_diags(document), TM_ERROR) == 0, "the text");
    return document;
}

static tmModel *build_model(const tmDocument *document) {
    tmModelDef def = tm_model_def_default();
    tmModel *model;
    need(tm_model_create(NULL, document, 0, &def, &model) == TM_OK, "the model");
    return model;
}

static void plan_model(const tmModel *model, const tmAssembly *assembly) {
    tmPlanDef def = tm_plan_def_default();
    tmMechanism *mechanism;
    tmPlan *plan;
    if (tm_model_world(model).planar) {
        need(tm_mechanism_from_model(NULL, model, tm_assembly_frames(assembly), NULL, &mechanism) ==
                 TM_OK,
             "the mechanism");
        need(tm_plan_create(mechanism, &def, &plan) == TM_OK, "the plan");
        tm_plan_destroy(plan);
        tm_mechanism_destroy(mechanism);
    }
}

static void check(void *context) {
    tm_document_destroy(read_text(context));
}

static void build(void *context) {
    const scene *s = context;
    tm_model_destroy(build_model(s->document));
}

static void assemble(void *context) {
    const scene *s = context;
    tmAssembly *assembly;
    need(tm_assemble(s->model, NULL, &assembly) == TM_OK, "assembling");
    tm_assembly_destroy(assembly);
}

static void plan(void *context) {
    const scene *s = context;
    plan_model(s->model, s->assembly);
}

static void all(void *context) {
    tmDocument *document = read_text(context);
    tmModel *model = build_model(document);
    tmAssembly *assembly;
    need(tm_assemble(model, NULL, &assembly) == TM_OK, "assembling");
    plan_model(model, assembly);
    tm_assembly_destroy(assembly);
    tm_model_destroy(model);
    tm_document_destroy(document);
}

static const struct {
    const char *name;
    benchFn *run;
} kernels[] = {
    {"check", check}, {"build", build}, {"assemble", assemble}, {"plan", plan}, {"all", all}};
#define KERNELS (sizeof kernels / sizeof kernels[0])

static void start(scene *s, const char *problem, int bodies) {
    write_text(s, problem, bodies);
    s->document = read_text(s);
    s->model = build_model(s->document);
    need(tm_diags_total(tm_model_diags(s->model), TM_ERROR) == 0, "the model's text");
    need(tm_assemble(s->model, NULL, &s->assembly) == TM_OK, "assembling");
    need(tm_assembly_info(s->assembly)->outcome == TM_ASSEMBLY_CLOSED, "closing");
}

static void finish(scene *s) {
    tm_assembly_destroy(s->assembly);
    tm_model_destroy(s->model);
    tm_document_destroy(s->document);
}

/* What tools/growth.py counts the instructions of. */
__attribute__((noinline)) static void bench_measured(benchFn *run, scene *s) {
    run(s);
}

static int run_once(const char *problem, int bodies, const char *kernel) {
    scene s;
    start(&s, problem, bodies);
    for (size_t i = 0; i < KERNELS; i++) {
        if (strcmp(kernel, kernels[i].name) == 0) {
            bench_measured(kernels[i].run, &s);
            finish(&s);
            return 0;
        }
    }
    fprintf(stderr, "bench_model: there is no kernel %s\n", kernel);
    return 2;
}

int main(int argc, char **argv) {
    static const char *const problems[] = {"chain", "tree", "boxes", "legs"};
    static const int sizes[] = {7, 100, 1000, 10000};
    if (argc == 5 && strcmp(argv[1], "--once") == 0) {
        return run_once(argv[2], atoi(argv[3]), argv[4]);
    }
    FILE *csv = bench_csv("model.csv");
    fprintf(csv, "problem,bodies,kernel,seconds,ratio\n");
    for (size_t p = 0; p < sizeof problems / sizeof problems[0]; p++) {
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            scene s;
            double first = 0.0;
            start(&s, problems[p], sizes[i]);
            for (size_t k = 0; k < KERNELS; k++) {
                benchContender one = {"trammel", kernels[k].run, &s, 0.0};
                bench_compare(&one, 1, BUDGET);
                first = k == 0 ? one.seconds : first;
                fprintf(csv, "%s,%d,%s,%.3e,%.3g\n", problems[p], sizes[i], kernels[k].name,
                        one.seconds, one.seconds / first);
                printf("%-6s %6d bodies  %-8s %10.4f ms\n", problems[p], sizes[i], kernels[k].name,
                       1e3 * one.seconds);
            }
            finish(&s);
        }
    }
    return fclose(csv) == 0 ? 0 : 1;
}
