# Compiler flags that every target of the project shares. No room sets flags of its own.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set_property(GLOBAL PROPERTY USE_FOLDERS ON)

option(ODORI_WERROR "Treat warnings as errors" OFF)
option(ODORI_FUZZ "Build the fuzz targets (clang only)" OFF)
set(ODORI_SANITIZE "" CACHE STRING "Value of -fsanitize for every target")
if(CMAKE_SYSTEM_NAME STREQUAL "WASI")
  set(ODORI_WASM ON)
else()
  set(ODORI_WASM OFF)
endif()

add_library(odori_flags INTERFACE)
target_compile_options(odori_flags INTERFACE
  -ffp-contract=off          # the same bits with every compiler
  -fno-math-errno
  -Wall -Wextra -Wshadow -Wconversion -Wno-psabi)
if(ODORI_WERROR)
  target_compile_options(odori_flags INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 reports false positives inside the standard library at -O2.
  target_compile_options(odori_flags INTERFACE
    -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread
    -Wno-maybe-uninitialized -Wno-dangling-pointer)
endif()
if(ODORI_SANITIZE)
  target_compile_options(odori_flags INTERFACE
    -fsanitize=${ODORI_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(odori_flags INTERFACE -fsanitize=${ODORI_SANITIZE})
endif()

if(ODORI_WASM)
  # wasm32-wasi: no exceptions, no threads; header-only libraries come through one folder of links,
  # because the host's own include folder must not be seen.
  target_compile_options(odori_flags INTERFACE -fno-exceptions -msimd128)
  target_compile_definitions(odori_flags INTERFACE
    _WASI_EMULATED_SIGNAL _WASI_EMULATED_PROCESS_CLOCKS _WASI_EMULATED_GETPID)
  target_link_options(odori_flags INTERFACE
    -lwasi-emulated-signal -lwasi-emulated-process-clocks -lwasi-emulated-getpid -Wl,-z,stack-size=4194304)
  set(links "${CMAKE_BINARY_DIR}/header_only")
  file(MAKE_DIRECTORY "${links}")
  file(CREATE_LINK /usr/include/tl "${links}/tl" SYMBOLIC)
  file(CREATE_LINK /usr/include/nlohmann "${links}/nlohmann" SYMBOLIC)
  add_library(odori_expected INTERFACE)
  target_include_directories(odori_expected SYSTEM INTERFACE "${links}")
else()
  find_package(Threads REQUIRED)
  find_package(tl-expected REQUIRED)
  find_package(PkgConfig REQUIRED)
  add_library(odori_expected INTERFACE)
  target_link_libraries(odori_expected INTERFACE tl::expected Threads::Threads)
endif()

# GoogleTest. On wasm it is built from Debian's source package without threads and exceptions.
if(ODORI_WASM)
  set(gtest_root /usr/src/googletest/googletest)
  add_library(odori_gtest STATIC ${gtest_root}/src/gtest-all.cc ${gtest_root}/src/gtest_main.cc)
  target_include_directories(odori_gtest SYSTEM PUBLIC ${gtest_root}/include PRIVATE ${gtest_root})
  target_compile_definitions(odori_gtest PUBLIC
    GTEST_HAS_EXCEPTIONS=0 GTEST_HAS_PTHREAD=0 GTEST_HAS_DEATH_TEST=0 GTEST_HAS_STREAM_REDIRECTION=0)
  target_compile_options(odori_gtest PRIVATE -w -fno-exceptions
    -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_PROCESS_CLOCKS -D_WASI_EMULATED_GETPID)
else()
  find_package(GTest REQUIRED)
  add_library(odori_gtest INTERFACE)
  target_link_libraries(odori_gtest INTERFACE GTest::gtest GTest::gtest_main)
  find_package(benchmark QUIET)
endif()

add_library(odori_test_paths STATIC "${CMAKE_CURRENT_LIST_DIR}/test_paths.cpp")
target_compile_definitions(odori_test_paths PRIVATE
  ODORI_TEST_SOURCE_DIR="${PROJECT_SOURCE_DIR}" ODORI_TEST_SHARED_DIR="${PROJECT_SOURCE_DIR}/../shared")
target_compile_options(odori_test_paths INTERFACE -include "${CMAKE_CURRENT_LIST_DIR}/test_paths.h")

if(NOT ODORI_WASM)
  add_library(odori_heap_peak STATIC "${CMAKE_CURRENT_LIST_DIR}/heap_peak.cpp")
  target_link_libraries(odori_heap_peak PRIVATE odori_flags)
  target_include_directories(odori_heap_peak PUBLIC "${CMAKE_CURRENT_LIST_DIR}")
  add_library(odori_replay STATIC "${CMAKE_CURRENT_LIST_DIR}/replay_main.cpp")
  target_link_libraries(odori_replay PRIVATE odori_flags odori_heap_peak)
endif()
