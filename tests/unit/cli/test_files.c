/* test_files.c: what the command line lets a definition include: files below its folder, no links
 * out of it. */
#define _XOPEN_SOURCE 700
#include "definitions/definitions.h"
#include "files/files.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A folder for the case:
 *     outside.tml
 *     project/main.tml  project/parts/rod.tml  project/parts/pin.tml  project/folder/
 *     project/inner -> parts/rod.tml   project/escape -> ../outside.tml   project/away -> .. */
typedef struct Place {
    char folder[64];
} Place;

static void write_text(const Place *place, const char *name, const char *text) {
    char path[200];
    snprintf(path, sizeof path, "%s/%s", place->folder, name);
    FILE *f = fopen(path, "w");
    if (f) {
        fputs(text, f);
        fclose(f);
    }
}

static void remove_place(Place *place) {
    char command[200];
    snprintf(command, sizeof command, "rm -rf '%s'", place->folder);
    if (system(command) != 0) {
        fprintf(stderr, "%s was not removed\n", place->folder);
    }
}

static Place *make_place(tmTest *t) {
    static const char *const folders[] = {"project", "project/parts", "project/folder"};
    static const char *const links[][2] = {{"parts/rod.tml", "project/inner"},
                                           {"../outside.tml", "project/escape"},
                                           {"..", "project/away"}};
    Place *place = test_memory(t, 1, sizeof *place);
    char path[200];
    strcpy(place->folder, "/tmp/trammel_files_XXXXXX");
    if (!CHECK(mkdtemp(place->folder) != NULL)) {
        return NULL;
    }
    DEFER(remove_place, place);
    for (size_t i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", place->folder, folders[i]);
        CHECK(mkdir(path, 0700) == 0);
    }
    for (size_t i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", place->folder, links[i][1]);
        CHECK(symlink(links[i][0], path) == 0);
    }
    write_text(place, "outside.tml", "secret");
    write_text(place, "project/main.tml", "main");
    write_text(place, "project/parts/rod.tml", "rod");
    write_text(place, "project/parts/pin.tml", "pin");
    return place;
}

/* What including `path` gives: the text, or the problem. */
static void check_include(tmTest *t, cliIncludes *includes, const char *from, const char *path,
                          const char *text) {
    tmIncluded included = {0};
    cli_include(includes, from, path, &included);
    if (!CHECK_TEXT(included.text ? included.text : included.message, text)) {
        printf("  path %s\n", path);
    }
    CHECK(!included.text || included.length == strlen(included.text));
}

TEST(files_below_the_folder_are_included_and_others_not) {
    static const char outside[] = "it lies outside the definition's folder";
    static const char absolute[] =
        "only files below the definition's folder may be used, by a path from there";
    Place *place = make_place(t);
    REQUIRE(place != NULL);
    char main_path[200], rod_path[200];
    snprintf(main_path, sizeof main_path, "%s/project/main.tml", place->folder);
    snprintf(rod_path, sizeof rod_path, "%s/project/parts/rod.tml", place->folder);
    cliIncludes *includes = cli_includes_create(main_path);
    REQUIRE(includes != NULL);
    DEFER(cli_includes_destroy, includes);
    check_include(t, includes, main_path, "parts/rod.tml", "rod");
    check_include(t, includes, main_path, "./parts/../parts/rod.tml", "rod");
    check_include(t, includes, main_path, "inner", "rod");
    check_include(t, includes, rod_path, "pin.tml", "pin");
    check_include(t, includes, rod_path, "../main.tml", "main");
    check_include(t, includes, main_path, "pin.tml", "there is no such file");
    check_include(t, includes, main_path, "main.tml/x", "there is no such file");
    check_include(t, includes, main_path, "folder", "it is not a plain file");
    check_include(t, includes, main_path, "", outside);
    check_include(t, includes, main_path, "../outside.tml", outside);
    check_include(t, includes, main_path, "escape", outside);
    check_include(t, includes, main_path, "away/outside.tml", outside);
    check_include(t, includes, main_path, "away/project/main.tml", "main");
    check_include(t, includes, main_path, "/etc/passwd", absolute);
    check_include(t, includes, main_path, rod_path, absolute);
}

