/* fuzz_checkpoint.c: checkpoints of any bytes, of a world in which bodies touch.
 *
 *     fuzz_checkpoint [options of libFuzzer] [corpus folder or input]
 *
 * The first byte says when the checkpoint was made. The others are changes of it: a place, a kind,
 * and what is put there: a byte, a whole number, a special one, or another number of the
 * checkpoint. The sum over all is then put right, so that what lies behind it is reached.
 *
 * What must hold whatever the bytes say: no crash, leak or hang; a checkpoint that is refused
 * leaves the simulation as it was; one that is taken can be gone on with, to numbers or to a
 * failure that is told, and saved again. */
#include "trammel/trammel.h"

#include "base/bits/bits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "broken: %s\n", what);
        abort();
    }
}

/* A lever on its stop with a box on it, a ball and a union on a floor, a plate that is led. */
static const char text[] =
    "primitive floor begin properties: (fixed); geometry: cuboid(6m, 1m, 1m); interference: ; end\n"
    "primitive lever begin geometry: cuboid(1m, 0.1m, 0.1m) where begin pin: (-0.5m, 0);\n"
    "  tip: (0.5m, 0); end; interference: ; dynamics: (mass: 3kg, inertia: 0.25kg*m^2); end\n"
    "primitive box begin geometry: cuboid(0.1m, 0.2m, 0.1m); interference: ;\n"
    "  dynamics: (mass: 2kg, inertia: 0.01kg*m^2); end\n"
    "primitive ball begin geometry: sphere(0.1m); interference: ; dynamics: ; end\n"
    "primitive tee begin geometry: union(cuboid(0.5m, 0.1m, 0.1m), cuboid(0.1m, 0.5m, 0.1m,\n"
    "  at: (0, -0.3m))); interference: ; dynamics: ; end\n"
    "primitive plate begin geometry: cuboid(0.5m, 0.1m, 0.5m); interference: ; end\n"
    "world w begin input lift = 0N;\n"
    "  components floor: floor; lever: lever; box: box; ball: ball; tee: tee; plate: plate;\n"
    "  structure begin\n"
    "    join lever to world with pin(low: 0deg, high: 90deg) matching (pin (0, 0)) as hinge;\n"
    "    place lever by pin at (0, 0); place box by center at (0.75m, 0.15m);\n"
    "    place floor by center at (0, -1.5m); place ball by center at (-1m, -0.8m);\n"
    "    place tee by center at (-2m, -0.4m) angle = 20deg;\n"
    "    place plate by center at (-0.8m, -0.95m);\n"
    "  end\n"
    "  properties: (planar, gravity, friction: 0.4, restitution: 0.3);\n"
    "  control: begin force at lever.tip = (0, if contact(box, lever) then lift else 30N);\n"
    "    velocity of plate = (0.1m/s, 0); angular_velocity of plate = 0rad/s; end;\n"
    "end\n"
    "simulate w begin time: (10ms, 10s); method: stepping; end\n";

#define HEADER 24 /* bytes before what is summed up; the sum are the last 8 of them */
#define SAVED 4
#define STEPS 2

static tmSim *sim;
static tmDocument *document; /* what it stands on, until the program ends */
static tmModel *model;
static tmAssembly *assembly;
static tmDiags *diags;
static uint8_t *saved[SAVED];
static size_t lengths[SAVED];
static double times[SAVED];

static void prepare(void) {
    tmDocumentDef document_def = tm_document_def_default();
    tmModelDef model_def = tm_model_def_default();
    document_def.text = text;
    document_def.length = strlen(text);
    demand(tm_document_create(NULL, &document_def, &document) == TM_OK &&
               tm_model_create(NULL, document, 0, &model_def, &model) == TM_OK &&
               tm_assemble(model, NULL, &assembly) == TM_OK &&
               tm_diags_create(NULL, &diags) == TM_OK &&
               tm_sim_create(model, assembly, NULL, diags, &sim) == TM_OK,
           "the world is made");
    for (int i = 0; i < SAVED; i++) {
        demand(tm_sim_advance(sim, 0.15 * i) == TM_OK, "it runs");
        times[i] = tm_sim_info(sim)->time;
        lengths[i] = tm_sim_save_size(sim);
        saved[i] = malloc(lengths[i]);
        demand(saved[i] && tm_sim_save(sim, saved[i], lengths[i]) == TM_OK, "it is saved");
    }
}

static void put_word(uint8_t *to, uint64_t word) {
    for (int i = 0; i < 8; i++) {
        to[i] = (uint8_t)(word >> (8 * i));
    }
}

static uint64_t get_word(const uint8_t *from) {
    uint64_t word = 0;
    for (int i = 7; i >= 0; i--) {
        word = word << 8 | from[i];
    }
    return word;
}

static void put_number(uint8_t *to, double number) {
    uint64_t word;
    memcpy(&word, &number, sizeof word);
    put_word(to, word);
}

static void change(uint8_t *bytes, size_t words, const uint8_t *by) {
    static const double special[] = {NAN, INFINITY, -INFINITY, -1.0, 1e300, -1e300, 1e9, 0.5};
    uint8_t *at = bytes + 8 * ((by[0] | (size_t)by[1] << 8) % words);
    switch (by[2] % 4) {
    case 0:
        at[by[2] / 4 % 8] = by[3];
        break;
    case 1:
        put_number(at, (int8_t)by[3]);
        break;
    case 2:
        put_number(at, special[by[3] % 8]);
        break;
    default:
        memmove(at, bytes + 8 * (by[3] * (size_t)7 % words), 8);
        break;
    }
}

static void mend(uint8_t *bytes, size_t length) {
    uint64_t sum = TMI_HASH_START;
    for (size_t i = HEADER; i + 8 <= length; i += 8) {
        sum = tmi_hash_word(sum, get_word(bytes + i));
    }
    put_word(bytes + HEADER - 8, sum);
}

static void go_on(double time) {
    const tmSimInfo *info = tm_sim_info(sim);
    for (int i = 1; i <= STEPS && info->outcome == TM_SIM_RUNS; i++) {
        demand(tm_sim_advance(sim, fmax(info->time, time + 0.01 * i)) == TM_OK, "it goes on");
    }
    demand(info->outcome != TM_SIM_FAILED || tm_sim_diagnostic(sim), "a failure is told");
    size_t length = tm_sim_save_size(sim);
    uint8_t *bytes = malloc(length);
    demand(bytes && tm_sim_save(sim, bytes, length) == TM_OK, "it is saved again");
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!sim) {
        prepare();
    }
    if (size < 1) {
        return 0;
    }
    int which = data[0] % SAVED;
    size_t length = lengths[which];
    demand(tm_sim_restore(sim, saved[which], length) == TM_OK, "a good checkpoint is taken");
    uint64_t hash = tm_sim_hash(sim);
    uint8_t *bytes = malloc(length);
    demand(bytes != NULL, "memory");
    memcpy(bytes, saved[which], length);
    for (size_t i = 1; i + 4 <= size; i += 4) {
        change(bytes + HEADER, (length - HEADER) / 8, data + i);
    }
    mend(bytes, length);
    tmStatus status = tm_sim_restore(sim, bytes, length);
    free(bytes);
    if (status == TM_OK) {
        go_on(times[which]);
    } else if (status == TM_ERR_ARGUMENT || status == TM_ERR_UNSUPPORTED) {
        demand(tm_sim_hash(sim) == hash, "what is refused changes nothing");
    }
    return 0;
}
