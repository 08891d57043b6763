# Flags of every target: warnings, and the floating-point rules behind "the same bits everywhere".

string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
set(all_flags "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${build_type}}")
string(JOIN "|" refused "-ffast-math" "-Ofast" "-funsafe-math" "-fassociative-math"
  "-freciprocal-math" "-ffinite-math-only" "-fno-signed-zeros" "-fsingle-precision-constant"
  "-mfpmath=[a-z,+]*(387|both)" "-ffp-contract=(fast|on)" "-ffp-model=fast")
if(all_flags MATCHES "${refused}")
  message(FATAL_ERROR "Trammel gives the same bits everywhere, which '${CMAKE_MATCH_0}' would break. "
                      "Take it out of CMAKE_C_FLAGS.")
endif()

# -O3: GCC 12 hardly vectorises at -O2. It changes no bits.
set(CMAKE_C_FLAGS_RELEASE "-O3 -DNDEBUG")

add_library(trammel_flags INTERFACE)
target_compile_options(trammel_flags INTERFACE
  -ffp-contract=off -fno-math-errno
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
  -Wvla -Wcast-qual -Wwrite-strings -Wundef)
# GCC 12 forms fused multiply-add-subtract for pairs of numbers although contraction is off. Flags of
# the user's such as -march=native come before these, so no instruction of that kind is left.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND NOT CMAKE_SYSTEM_NAME STREQUAL "WASI")
  target_compile_options(trammel_flags INTERFACE -mno-fma -mno-avx512f)
endif()
if(CMAKE_C_COMPILER_ID MATCHES "Clang")
  # A loop over lanes is also compiled for one lane, where there is nothing to vectorise.
  target_compile_options(trammel_flags INTERFACE -Wno-pass-failed)
endif()
if(TM_WERROR)
  target_compile_options(trammel_flags INTERFACE -Werror)
endif()
