# clang would run wasm-opt where it is installed, and not elsewhere, if it were told to optimize when it links.
set(CMAKE_CXX_FLAGS_RELEASE -DNDEBUG)

# The module, which shares its memory with workers. Relaxed SIMD stays off: its results depend on the machine.
target_include_directories(denovdb_objects BEFORE PUBLIC ${CMAKE_CURRENT_LIST_DIR}/std)
target_compile_options(denovdb_objects PUBLIC -O2 -Wall -Wextra -ffp-contract=off -fno-exceptions -fno-rtti
  -msimd128 -mbulk-memory -matomics -mnontrapping-fptoint -msign-ext -fvisibility=hidden)
if(DVDB_STRICT)
  target_compile_options(denovdb_objects PUBLIC -Werror)
endif()

add_executable(denovdb $<TARGET_OBJECTS:denovdb_objects>)
set_target_properties(denovdb PROPERTIES SUFFIX .wasm)
target_link_options(denovdb PRIVATE -mexec-model=reactor
  LINKER:--shared-memory LINKER:--import-memory LINKER:--max-memory=4294967296 LINKER:--no-check-features
  LINKER:-z,stack-size=2097152 LINKER:--stack-first
  LINKER:--export-dynamic LINKER:--export=__stack_pointer LINKER:--gc-sections LINKER:--strip-all
  LINKER:--wrap=malloc LINKER:--wrap=free LINKER:--wrap=calloc LINKER:--wrap=realloc LINKER:--wrap=aligned_alloc
  LINKER:--wrap=posix_memalign LINKER:--wrap=fma LINKER:--wrap=fmaf)
