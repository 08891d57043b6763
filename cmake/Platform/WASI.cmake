# What CMake needs to know of WASI; read after the compiler's own settings.

# There is no dynamic loader: position-independent code would only go through a table.
set(CMAKE_C_COMPILE_OPTIONS_PIC "")
set(CMAKE_C_COMPILE_OPTIONS_PIE "")

# Links without the compile flags: given an -O, clang runs whichever wasm-opt is on the path, which
# changes the bytes and fails on modules with SIMD.
set(CMAKE_C_LINK_EXECUTABLE
  "<CMAKE_C_COMPILER> <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
