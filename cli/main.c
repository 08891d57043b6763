#include "trammel/trammel.h"

#include <stdio.h>

int main(void) {
    printf("trammel %s\n", tm_version_text());
    return 0;
}
