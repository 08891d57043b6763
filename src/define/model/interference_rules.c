/* interference_rules.c: which bodies may touch: bodies that take part, statements about parts, and
 * neighbours by joints ([HH] 3.3, 4.3). */
#include "define/model/interference.h"

#include <string.h>

/* ---- Bodies that take part ----------------------------------------------------------------- */

static bool takes_part(const tmModel *model, int32_t body) {
    const tmBodyInfo *info = &model->bodies[body].info;
    return (info->domains & TM_DOMAIN_INTERFERENCE) && info->shape &&
           tm_shape_kind(info->shape) != TM_SHAPE_NONE;
}

static tmStatus gather_bodies(tmModel *model, tmiRules *rules) {
    size_t count = (size_t)model->body_count;
    rules->touching = tmi_arena_alloc(&model->arena, count, sizeof *rules->touching);
    rules->touches = tmi_arena_alloc(&model->arena, count, sizeof *rules->touches);
    if (!rules->touching || !rules->touches) {
        return TM_ERR_MEMORY;
    }
    bool left_out = model->info.left_out & TM_WITHOUT_INTERFERENCE;
    for (int32_t i = 1; i < model->body_count && !left_out; i++) {
        if (takes_part(model, i)) {
            rules->touches[i] = true;
            rules->touching[rules->touching_count++] = i;
        }
    }
    return TM_OK;
}

/* ---- Statements ---------------------------------------------------------------------------- */

/* Whether anything in an instance takes part. */
static bool any_touches(const tmModel *model, const tmiRules *rules, int32_t instance) {
    int32_t first = model->body_of[instance];
    int32_t last = first + model->world->instances[instance].variant->bodies;
    bool any = false;
    for (int32_t i = first; i < last && !any; i++) {
        any = rules->touches[i];
    }
    return any;
}

/* Without this, `on` about parts that cannot touch would be ignored silently. */
static void check_part(tmModel *model, const tmiRules *rules, const tmiTouchRule *touch,
                       int32_t instance) {
    bool left_out = model->info.left_out & TM_WITHOUT_INTERFERENCE;
    if (touch->on && !left_out && !any_touches(model, rules, instance)) {
        tmi_model_add_diag(model, TM_WARNING, TMI_SAYS_DOMAIN, touch->spot, instance,
                           TMI_WORDS("'", model->parts[instance].name,
                                     "' touches nothing: it does not say 'interference', or has no "
                                     "shape"),
                           TMI_WORDS("write 'interference: ;' in its type"));
    }
}

static tmStatus make_statement(tmModel *model, tmiRules *rules, int32_t owner,
                               const tmiTouchRule *touch) {
    tmTouchInfo *info = &rules->statements[rules->statement_count];
    int32_t *parts =
        tmi_arena_alloc(&model->arena, (size_t)touch->instance_count + 1, sizeof *parts);
    if (!parts) {
        return TM_ERR_MEMORY;
    }
    *info = (tmTouchInfo){.on = touch->on, .parts = parts};
    for (int32_t i = 0; i < touch->instance_count; i++) {
        if (touch->instances[i] == TMI_GROUND) {
            tmi_model_add_diag(model, TM_WARNING, TMI_SAYS_DOMAIN, touch->spot, -1,
                               TMI_WORDS("the world itself has no shape, and touches nothing"),
                               NULL);
        } else {
            parts[info->part_count++] = owner + touch->instances[i];
            check_part(model, rules, touch, owner + touch->instances[i]);
        }
    }
    /* A statement of which the world leaves only one part is dropped: it is not about that part
     * itself. */
    rules->statement_count += info->part_count > 1 || touch->instance_count == 1;
    return TM_OK;
}

/* Parts stand behind those around them: from the last instance to the first, what is said further
 * out comes later. */
static tmStatus make_statements(tmModel *model, tmiRules *rules) {
    const tmiWorld *world = model->world;
    size_t count = 1;
    for (int32_t i = 0; i < world->instance_count; i++) {
        count += (size_t)world->instances[i].variant->touch_count;
    }
    rules->statements = tmi_arena_alloc(&model->arena, count, sizeof *rules->statements);
    tmStatus status = rules->statements ? TM_OK : TM_ERR_MEMORY;
    for (int32_t i = world->instance_count - 1; i >= 0; i--) {
        const tmiVariant *v = world->instances[i].variant;
        for (int32_t k = 0; k < v->touch_count && status == TM_OK; k++) {
            status = make_statement(model, rules, i, &v->touches[k]);
        }
    }
    return status;
}

/* Adds a statement to the list of an instance that it names; named twice in one statement, it is
 * about pairs within itself. */
