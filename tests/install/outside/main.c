/* main.c: a program outside the project that uses the installed library. */
#include <trammel/trammel.h>

#include <stdio.h>

int main(void) {
    uint64_t hash = 0;
    tmStatus status = tm_bits_hash(NULL, NULL, 1, 1, &hash);
    printf("%s %s\n", tm_version_text(), tm_status_name(status));
    return tm_version() == TM_VERSION && status == TM_OK ? 0 : 1;
}
