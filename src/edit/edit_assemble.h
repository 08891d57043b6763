/* edit_assemble.h: what sketches and lives share: putting a model together quickly, though its
 * numbers are rounded, and collecting what is reported about it. */
#ifndef TMI_EDIT_ASSEMBLE_H
#define TMI_EDIT_ASSEMBLE_H

#include "trammel/space.h"

/* As tm_assemble. Where joints repeat each other, as two parallel bars do, rounded lengths
 * contradict each other by a little: joints that are open only by that count as closed. Puts the
 * largest gap of a closed joint, of the mechanism's size, into *tolerance: plans of the assembly
 * must allow it, too. */
tmStatus tmi_edit_assemble(const tmModel *model, tmAssembly **assembly, double *tolerance);

/* Adds all diagnostics of a list to another. */
tmStatus tmi_edit_add_diags(tmDiags *to, const tmDiags *from);

#endif
