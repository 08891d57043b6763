/* worlds.c: all that the texts of a document mean: checked and made in one go. */
#include "define/language/make/make.h"
#include "define/language/make/make_private.h"

#include <string.h>

/* ---- Definitions beside types -------------------------------------------------------------- */

/* Tables stay: their points come from the arena of what is kept. */
static void read_tables(tmiMaker *m) {
    m->e.arena = m->arena;
    for (int32_t i = 0; i < m->d->table_count && m->status == TM_OK; i++) {
        tmiSpot table = m->d->tables[i];
        if (!tmi_table_read(&m->e, tmi_maker_source(m, table.file), table.node,
                            &m->d->table_values[i])) {
            m->d->table_values[i] = (tmiTable){0};
        }
        m->status = m->e.status;
    }
    m->e.arena = &m->scratch;
}

static void check_functions(tmiMaker *m) {
    for (int32_t i = 0; i < m->d->function_count && m->status == TM_OK; i++) {
        tmiSpot function = m->d->functions[i];
        const tmiSource *source = tmi_maker_source(m, function.file);
        tmiArenaMark mark = tmi_arena_mark(&m->scratch);
        if (!tmi_node(source->tree, function.node)->spoiled) {
            m->status = tmi_check_function(&m->e, source, function.node);
        }
        tmi_arena_release(&m->scratch, mark);
    }
}

/* Bodies that touch are rigid in all methods. */
static void warn_stiffness(tmiMaker *m, const tmiSurface *surface) {
    for (int32_t i = 0; i < surface->setting_count; i++) {
        if (strcmp(surface->settings[i].field->name, "stiffness") == 0) {
            tmi_note(m, &(tmiNote){.severity = TM_WARNING,
                                   .code = TMI_SAYS_UNUSED,
                                   .at = surface->settings[i].spot,
                                   .words = TMI_WORDS("nothing uses 'stiffness' yet"),
                                   .hint = TMI_WORDS("bodies that touch are rigid: the joint "
                                                     "'spring' gives way")});
        }
    }
}

static tmiSurface *make_surfaces(tmiMaker *m, const tmiSpot *spots, int32_t count, uint32_t context,
                                 const char *where) {
    tmiSurface *surfaces = tmi_keep(m, count, sizeof *surfaces);
    for (int32_t i = 0; i < count && m->status == TM_OK; i++) {
        surfaces[i].spot = spots[i];
        tmi_make_settings(m, spots[i], context, where, &surfaces[i].settings,
                          &surfaces[i].setting_count);
        warn_stiffness(m, &surfaces[i]);
    }
    return surfaces;
}

/* ---- Warnings ------------------------------------------------------------------------------ */

static void warn(tmiMaker *m, tmiSpot at, tmiMeaningSays code, const char *const *words,
                 const char *const *hint) {
    tmi_note(m, &(tmiNote){
                    .severity = TM_WARNING, .code = code, .at = at, .words = words, .hint = hint});
}

static void warn_unused(tmiMaker *m, int32_t number) {
    const tmiType *type = &m->d->types[number];
    int32_t file = type->spot.file;
    tmiQuote quote, type_name;
    for (int32_t i = 0; i < type->parameter_count; i++) {
        tmiSpot at = {file, type->parameters[i].name};
        if (!type->parameters[i].used) {
            warn(m, at, TMI_SAYS_UNUSED,
                 TMI_WORDS("nothing in ", tmi_type_quote(m, number, &type_name),
                           " uses its parameter ", tmi_spot_quote(m, at, &quote)),
                 NULL);
        }
    }
    for (int32_t i = 0; i < type->signal_count; i++) {
        tmiSpot at = {file, type->signals[i].name};
        int32_t length;
        const char *name = tmi_spot_text(m, at, &length);
        bool every = tmi_word_distance(name, length, "every", 5, 4) <= 4;
        if (!type->signals[i].used) {
            warn(m, at, TMI_SAYS_UNUSED,
                 TMI_WORDS("nothing reads the signal ", tmi_quote(&quote, name, length)),
                 every ? TMI_WORDS("did you mean 'every'?") : NULL);
        }
    }
    for (int32_t i = 0; i < type->input_count; i++) {
        tmiSpot at = {file, type->inputs[i].name};
        if (!type->inputs[i].used) {
            warn(m, at, TMI_SAYS_UNUSED,
                 TMI_WORDS("nothing reads the input ", tmi_spot_quote(m, at, &quote)), NULL);
        }
    }
}

/* Where others are joined or placed, a part that is not was probably forgotten. */
static void warn_lonely(tmiMaker *m, int32_t number) {
    const tmiType *type = &m->d->types[number];
    int32_t touched = 0;
    tmiQuote quote;
    for (int32_t i = 0; i < type->component_count; i++) {
        touched += type->components[i].touched;
    }
    for (int32_t i = 0; touched > 0 && i < type->component_count; i++) {
        tmiSpot at = {type->spot.file, type->components[i].name};
        if (!type->components[i].touched) {
            warn(m, at, TMI_SAYS_LONELY,
                 TMI_WORDS("nothing joins or places ", tmi_spot_quote(m, at, &quote)),
                 TMI_WORDS("it starts at (0, 0, 0), connected to nothing"));
        }
    }
}

