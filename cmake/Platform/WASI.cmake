# What CMake needs to know of wasm32-wasi: nothing but static libraries and one kind of executable.
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
set_property(GLOBAL PROPERTY TARGET_SUPPORTS_SHARED_LIBS FALSE)
