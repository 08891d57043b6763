/* mujoco_library.h: MuJoCo, opened at run time: two versions in one program have the same names.
 * For files that are built once for each version, with its headers. */
#ifndef TM_BENCH_MUJOCO_LIBRARY_H
#define TM_BENCH_MUJOCO_LIBRARY_H

#include <dlfcn.h>
#include <mujoco/mujoco.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct mujocoLibrary {
    mjModel *(*load)(const char *, const mjVFS *, char *, int);
    mjData *(*make)(const mjModel *);
    void (*step)(const mjModel *, mjData *);
    void (*forward)(const mjModel *, mjData *);
    int (*find)(const mjModel *, int, const char *);
    void (*delete_model)(mjModel *);
    void (*delete_data)(mjData *);
    const char *(*version)(void);
} mujocoLibrary;

static inline void mujoco_keep_quiet(const char *text) {
    (void)text;
}

/* Returns whether the library at `path` is there and has what is needed. */
static inline bool mujoco_open(mujocoLibrary *mujoco, const char *path) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        fprintf(stderr, "bench: %s\n", dlerror());
        return false;
    }
    *(void **)&mujoco->load = dlsym(handle, "mj_loadXML");
    *(void **)&mujoco->make = dlsym(handle, "mj_makeData");
    *(void **)&mujoco->step = dlsym(handle, "mj_step");
    *(void **)&mujoco->forward = dlsym(handle, "mj_forward");
    *(void **)&mujoco->find = dlsym(handle, "mj_name2id");
    *(void **)&mujoco->delete_model = dlsym(handle, "mj_deleteModel");
    *(void **)&mujoco->delete_data = dlsym(handle, "mj_deleteData");
    *(void **)&mujoco->version = dlsym(handle, "mj_versionString");
    /* Steps that are too long are found out by their errors; words on paper are not needed. */
    void (**warning)(const char *) = (void (**)(const char *))dlsym(handle, "mju_user_warning");
    if (warning) {
        *warning = mujoco_keep_quiet;
    }
    return mujoco->load && mujoco->make && mujoco->step && mujoco->forward && mujoco->find &&
           mujoco->delete_model && mujoco->delete_data && mujoco->version;
}

/* Loads the text that `write` puts into a file; null, with a word, where it is refused. */
static inline mjModel *mujoco_load(const mujocoLibrary *mujoco,
                                   void (*write)(FILE *f, const void *scene), const void *scene) {
    char path[] = "/tmp/benchXXXXXX.xml";
    char error[1000] = "";
    int handle = mkstemps(path, 4);
    FILE *f = handle < 0 ? NULL : fdopen(handle, "w");
    if (!f) {
        perror(path);
        return NULL;
    }
    write(f, scene);
    fclose(f);
    mjModel *model = mujoco->load(path, NULL, error, sizeof error);
    if (!model) {
        fprintf(stderr, "bench: MuJoCo: %s\n", error);
    }
    remove(path);
    return model;
}

#endif
