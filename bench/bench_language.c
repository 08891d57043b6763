/* bench_language.c: code of the definition language against the same expression in C. Both call the
 * same elementary functions, so that the ratio shows what the interpretation costs. */
#include "bench.h"
#include "define/language/expression/expression.h"
#include "numeric/numeric.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 4096 /* sets of inputs, so many that no branch is learnt by heart */
#define INPUTS 4
#define BUDGET 0.4

typedef struct job {
    const tmiCode *code;
    double (*formula)(const double *x);
    double inputs[COUNT][INPUTS];
    double frame[200];
    double sum; /* of all results: a check, and a reason to compute them */
} job;

static double polynomial(const double *x) {
    return ((2.0 * x[0] + 3.0) * x[0] - 5.0) * x[0] + x[1] * (x[2] - 1.5) - x[3] / 7.0;
}

static double spring(const double *x) {
    return -200.0 * (x[0] - 0.5) - 10.0 * x[1] + (x[2] > 0.25 ? 3.0 * x[2] : -x[3]);
}

static double waves(const double *x) {
    return 0.5 * tmi_sin(3.0 * x[0] + 0.1) + 0.25 * tmi_cos(5.0 * x[1]) + tmi_exp(-x[2]);
}

static double reach(const double *x) {
    double dx = x[0] - x[2], dy = x[1] - x[3];
    double far = tmi_hypot(dx, dy), max = far > 2.0 ? 2.0 : far;
    return tmi_atan2(dy, dx) + sqrt(max) * fabs(dx);
}

static double phases(const double *x) {
    double t = 4.0 * fabs(x[0]);
    if (t < 1.0) {
        return x[1] * t;
    }
    if (t < 2.0) {
        return x[1] + x[2] * (t - 1.0);
    }
    if (t < 3.0) {
        return x[1] + x[2] - x[3] * (t - 2.0) * (t - 2.0);
    }
    return 0.0;
}

static const struct {
    const char *name;
    const char *text;
    double (*formula)(const double *x);
} rows[] = {
    {"polynomial", "((2 * a + 3) * a - 5) * a + b * (c - 1.5) - d / 7", polynomial},
    {"spring and damper", "-200 * (a - 0.5) - 10 * b + (if c > 0.25 then 3 * c else -d)", spring},
    {"waves", "0.5 * sin(3 * a + 0.1) + 0.25 * cos(5 * b) + exp(-c)", waves},
    {"reach", "atan2(b - d, a - c) / 1rad + sqrt(min(hypot(a - c, b - d), 2)) * abs(a - c)", reach},
    {"phases",
     "if 4 * abs(a) < 1 then b * (4 * abs(a)) else if 4 * abs(a) < 2 then b + c * (4 * abs(a) - 1) "
     "else if 4 * abs(a) < 3 then b + c - d * (4 * abs(a) - 2) * (4 * abs(a) - 2) else 0",
     phases},
};

static void find(void *user, tmiEvaluator *e, const tmiSource *source, tmiNodeRef node,
                 tmiMeaning *meaning) {
    int32_t length;
    const char *text = tmi_tree_text(source->tree, node, &length);
    (void)user;
    (void)e;
    if (length == 1 && text[0] >= 'a' && text[0] < 'a' + INPUTS) {
        *meaning = (tmiMeaning){.kind = TMI_MEANS_SENSED, .slot = text[0] - 'a', .size = 1};
    }
}

/* Compiles an expression; ends the program where it cannot. */
static tmiCode compile(const char *text) {
    tmAllocator allocator = tm_allocator_default();
    tmiReporter reporter = {.file = "bench"};
    tmiTokens tokens;
    tmiTree tree;
    tmiArena arena;
    tmiEvaluator e;
    tmiCode code;
    bool made = false;
    tmi_arena_init(&arena, allocator);
    tmStatus status = tmi_scan(allocator, text, (int32_t)strlen(text), &reporter, &tokens);
    status = status == TM_OK ? tmi_parse_expression(allocator, &tokens, &reporter, &tree) : status;
    if (status == TM_OK) {
        tmiSource source = {&tree, &reporter};
        tmi_evaluator_init(&e, &(tmiScope){find, NULL, NULL}, &arena);
        status = tmi_compile(&e, &source, tmi_node(&tree, 1)->child, NULL, allocator, &code, &made);
    }
    if (!made || code.frame_size > 200) {
        fprintf(stderr, "%s: not compiled\n", text);
        exit(1);
    }
    tmi_tree_clear(allocator, &tree);
    tmi_tokens_clear(allocator, &tokens);
    tmi_arena_clear(&arena);
    return code;
}

static void run_code(void *context) {
    job *j = context;
    j->sum = 0.0;
    for (int32_t i = 0; i < COUNT; i++) {
        double result;
        tmi_code_run(j->code, j->inputs[i], j->frame, &result);
        j->sum += result;
    }
}

static void run_formula(void *context) {
    job *j = context;
    j->sum = 0.0;
    for (int32_t i = 0; i < COUNT; i++) {
        j->sum += j->formula(j->inputs[i]);
    }
}

int main(void) {
    job *both = calloc(2, sizeof *both);
    if (!both) {
        return 1;
    }
    uint64_t state = 1;
    for (int32_t i = 0; i < COUNT * INPUTS; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        both[0].inputs[i / INPUTS][i % INPUTS] = 2.0 * ((double)(state >> 11) * 0x1p-53) - 1.0;
    }
    memcpy(both[1].inputs, both[0].inputs, sizeof both[0].inputs);
    FILE *csv = bench_csv("language.csv");
    fprintf(csv, "expression,operations,frame,ns,ns_per_operation,c_ns,ratio_to_c,sums_equal\n");
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        tmiCode code = compile(rows[r].text);
        both[0].code = &code;
        both[1].formula = rows[r].formula;
        benchContender contenders[] = {{"trammel", run_code, &both[0], 0.0},
                                       {"c", run_formula, &both[1], 0.0}};
        bench_compare(contenders, 2, BUDGET);
        double ns = contenders[0].seconds / COUNT * 1e9, c_ns = contenders[1].seconds / COUNT * 1e9;
        fprintf(csv, "%s,%d,%d,%.2f,%.2f,%.2f,%.2f,%s\n", rows[r].name, code.step_count,
                code.frame_size, ns, ns / code.step_count, c_ns, ns / c_ns,
                both[0].sum == both[1].sum ? "yes" : "no");
        tmi_code_clear(&code);
    }
    fclose(csv);
    free(both);
    return 0;
}