static void name_part(tmiRules *rules, int32_t rank, int32_t part) {
    tmiNamed *named = rules->named + rules->named_first[part];
    int32_t count = rules->named_count[part];
    if (count > 0 && named[count - 1].rank == rank) {
        named[count - 1].within = true;
    } else {
        named[count] = (tmiNamed){rank, rules->statements[rank].part_count == 1};
        rules->named_count[part]++;
    }
}

/* Puts where the lists of `count` owners begin, from how long each is, which stands one place
 * further; places are in the order of owners. */
static void add_up(int32_t *first, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        first[i + 1] += first[i];
    }
}

static tmStatus gather_named(tmModel *model, tmiRules *rules) {
    int32_t instances = model->world->instance_count;
    size_t count = (size_t)instances + 1, total = 1;
    int32_t *first = tmi_arena_alloc(&model->arena, count, sizeof *first);
    rules->named_count = tmi_arena_alloc(&model->arena, count, sizeof *rules->named_count);
    rules->nearest = tmi_arena_alloc(&model->arena, count, sizeof *rules->nearest);
    if (!first || !rules->named_count || !rules->nearest) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < rules->statement_count; i++) {
        for (int32_t k = 0; k < rules->statements[i].part_count; k++, total++) {
            first[rules->statements[i].parts[k] + 1]++;
        }
    }
    add_up(first, instances);
    rules->named_first = first;
    rules->named = tmi_arena_alloc(&model->arena, total, sizeof *rules->named);
    if (!rules->named) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < rules->statement_count; i++) {
        for (int32_t k = 0; k < rules->statements[i].part_count; k++) {
            name_part(rules, i, rules->statements[i].parts[k]);
        }
    }
    for (int32_t i = 0; i < instances; i++) {
        int32_t around = model->world->instances[i].parent;
        rules->nearest[i] = rules->named_count[i] > 0 ? i
                            : around >= 0             ? rules->nearest[around]
                                                      : -1;
    }
    return TM_OK;
}

/* ---- Neighbours by joints ------------------------------------------------------------------ */

/* Puts one of the pairs of bodies that a joint joins directly: whose features are matched, or that
 * an equation is about. A spring or damper has no equations: it holds nothing. False past the last.
 */
static bool joined_pair(const tmJointInfo *joint, int32_t i, int32_t pair[2]) {
    int32_t matched = joint->use.pair_count;
    if (joint->row_count == 0 || i >= matched + joint->row_count) {
        return false;
    }
    const tmRow *row = i < matched ? NULL : &joint->rows[i - matched];
    pair[0] = joint->bodies[row ? row->a : joint->use.pairs[i][0].body];
    pair[1] = joint->bodies[row ? row->b : joint->use.pairs[i][1].body];
    return true;
}

/* Adds body b to the lists of its neighbours of smaller number; null: only counts. Bodies come in
 * order, so that the lists are sorted and a neighbour that comes again is the last one. */
static void add_neighbour(tmiRules *rules, const tmJointInfo *joint, int32_t b, int32_t *latest,
                          int32_t *ends) {
    int32_t pair[2];
    for (int32_t i = 0; joined_pair(joint, i, pair); i++) {
        int32_t a = pair[0] == b ? pair[1] : pair[1] == b ? pair[0] : b;
        if (a >= b || !rules->touches[a] || !rules->touches[b] || latest[a] == b) {
            continue;
        }
        latest[a] = b;
        if (rules->hinged) {
            rules->hinged[ends[a]] = b;
        }
        ends[a]++;
    }
}

static void add_neighbours(const tmModel *model, tmiRules *rules, int32_t *latest, int32_t *ends) {
    memset(latest, 0, (size_t)model->body_count * sizeof *latest);
    for (int32_t b = 1; b < model->body_count; b++) {
        int32_t count;
        const int32_t *joints = tm_model_joints_of(model, b, &count);
        for (int32_t i = 0; i < count; i++) {
            add_neighbour(rules, &model->joints[joints[i]].info, b, latest, ends);
        }
    }
}

static tmStatus gather_neighbours(tmModel *model, tmiRules *rules) {
    size_t count = (size_t)model->body_count + 1;
    int32_t *first = tmi_arena_alloc(&model->arena, count, sizeof *first);
    int32_t *ends = tmi_arena_alloc(&model->arena, count, sizeof *ends);
    int32_t *latest = tmi_arena_alloc(&model->arena, count, sizeof *latest);
    if (!first || !ends || !latest) {
        return TM_ERR_MEMORY;
    }
    add_neighbours(model, rules, latest, first + 1);
    add_up(first, model->body_count);
    memcpy(ends, first, count * sizeof *ends);
    rules->hinged_first = first;
    rules->hinged =
        tmi_arena_alloc(&model->arena, (size_t)first[model->body_count] + 1, sizeof *rules->hinged);
    if (!rules->hinged) {
        return TM_ERR_MEMORY;
    }
    add_neighbours(model, rules, latest, ends);
    return TM_OK;
}

