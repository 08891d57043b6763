/* json.c: cJSON reads the text, the public interface builds the mechanism. */
#include "mechanisms/mechanisms.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct MechanismFile {
    cJSON *root;
    const cJSON *list;
    bool nameless; /* parts are built without names */
};

static char *read_all(const char *path) {
    FILE *f = fopen(path, "rb");
    if (!f) {
        return NULL;
    }
    char *text = NULL;
    if (fseek(f, 0, SEEK_END) == 0) {
        long size = ftell(f);
        rewind(f);
        text = size >= 0 ? malloc((size_t)size + 1) : NULL;
        if (text) {
            text[fread(text, 1, (size_t)size, f)] = '\0';
        }
    }
    fclose(f);
    return text;
}

MechanismFile *mechanism_file_read(const char *path, char *message, size_t size) {
    errno = 0;
    char *text = read_all(path);
    if (!text) {
        snprintf(message, size, "%s: %s", path, errno ? strerror(errno) : "it cannot be read");
        return NULL;
    }
    MechanismFile *file = calloc(1, sizeof *file);
    if (file) {
        file->root = cJSON_Parse(text);
        file->list = cJSON_GetObjectItemCaseSensitive(file->root, "mechanisms");
    }
    free(text);
    if (!file || !cJSON_IsArray(file->list)) {
        snprintf(message, size, "%s: it is not a list of mechanisms in JSON", path);
        mechanism_file_free(file);
        return NULL;
    }
    return file;
}

void mechanism_file_free(MechanismFile *file) {
    if (file) {
        cJSON_Delete(file->root);
        free(file);
    }
}

int mechanism_file_count(const MechanismFile *file) {
    return cJSON_GetArraySize(file->list);
}

static const cJSON *entry(const MechanismFile *file, int index, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(cJSON_GetArrayItem(file->list, index), key);
}

const char *mechanism_file_name(const MechanismFile *file, int index) {
    const char *name = cJSON_GetStringValue(entry(file, index, "name"));
    return name ? name : "";
}

static int count_of(const MechanismFile *file, int index, const char *key) {
    bool printed = cJSON_IsTrue(entry(file, index, "figure30"));
    const cJSON *number = entry(file, index, key);
    return printed && cJSON_IsNumber(number) ? number->valueint : -1;
}

int mechanism_file_unknowns(const MechanismFile *file, int index) {
    return count_of(file, index, "mixed_unknowns");
}

int mechanism_file_equations(const MechanismFile *file, int index) {
    return count_of(file, index, "mixed_equations");
}

void mechanism_file_forget_names(MechanismFile *file) {
    file->nameless = true;
}

static double number_at(const cJSON *array, int index) {
    const cJSON *item = cJSON_GetArrayItem(array, index);
    return cJSON_IsNumber(item) ? item->valuedouble : 0.0;
}

/* The bodies of one mechanism, and where the features of each begin. */
typedef struct Builder {
    tmMechanism *m;
    const cJSON *links, *joints, *initial;
    bool nameless;
    int link_count;
    tmFeatureId **features;
    int *feature_counts;
} Builder;

static const char *name_of(const Builder *b, const cJSON *text) {
    return b->nameless ? NULL : cJSON_GetStringValue(text);
}

static tmStatus add_link(Builder *b, int index) {
    const cJSON *link = cJSON_GetArrayItem(b->links, index);
    const cJSON *markers = cJSON_GetObjectItemCaseSensitive(link, "markers");
    const cJSON *names = cJSON_GetObjectItemCaseSensitive(link, "marker_names");
    const cJSON *start = cJSON_GetArrayItem(b->initial, index);
    tmBodyId body = tm_mechanism_ground(b->m);
    tmStatus status = TM_OK;
    if (index > 0) {
        tmBodyDef def = tm_body_def_default();
        def.name = name_of(b, cJSON_GetObjectItemCaseSensitive(link, "name"));
        def.x = number_at(start, 0);
        def.y = number_at(start, 1);
        def.angle = number_at(start, 2);
        status = tm_body_add(b->m, &def, &body);
    }
    int count = cJSON_GetArraySize(markers);
    b->features[index] = calloc((size_t)count + 1, sizeof(tmFeatureId));
    if (!b->features[index]) {
        return TM_ERR_MEMORY;
    }
    b->feature_counts[index] = count;
    for (int i = 0; i < count && status == TM_OK; i++) {
        tmFeatureDef def = tm_feature_def_default();
        def.name = name_of(b, cJSON_GetArrayItem(names, i));
        def.body = body;
        def.x = number_at(cJSON_GetArrayItem(markers, i), 0);
        def.y = number_at(cJSON_GetArrayItem(markers, i), 1);
        def.angle = number_at(cJSON_GetArrayItem(markers, i), 2);
        status = tm_feature_add(b->m, &def, &b->features[index][i]);
    }
    return status;
}

