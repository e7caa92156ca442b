// How much a program holds on the heap: linked in, heap_peak.cpp counts every operator new and
// delete. Memory that C libraries take by malloc is not seen. One thread at a time may measure.
#pragma once

#include <cstddef>

namespace odori::testing_heap {

// Forgets the peak and counts from here: what is live now does not belong to the measurement.
void begin();
// The most bytes that were live at once since begin(), rounded up as the allocator does.
std::size_t peak();

}  // namespace odori::testing_heap
