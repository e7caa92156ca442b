// Who has made a claim, and whether that process still lives.
#pragma once

#include <string>
#include <string_view>

namespace odori {

// One line for this process: host, boot, process namespace, process, its start.
std::string describe_self();

enum class Life : unsigned char {
  alive,
  gone,     // a process of this machine that is no more
  unknown,  // of another machine, or a claim that says nothing (yet)
};
Life life_of(std::string_view claimant);

}  // namespace odori
