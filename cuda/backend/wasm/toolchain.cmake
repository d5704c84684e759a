# Clang and the libraries for WebAssembly that Debian has: clang-19, lld-19, wasi-libc, libc++-19-dev-wasm32 and
# libclang-rt-19-dev-wasm32. DVDB_WASM_CLANG names another clang++.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER $ENV{DVDB_WASM_CLANG})
if(NOT CMAKE_CXX_COMPILER)
  set(CMAKE_CXX_COMPILER clang++-19)
endif()
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
# Nothing can be run here, and a module needs what only the build says.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
