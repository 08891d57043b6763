/* edit_assemble.c: see edit_assemble.h. */
#include "edit/edit_assemble.h"

/* Texts that people draw are rounded to some 1e-5 of their size; loops add a few of these up. */
#define DRAWN_ROUNDED 5e-5
/* Starts beside the places of the text where those do not close. Few: each takes as long as all
 * else together, an editor asks at every move, and bodies that close far away would jump. */
#define RESTARTS 4

static tmStatus try(const tmModel *model, double tolerance, int32_t restarts,
                    tmAssembly **assembly) {
    tmAssemblyDef def = tm_assembly_def_default();
    tm_assembly_destroy(*assembly);
    *assembly = NULL;
    def.max_restarts = restarts;
    def.tolerance = tolerance;
    return tm_assemble(model, &def, assembly);
}

static bool is_open(const tmAssembly *assembly) {
    return tm_assembly_info(assembly)->outcome != TM_ASSEMBLY_CLOSED;
}

tmStatus tmi_edit_assemble(const tmModel *model, tmAssembly **assembly, double *tolerance) {
    double exact = tm_assembly_def_default().tolerance;
    *assembly = NULL;
    *tolerance = exact;
    tmStatus status = try(model, exact, 0, assembly);
    if (status == TM_OK && is_open(*assembly)) {
        *tolerance = DRAWN_ROUNDED;
        status = try(model, DRAWN_ROUNDED, 0, assembly);
    }
    if (status == TM_OK && is_open(*assembly)) {
        *tolerance = exact;
        status = try(model, exact, RESTARTS, assembly);
    }
    return status;
}

tmStatus tmi_edit_add_diags(tmDiags *to, const tmDiags *from) {
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < tm_diags_count(from) && status == TM_OK; i++) {
        status = tm_diags_add(to, tm_diags_at(from, i));
    }
    return status;
}
