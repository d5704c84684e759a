# A module is made of the files of the CPU library, without those for a processor, or for a system that has threads and
# files.
list(FILTER backend_sources EXCLUDE REGEX "/cpu/machine\\.cpp$|/gemm_(avx[0-9]*|choice)\\.cpp$")
list(FILTER shared_sources EXCLUDE REGEX "^base/(processors|control_groups|system_memory|host_thread)\\.cpp$")
file(GLOB_RECURSE wasm_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.cpp)
list(APPEND backend_sources ${wasm_sources})
