# odori_module(NAME <room>
#              SOURCES <files in src/>            the room's code
#              [NATIVE_SOURCES <files>]           code that has no place in the browser
#              DEPENDS <rooms>                    rooms above, named; anything else does not compile
#              [LIBRARIES <targets>]              third-party, private to the room
#              [TESTS <files in tests/>] [NATIVE_TESTS <files>]
#              [FUZZ <files in fuzz/>]            one target each, with data/fuzz/<name> as seeds;
#                                                 the tests replay the seeds, whole and damaged
#              [BENCH <files in bench/>]
#              [NATIVE])                          the whole room is left out of the wasm build
#
# Each room has one include root, modules/<room>/include, and sees those of the rooms that it names
# (and what those show in their doors). Its headers are compiled alone, so that a door never leans on
# an includer. A dependency that is not a target yet is refused: no cycle can be written.

function(odori_module)
  cmake_parse_arguments(M "NATIVE" "NAME"
    "SOURCES;NATIVE_SOURCES;DEPENDS;LIBRARIES;TESTS;NATIVE_TESTS;FUZZ;BENCH" ${ARGN})
  if(M_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "odori_module(${M_NAME}): unknown arguments ${M_UNPARSED_ARGUMENTS}")
  endif()
  if(M_NATIVE AND ODORI_WASM)
    return()
  endif()
  set(target odori_${M_NAME})
  set(sources ${M_SOURCES})
  set(tests ${M_TESTS})
  if(NOT ODORI_WASM)
    list(APPEND sources ${M_NATIVE_SOURCES})
    list(APPEND tests ${M_NATIVE_TESTS})
  endif()

  add_library(${target} STATIC ${sources})
  add_library(odori::${M_NAME} ALIAS ${target})
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS include/*.h)
  target_sources(${target} PUBLIC FILE_SET door TYPE HEADERS BASE_DIRS include FILES ${headers})
  target_include_directories(${target} PRIVATE src)
  target_link_libraries(${target} PRIVATE odori_flags PUBLIC odori_expected)
  set_target_properties(${target} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON FOLDER modules)
  foreach(room IN LISTS M_DEPENDS)
    if(NOT TARGET odori_${room})
      message(FATAL_ERROR "room ${M_NAME} depends on ${room}, which stands below it or does not exist")
    endif()
    target_link_libraries(${target} PUBLIC odori_${room})
  endforeach()
  if(NOT ODORI_WASM)
    target_link_libraries(${target} PRIVATE ${M_LIBRARIES})
  endif()

  if(tests)
    add_executable(${M_NAME}_test ${tests})
    target_link_libraries(${M_NAME}_test PRIVATE ${target} odori_gtest odori_flags)
    target_include_directories(${M_NAME}_test PRIVATE tests src ${PROJECT_SOURCE_DIR}/cmake)
    target_link_libraries(${M_NAME}_test PRIVATE odori_test_paths)
    if(NOT ODORI_WASM)
      target_link_libraries(${M_NAME}_test PRIVATE ${M_LIBRARIES})
      add_test(NAME ${M_NAME} COMMAND ${M_NAME}_test)
    else()
      add_test(NAME ${M_NAME} COMMAND node --no-warnings
        ${PROJECT_SOURCE_DIR}/cmake/run_wasi.mjs $<TARGET_FILE:${M_NAME}_test>)
    endif()
    set_tests_properties(${M_NAME} PROPERTIES TIMEOUT 600 LABELS room)
  endif()

  if(NOT ODORI_WASM)
    foreach(file IN LISTS M_FUZZ)
      get_filename_component(name ${file} NAME_WE)
      add_executable(replay_${name} ${file})
      target_link_libraries(replay_${name} PRIVATE ${target} odori_replay odori_flags)
      add_test(NAME replay_${name}
        COMMAND replay_${name} ${PROJECT_SOURCE_DIR}/data/fuzz/${name})
      set_tests_properties(replay_${name} PROPERTIES TIMEOUT 300 LABELS replay)
    endforeach()
  endif()
  if(ODORI_FUZZ)
    foreach(file IN LISTS M_FUZZ)
      get_filename_component(name ${file} NAME_WE)
      add_executable(${name} ${file} ${PROJECT_SOURCE_DIR}/cmake/fuzz_memory.cpp)
      target_link_libraries(${name} PRIVATE ${target} odori_flags)
      target_compile_options(${name} PRIVATE -fsanitize=fuzzer)
      target_link_options(${name} PRIVATE -fsanitize=fuzzer -Wl,--wrap=LLVMFuzzerTestOneInput)
    endforeach()
  endif()
  if(benchmark_FOUND)
    foreach(file IN LISTS M_BENCH)
      get_filename_component(name ${file} NAME_WE)
      add_executable(${name} EXCLUDE_FROM_ALL ${file})
      target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/cmake)
      target_link_libraries(${name} PRIVATE ${target} odori_flags benchmark::benchmark benchmark::benchmark_main)
    endforeach()
  endif()
endfunction()
