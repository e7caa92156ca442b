#include "odori/model/licence.h"

namespace odori {

std::vector<std::string> to_lines(const Licence& l) {
  std::vector<std::string> lines;
  const auto say = [&](const char* what, const std::string& value) {
    if (!value.empty()) lines.push_back(std::string(what) + ": " + value);
  };
  const auto allow = [&](const char* what, const std::optional<bool>& value) {
    if (value) lines.push_back(std::string(what) + ": " + (*value ? "allowed" : "not allowed"));
  };
  for (const std::string& author : l.authors) say("author", author);
  say("version", l.version);
  say("copyright", l.copyright);
  say("contact", l.contact);
  for (const std::string& reference : l.references) say("reference", reference);
  say("third-party licences", l.third_party_licences);
  say("licence", l.name);
  say("licence at", l.url);
  say("further terms at", l.other_url);
  say("who may appear as it", l.avatar_permission);
  say("commercial use", l.commercial_usage);
  say("credit", l.credit);
  say("modification", l.modification);
  allow("redistribution", l.redistribution);
  allow("violent use", l.violent_usage);
  allow("sexual use", l.sexual_usage);
  allow("political or religious use", l.political_or_religious_usage);
  allow("antisocial or hateful use", l.antisocial_or_hate_usage);
  return lines;
}

bool is_empty(const Licence& licence) { return to_lines(licence).empty(); }

}  // namespace odori
