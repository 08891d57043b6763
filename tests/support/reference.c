/* reference.c: see reference.h. */
#include "reference.h"

#include <stdio.h>
#include <string.h>

const MechanismFile *reference_file(tmTest *t) {
    static MechanismFile *file;
    char message[200] = "";
    if (!file) {
        file = mechanism_file_read(EXAMPLES "/mechanisms.json", message, sizeof message);
    }
    if (CHECK(file)) {
        mechanism_file_forget_names(file);
    } else {
        printf("%s\n", message);
    }
    return file;
}

int reference_index(const MechanismFile *file, const char *name) {
    int index = 0;
    while (strcmp(mechanism_file_name(file, index), name) != 0) {
        index++;
    }
    return index;
}

tmStatus reference_build(tmTest *t, const MechanismFile *file, int index, tmMechanism **m,
                         tmJointId *driver) {
    tmStatus status = mechanism_file_build(file, index, &t->allocator, m, driver);
    DEFER(tm_mechanism_destroy, *m);
    return status;
}
