# Toolchain: the core as WebAssembly with Debian's clang, lld and wasi-libc. The module imports
# nothing, so that any host can load it: a page, node, or an embedded engine.
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")

execute_process(COMMAND "${CMAKE_CURRENT_LIST_DIR}/../tools/find.sh" clang
  OUTPUT_VARIABLE clang OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
set(CMAKE_C_COMPILER "${clang}")
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
# A program could not be linked before Platform/WASI.cmake is read.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

# -nostdlibinc: otherwise a header that wasi-libc lacks is silently taken from the host.
set(CMAKE_C_FLAGS_INIT
  "-nostdlibinc -isystem /usr/include/wasm32-wasi -msimd128 -mbulk-memory")

# --stack-first: an overflow of the stack traps instead of overwriting data.
string(JOIN " " CMAKE_EXE_LINKER_FLAGS_INIT
  "-mexec-model=reactor"
  "-Wl,--stack-first,-z,stack-size=1048576"
  "-Wl,--max-memory=1073741824"
  "-Wl,--export-dynamic"
  "-Wl,--strip-debug"
  "-Wl,--fatal-warnings")