static bool find_feature(const Builder *b, const cJSON *end, tmFeatureId *feature) {
    int link = (int)number_at(end, 0), marker = (int)number_at(end, 1);
    if (link < 0 || link >= b->link_count || marker < 0 || marker >= b->feature_counts[link]) {
        return false;
    }
    *feature = b->features[link][marker];
    return true;
}

/* The kind by the name that tm_joint_kind_name gives; a pin without one. */
static tmJointKind find_kind(const cJSON *item) {
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "type"));
    int kind = 0;
    while (name && kind < TM_JOINT_KIND_COUNT &&
           strcmp(name, tm_joint_kind_name((tmJointKind)kind)) != 0) {
        kind++;
    }
    return (tmJointKind)kind;
}

/* The features at "a" and "b", or those of the list "over". */
static bool find_features(const Builder *b, const cJSON *item, tmFeatureId *features) {
    const cJSON *over = cJSON_GetObjectItemCaseSensitive(item, "over");
    int count = over ? cJSON_GetArraySize(over) : 2;
    bool good = count <= TM_JOINT_FEATURES;
    for (int i = 0; i < count && good; i++) {
        const cJSON *end = over ? cJSON_GetArrayItem(over, i)
                                : cJSON_GetObjectItemCaseSensitive(item, i ? "b" : "a");
        good = find_feature(b, end, &features[i]);
    }
    return good;
}

static tmStatus add_joint(const Builder *b, int index, tmJointId *joint) {
    const cJSON *item = cJSON_GetArrayItem(b->joints, index);
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(item, "value");
    const cJSON *radii = cJSON_GetObjectItemCaseSensitive(item, "radii");
    const cJSON *spline = cJSON_GetObjectItemCaseSensitive(item, "profile");
    const cJSON *harmonics = cJSON_GetObjectItemCaseSensitive(item, "harmonics");
    const cJSON *list = harmonics ? harmonics : spline;
    tmJointDef def = tm_joint_def_default();
    def.name = name_of(b, cJSON_GetObjectItemCaseSensitive(item, "name"));
    def.kind = find_kind(item);
    def.as_placed = !cJSON_IsNumber(value);
    def.value = def.as_placed ? 0.0 : value->valuedouble;
    for (int i = 0; i < TM_JOINT_FEATURES; i++) {
        def.radii[i] = number_at(radii, i);
    }
    def.profile_kind = harmonics ? TM_PROFILE_HARMONIC : TM_PROFILE_SPLINE;
    def.profile_count = cJSON_GetArraySize(list);
    double *profile = calloc((size_t)def.profile_count + 1, sizeof *profile);
    for (int i = 0; profile && i < def.profile_count; i++) {
        profile[i] = number_at(list, i);
    }
    def.profile = profile;
    bool good = find_features(b, item, def.features);
    tmStatus status = !profile ? TM_ERR_MEMORY
                      : good   ? tm_joint_add(b->m, &def, joint)
                               : TM_ERR_ARGUMENT;
    free(profile);
    return status;
}

tmStatus mechanism_file_build(const MechanismFile *file, int index, const tmAllocator *allocator,
                              tmMechanism **mechanism, tmJointId *driver) {
    Builder b = {.links = entry(file, index, "links"),
                 .joints = entry(file, index, "joints"),
                 .initial = entry(file, index, "initial"),
                 .nameless = file->nameless};
    b.link_count = cJSON_GetArraySize(b.links);
    tmStatus status = tm_mechanism_create(allocator, &b.m);
    b.features = calloc((size_t)b.link_count + 1, sizeof *b.features);
    b.feature_counts = calloc((size_t)b.link_count + 1, sizeof *b.feature_counts);
    if (status == TM_OK && (!b.features || !b.feature_counts)) {
        status = TM_ERR_MEMORY;
    }
    for (int i = 0; i < b.link_count && status == TM_OK; i++) {
        status = add_link(&b, i);
    }
    int driven = (int)cJSON_GetNumberValue(
        cJSON_GetObjectItemCaseSensitive(entry(file, index, "driver"), "joint"));
    for (int i = 0; i < cJSON_GetArraySize(b.joints) && status == TM_OK; i++) {
        tmJointId joint;
        status = add_joint(&b, i, &joint);
        if (i == driven) {
            *driver = joint;
        }
    }
    for (int i = 0; b.features && i < b.link_count; i++) {
        free(b.features[i]);
    }
    free(b.features);
    free(b.feature_counts);
    if (status != TM_OK) {
        tm_mechanism_destroy(b.m);
        b.m = NULL;
    }
    *mechanism = b.m;
    return status;
}