/* ---- What they come to --------------------------------------------------------------------- */

tmStatus tmi_rules_make(tmModel *model) {
    tmiRules *rules = tmi_arena_alloc(&model->arena, 1, sizeof *rules);
    tmStatus status = rules ? gather_bodies(model, rules) : TM_ERR_MEMORY;
    status = status == TM_OK ? make_statements(model, rules) : status;
    status = status == TM_OK ? gather_named(model, rules) : status;
    status = status == TM_OK ? gather_neighbours(model, rules) : status;
    model->rules = status == TM_OK ? rules : NULL;
    return status;
}

/* The statement of this rank among those that name an instance, or null. */
static const tmiNamed *find_named(const tmiNamed *named, int32_t count, int32_t rank) {
    int32_t low = 0, high = count;
    while (low < high) {
        int32_t mid = low + (high - low) / 2;
        if (named[mid].rank < rank) {
            low = mid + 1;
        } else {
            high = mid;
        }
    }
    return low < count && named[low].rank == rank ? &named[low] : NULL;
}

/* The last statement after `rank` that names both instances; else `rank`. */
static int32_t last_about(const tmiRules *rules, int32_t a, int32_t b, int32_t rank) {
    const tmiNamed *few = rules->named + rules->named_first[a];
    const tmiNamed *many = rules->named + rules->named_first[b];
    int32_t few_count = rules->named_count[a], many_count = rules->named_count[b];
    if (few_count > many_count) {
        return last_about(rules, b, a, rank);
    }
    for (int32_t i = few_count - 1; i >= 0 && few[i].rank > rank; i--) {
        bool is_about = a == b ? few[i].within : find_named(many, many_count, few[i].rank) != NULL;
        if (is_about) {
            return few[i].rank;
        }
    }
    return rank;
}

/* The last statement about two bodies, or -1: bodies are named by all that is around them. */
static int32_t deciding(const tmModel *model, int32_t a, int32_t b) {
    const tmiRules *rules = model->rules;
    const tmiInstance *instances = model->world->instances;
    int32_t rank = -1;
    for (int32_t i = rules->nearest[model->bodies[a].instance]; i >= 0;) {
        for (int32_t k = rules->nearest[model->bodies[b].instance]; k >= 0;) {
            rank = last_about(rules, i, k, rank);
            k = instances[k].parent >= 0 ? rules->nearest[instances[k].parent] : -1;
        }
        i = instances[i].parent >= 0 ? rules->nearest[instances[i].parent] : -1;
    }
    return rank;
}

static bool is_hinged(const tmiRules *rules, int32_t a, int32_t b) {
    int32_t owner = a < b ? a : b, other = a < b ? b : a;
    int32_t low = rules->hinged_first[owner], high = rules->hinged_first[owner + 1], end = high;
    while (low < high) {
        int32_t mid = low + (high - low) / 2;
        if (rules->hinged[mid] < other) {
            low = mid + 1;
        } else {
            high = mid;
        }
    }
    return low < end && rules->hinged[low] == other;
}

bool tmi_rules_allow(const tmModel *model, int32_t a, int32_t b) {
    if (model->bodies[a].info.is_fixed && model->bodies[b].info.is_fixed) {
        return false;
    }
    int32_t rank = deciding(model, a, b);
    return rank >= 0 ? model->rules->statements[rank].on : !is_hinged(model->rules, a, b);
}

bool tm_model_may_touch(const tmModel *model, int32_t a, int32_t b) {
    int32_t count = tm_model_body_count(model);
    bool known = a > 0 && a < count && b > 0 && b < count && a != b;
    return known && model->rules->touches[a] && model->rules->touches[b] &&
           tmi_rules_allow(model, a, b);
}

const int32_t *tm_model_touching(const tmModel *model, int32_t *count) {
    if (count) {
        *count = model ? model->rules->touching_count : 0;
    }
    return model ? model->rules->touching : NULL;
}

int32_t tm_model_touch_count(const tmModel *model) {
    return model ? model->rules->statement_count : 0;
}

tmStatus tm_model_touch(const tmModel *model, int32_t index, tmTouchInfo *info) {
    if (!info || index < 0 || index >= tm_model_touch_count(model)) {
        return TM_ERR_ARGUMENT;
    }
    *info = model->rules->statements[index];
    return TM_OK;
}
