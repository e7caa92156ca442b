// Which parts of a character its own eyes see. Source: VRMC_vrm-1.0, firstPerson.md.
#pragma once

#include <cstdint>

namespace odori {

enum class FirstPerson : std::uint8_t {
  automatic,  // hidden where it hangs on the head
  both,
  third_person_only,
  first_person_only
};

}  // namespace odori