TEST(one_file_has_one_name_however_it_is_reached) {
    Place *place = make_place(t);
    REQUIRE(place != NULL);
    char main_path[200], expected[200];
    snprintf(main_path, sizeof main_path, "%s/project/main.tml", place->folder);
    snprintf(expected, sizeof expected, "%s/project/parts/rod.tml", place->folder);
    cliIncludes *includes = cli_includes_create(main_path);
    REQUIRE(includes != NULL);
    DEFER(cli_includes_destroy, includes);
    static const char *const ways[] = {"parts/rod.tml", "inner", "folder/../parts//rod.tml"};
    for (size_t i = 0; i < 3; i++) {
        tmIncluded included = {0};
        cli_include(includes, main_path, ways[i], &included);
        CHECK_TEXT(included.name, expected);
    }
}

TEST(folder_with_a_name_that_begins_alike_is_outside) {
    Place *place = make_place(t);
    REQUIRE(place != NULL);
    char path[200];
    snprintf(path, sizeof path, "%s/projects", place->folder);
    CHECK(mkdir(path, 0700) == 0);
    write_text(place, "projects/a.tml", "a");
    snprintf(path, sizeof path, "%s/project/main.tml", place->folder);
    cliIncludes *includes = cli_includes_create(path);
    REQUIRE(includes != NULL);
    DEFER(cli_includes_destroy, includes);
    check_include(t, includes, path, "../projects/a.tml",
                  "it lies outside the definition's folder");
}

TEST(file_is_written_whole_and_keeps_its_mode) {
    Place *place = make_place(t);
    REQUIRE(place != NULL);
    char path[200], link[200];
    struct stat status;
    snprintf(path, sizeof path, "%s/project/parts/rod.tml", place->folder);
    snprintf(link, sizeof link, "%s/project/inner", place->folder);
    CHECK(chmod(path, 0640) == 0);
    CHECK(cli_write_file(link, "new", 3) == NULL);
    char *text;
    size_t length;
    CHECK(cli_read_file(path, &text, &length) == NULL);
    CHECK_TEXT(text, "new");
    free(text);
    CHECK(stat(path, &status) == 0 && (status.st_mode & 0777) == 0640);
    CHECK(lstat(link, &status) == 0 && S_ISLNK(status.st_mode));
    CHECK(cli_write_file("/no/such/folder/file", "x", 1) != NULL);
}

TEST(file_that_is_not_there_is_made_but_not_behind_a_link_to_nothing) {
    Place *place = make_place(t);
    REQUIRE(place != NULL);
    char path[200], link[200], *text;
    size_t length;
    struct stat status;
    snprintf(path, sizeof path, "%s/project/new.tml", place->folder);
    snprintf(link, sizeof link, "%s/project/nothing", place->folder);
    mode_t mask = umask(027);
    CHECK(cli_write_file(path, "new", 3) == NULL);
    umask(mask);
    CHECK(cli_read_file(path, &text, &length) == NULL);
    CHECK_TEXT(text, "new");
    free(text);
    CHECK(stat(path, &status) == 0 && (status.st_mode & 0777) == 0640);
    CHECK(symlink("nowhere.tml", link) == 0);
    CHECK(cli_write_file(link, "new", 3) != NULL);
    CHECK(lstat(link, &status) == 0 && S_ISLNK(status.st_mode));
}

TEST(unreadable_files_say_why) {
    Place *place = make_place(t);
    REQUIRE(place != NULL);
    char *text = (char *)place;
    size_t length = 9;
    CHECK_TEXT(cli_read_file(place->folder, &text, &length), "it is a folder");
    CHECK(text == NULL && length == 0);
    CHECK_TEXT(cli_read_file("/no/such/file", &text, &length), "No such file or directory");
}

TEST_MAIN(CASE(files_below_the_folder_are_included_and_others_not),
          CASE(one_file_has_one_name_however_it_is_reached),
          CASE(folder_with_a_name_that_begins_alike_is_outside),
          CASE(file_is_written_whole_and_keeps_its_mode),
          CASE(file_that_is_not_there_is_made_but_not_behind_a_link_to_nothing),
          CASE(unreadable_files_say_why))