static void warn_all(tmiMaker *m) {
    /* Those that are not kept need not be assembled. */
    for (int32_t i = 0;
         i < m->d->type_count && m->status == TM_OK && tm_diags_count(m->fresh) < TM_DIAG_LIMIT;
         i++) {
        const tmiType *type = &m->d->types[i];
        if (!type->spoiled && type->checked && !type->checked->has_errors) {
            warn_unused(m, i);
            warn_lonely(m, i);
        }
    }
    tmi_notes_pass_on(m);
}

/* ---- All ----------------------------------------------------------------------------------- */

/* Worlds that can be made without arguments, whether they are run or not. */
static void make_free_worlds(tmiMaker *m) {
    for (int32_t i = 0; i < m->d->type_count && m->status == TM_OK; i++) {
        const tmiType *type = &m->d->types[i];
        bool free = type->kind == TMI_TYPE_WORLD && type->checked;
        for (int32_t k = 0; k < type->parameter_count; k++) {
            free &= type->parameters[k].initial != 0;
        }
        if (!free) {
            continue;
        }
        tmiVariant *v = type->parameter_count == 0
                            ? type->checked
                            : tmi_variant_of(m, i, (tmiSpot){type->spot.file, type->name}, -1);
        if (v && m->status == TM_OK) {
            tmi_world_of(m, v);
        }
    }
}

static void list_unrun(tmiMaker *m) {
    tmiWorlds *out = m->out;
    out->unrun = tmi_keep(m, out->world_count, sizeof *out->unrun);
    for (int32_t i = 0; i < out->world_count && out->unrun; i++) {
        if (!out->worlds[i]->is_run) {
            out->unrun[out->unrun_count++] = out->worlds[i];
        }
    }
}

static void make_all(tmiMaker *m) {
    tmi_definitions_read(m);
    if (m->status != TM_OK) {
        return;
    }
    read_tables(m);
    check_functions(m);
    for (int32_t i = 0; i < m->d->hinge_count && m->status == TM_OK; i++) {
        tmi_check_hinge(m, i);
    }
    m->out->materials =
        make_surfaces(m, m->d->materials, m->d->material_count, TMI_IN_MATERIAL, "a material");
    m->out->contacts =
        make_surfaces(m, m->d->contacts, m->d->contact_count, TMI_IN_CONTACT, "a contact");
    for (int32_t i = 0; i < m->d->type_count && m->status == TM_OK; i++) {
        tmi_check_type(m, m->d->order[i]);
    }
    for (int32_t i = 0; i < m->d->run_count && m->status == TM_OK; i++) {
        tmi_make_run(m, m->d->runs[i]);
        tmi_notes_pass_on(m);
    }
    if (m->status == TM_OK) {
        make_free_worlds(m);
        list_unrun(m);
        warn_all(m);
    }
    tmi_notes_pass_on(m);
}

tmStatus tmi_worlds_make(tmAllocator allocator, const tmiSource *sources, int32_t source_count,
                         const tmExtensions *extensions, bool incomplete,
                         const tmiMeshFinder *finder, tmDiags *diags, tmiWorlds **worlds) {
    *worlds = NULL;
    tmiWorlds *out = tmi_alloc_zero(allocator, sizeof *out);
    if (!out) {
        return TM_ERR_MEMORY;
    }
    out->allocator = allocator;
    out->extensions = *extensions;
    tmi_arena_init(&out->arena, allocator);
    out->definitions.sources = sources;
    out->definitions.source_count = source_count;
    out->definitions.symbols.allocator = allocator;
    tmiMaker m = {.out = out,
                  .d = &out->definitions,
                  .allocator = allocator,
                  .arena = &out->arena,
                  .finder = *finder,
                  .diags = diags,
                  .within = {.type = -1},
                  .incomplete = incomplete};
    tmi_arena_init(&m.scratch, allocator);
    tmi_evaluator_init(&m.e, &(tmiScope){tmi_scope_find, tmi_scope_offer, &m}, &m.scratch);
    m.status = tm_diags_create(&allocator, &m.fresh);
    m.status = m.status == TM_OK ? tmi_extensions_fields(out) : m.status;
    for (int32_t i = 0; i < source_count; i++) {
        sources[i].reporter->diags = m.fresh;
    }
    if (m.status == TM_OK) {
        make_all(&m);
    }
    for (int32_t i = 0; i < source_count; i++) {
        m.status = m.status == TM_OK ? sources[i].reporter->status : m.status;
        sources[i].reporter->diags = diags;
    }
    tm_diags_destroy(m.fresh);
    tmi_arena_clear(&m.scratch);
    if (m.status != TM_OK) {
        tmi_worlds_destroy(out);
        return m.status;
    }
    *worlds = out;
    return TM_OK;
}
