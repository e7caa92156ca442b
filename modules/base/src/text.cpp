#include "odori/base/text.h"

#include <algorithm>
#include <utility>

namespace odori {
namespace {

#include "text_tables.inc"

constexpr char32_t kReplacement = 0xFFFD;

void append_utf8(std::string& out, char32_t c) {
  const auto put = [&](char32_t byte) {
    out += static_cast<char>(static_cast<unsigned char>(byte));
  };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0 | c >> 6), put(0x80 | (c & 63));
  } else if (c < 0x10000) {
    put(0xE0 | c >> 12), put(0x80 | (c >> 6 & 63)), put(0x80 | (c & 63));
  } else {
    put(0xF0 | c >> 18), put(0x80 | (c >> 12 & 63)), put(0x80 | (c >> 6 & 63)),
        put(0x80 | (c & 63));
  }
}

// One character of UTF-8 from `at`; what is not well-formed gives U+FFFD and moves on by one byte.
char32_t next_utf8(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const unsigned lead = byte(at);
  if (lead < 0x80) return ++at, lead;
  const int n = lead >= 0xC2 && lead < 0xE0   ? 2
                : lead >= 0xE0 && lead < 0xF0 ? 3
                : lead >= 0xF0 && lead < 0xF5 ? 4
                                              : 0;
  if (n == 0) return ++at, kReplacement;
  char32_t c = lead & (0xFFu >> (n + 1));
  for (int i = 1; i < n; ++i) {
    const unsigned trail = byte(at + static_cast<std::size_t>(i));
    if ((trail & 0xC0) != 0x80) return ++at, kReplacement;
    c = c << 6 | (trail & 63);
  }
  const bool overlong = (n == 3 && c < 0x800) || (n == 4 && c < 0x10000);
  if (overlong || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) return ++at, kReplacement;
  at += static_cast<std::size_t>(n);
  return c;
}

struct CodePage {
  unsigned first_lead, last_lead, first_trail, last_trail;
  const std::uint16_t* table;
  bool kana;  // single bytes A1..DF are half-width katakana

  unsigned trails() const { return last_trail - first_trail + 1; }
  bool is_lead(unsigned b) const {
    return b >= first_lead && b <= last_lead && !(kana && b >= 0xA0 && b < 0xE0);
  }
  char32_t two(unsigned lead, unsigned trail) const {
    if (trail < first_trail || trail > last_trail) return 0;
    return table[(lead - first_lead) * trails() + (trail - first_trail)];
  }
};

constexpr CodePage kPage932{0x81, 0xFC, 0x40, 0xFC, kCp932, true};
constexpr CodePage kPage936{0x81, 0xFE, 0x40, 0xFE, kGbk, false};

Decoded decode_page(const CodePage& page, Bytes data) {
  Decoded out;
  out.text.reserve(data.size() * 3 / 2);
  for (std::size_t i = 0; i < data.size(); ++i) {
    const auto b = std::to_integer<unsigned>(data[i]);
    if (b < 0x80) {
      out.text += static_cast<char>(b);
    } else if (page.kana && b >= 0xA1 && b <= 0xDF) {
      append_utf8(out.text, 0xFF61 + b - 0xA1);
    } else if (page.is_lead(b) && i + 1 == data.size()) {
      out.cut = true;
    } else {
      const char32_t c = page.is_lead(b) ? page.two(b, std::to_integer<unsigned>(data[i + 1])) : 0;
      append_utf8(out.text, c ? c : kReplacement);
      if (c)
        ++i;
      else
        ++out.bad;
    }
  }
  return out;
}

Decoded decode_utf8(Bytes data) {
  Decoded out;
  const std::string_view text(reinterpret_cast<const char*>(data.data()), data.size());
  // A name field may end inside a character: find where the last one begins.
  std::size_t end = text.size();
  for (std::size_t back = 1; back <= 3 && back <= text.size(); ++back) {
    const auto b = static_cast<unsigned char>(text[text.size() - back]);
    if ((b & 0xC0) == 0x80) continue;
    const std::size_t wanted = b >= 0xF0 ? 4 : b >= 0xE0 ? 3 : b >= 0xC2 ? 2 : 1;
    if (b >= 0xC2 && wanted > back) {
      out.cut = true;
      end = text.size() - back;
    }
    break;
  }
  for (std::size_t at = 0; at < end;) {
    const std::size_t before = at;
    const char32_t c = next_utf8(text.substr(0, end), at);
    if (c == kReplacement && text.compare(before, 3, "\xEF\xBF\xBD") != 0) ++out.bad;
    append_utf8(out.text, c);
  }
  return out;
}

Decoded decode_utf16(Bytes data) {
  Decoded out;
  out.text.reserve(data.size() * 3 / 2);
  const auto unit = [&](std::size_t i) -> char32_t {
    return std::to_integer<char32_t>(data[i]) | std::to_integer<char32_t>(data[i + 1]) << 8;
  };
  std::size_t i = 0;
  for (; i + 1 < data.size(); i += 2) {
    char32_t c = unit(i);
    if (c >= 0xD800 && c < 0xDC00 && i + 3 < data.size() && (unit(i + 2) & 0xFC00) == 0xDC00) {
      c = 0x10000 + ((c & 0x3FF) << 10) + (unit(i + 2) & 0x3FF);
      i += 2;
    } else if (c >= 0xD800 && c < 0xE000) {
      c = kReplacement;
      ++out.bad;
    }
    append_utf8(out.text, c);
  }
  out.cut = i < data.size();
  return out;
}

// Pairs (character, two-byte code) in order of the character; the lowest code wins where two mean
// the same, except that code page 932 prefers the NEC row 13 and IBM rows over the NEC-selected
// ones, as Windows does.
std::vector<std::pair<std::uint16_t, std::uint16_t>> reverse_of(const CodePage& page) {
  std::vector<std::pair<std::uint16_t, std::uint16_t>> pairs;
  for (unsigned lead = page.first_lead; lead <= page.last_lead; ++lead) {
    for (unsigned trail = page.first_trail; trail <= page.last_trail; ++trail) {
      const char32_t c = page.two(lead, trail);
      const bool nec_selected = page.kana && (lead == 0xED || lead == 0xEE);
      if (c != 0 && !nec_selected) {
        pairs.emplace_back(static_cast<std::uint16_t>(c),
                           static_cast<std::uint16_t>(lead << 8 | trail));
      }
    }
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

std::optional<std::vector<std::byte>> encode_page(const CodePage& page, std::string_view text) {
  static const auto reverse932 = reverse_of(kPage932);
  static const auto reverse936 = reverse_of(kPage936);
  const auto& reverse = page.kana ? reverse932 : reverse936;
  std::vector<std::byte> out;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_utf8(text, at);
    if (c < 0x80) {
      out.push_back(static_cast<std::byte>(c));
      continue;
    }
    if (page.kana && c >= 0xFF61 && c <= 0xFF9F) {
      out.push_back(static_cast<std::byte>(c - 0xFF61 + 0xA1));
      continue;
    }
    if (c > 0xFFFF) return std::nullopt;
    const auto it = std::lower_bound(reverse.begin(), reverse.end(),
                                     std::pair(static_cast<std::uint16_t>(c), std::uint16_t{0}));
    if (it == reverse.end() || it->first != c) return std::nullopt;
    out.push_back(static_cast<std::byte>(it->second >> 8));
    out.push_back(static_cast<std::byte>(it->second & 0xFF));
  }
  return out;
}

std::vector<std::byte> encode_utf16(std::string_view text) {
  std::vector<std::byte> out;
  const auto put = [&](char32_t u) {
    out.push_back(static_cast<std::byte>(u & 0xFF));
    out.push_back(static_cast<std::byte>(u >> 8 & 0xFF));
  };
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_utf8(text, at);
    if (c >= 0x10000) {
      put(0xD800 + ((c - 0x10000) >> 10));
      put(0xDC00 + ((c - 0x10000) & 0x3FF));
    } else {
      put(c);
    }
  }
  return out;
}

bool has_private_use(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_utf8(text, at);
    if (c >= 0xE000 && c <= 0xF8FF) return true;
  }
  return false;
}

// Full-width katakana for U+FF66..U+FF9D.
constexpr std::u32string_view kFullKatakana =
    U"ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモ"
    U"ヤユヨラリルレロワン";

char32_t with_mark(char32_t kana, char32_t mark) {
  if (mark == 0xFF9E) {  // voiced
    if (kana == U'ウ') return U'ヴ';
    const bool ka_to = kana >= U'カ' && kana <= U'ト';
    const bool ha_ho = kana >= U'ハ' && kana <= U'ホ';
    if (ka_to || ha_ho) return kana + 1;
  }
  if (mark == 0xFF9F && kana >= U'ハ' && kana <= U'ホ') return kana + 2;
  return 0;
}

}  // namespace

Decoded decode(Encoding encoding, Bytes data) {
  switch (encoding) {
    case Encoding::cp932:
      return decode_page(kPage932, data);
    case Encoding::gbk:
      return decode_page(kPage936, data);
    case Encoding::utf8:
      return decode_utf8(data);
    case Encoding::utf16le:
      return decode_utf16(data);
  }
  return {};
}

std::optional<std::vector<std::byte>> encode(Encoding encoding, std::string_view utf8) {
  switch (encoding) {
    case Encoding::cp932:
      return encode_page(kPage932, utf8);
    case Encoding::gbk:
      return encode_page(kPage936, utf8);
    case Encoding::utf8: {
      const Bytes bytes = std::as_bytes(std::span(utf8));
      return std::vector<std::byte>(bytes.begin(), bytes.end());
    }
    case Encoding::utf16le:
      return encode_utf16(utf8);
  }
  return std::nullopt;
}

bool is_valid_utf8(Bytes data) {
  const Decoded d = decode_utf8(data);
  return d.bad == 0 && !d.cut;
}

Encoding guess_encoding(Bytes name) {
  const bool ascii =
      std::all_of(name.begin(), name.end(), [](std::byte b) { return b < std::byte{0x80}; });
  if (ascii) return Encoding::cp932;
  // Three-byte UTF-8 sequences look like cp932 or GBK at times, but hardly ever the other way
  // round.
  const Decoded utf8 = decode_utf8(name);
  if (utf8.bad == 0 && name.size() >= 3) return Encoding::utf8;
  // GBK read as code page 932 lands in the rows for user-defined characters, which no real name
  // uses.
  const Decoded japanese = decode_page(kPage932, name);
  if (japanese.bad == 0 && !has_private_use(japanese.text)) return Encoding::cp932;
  const Decoded chinese = decode_page(kPage936, name);
  return chinese.bad == 0 ? Encoding::gbk : Encoding::cp932;
}

std::string normalise_width(std::string_view utf8) {
  std::u32string wide;
  for (std::size_t at = 0; at < utf8.size();) {
    char32_t c = next_utf8(utf8, at);
    if (c >= 0xFF01 && c <= 0xFF5E) c -= 0xFEE0;
    if (c == 0x3000) c = U' ';
    if (c >= 0xFF66 && c <= 0xFF9D) c = kFullKatakana[c - 0xFF66];
    if ((c == 0xFF9E || c == 0xFF9F) && !wide.empty()) {
      if (const char32_t joined = with_mark(wide.back(), c)) {
        wide.back() = joined;
        continue;
      }
    }
    wide += c;
  }
  std::string out;
  for (const char32_t c : wide) append_utf8(out, c);
  const auto first = out.find_first_not_of(' ');
  if (first == std::string::npos) return {};
  return out.substr(first, out.find_last_not_of(' ') - first + 1);
}

bool ends_with(std::string_view path, std::string_view ending) {
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return path.size() >= ending.size() &&
         std::equal(ending.begin(), ending.end(),
                    path.end() - static_cast<std::ptrdiff_t>(ending.size()),
                    [&](char e, char p) { return e == small(p); });
}

std::string listed(std::span<const std::string> names, std::string_view last_word) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " " + std::string(last_word) + " " : ", ";
    text += names[i];
  }
  return text;
}

std::string listed(std::span<const std::string> names, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
    text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > most) text += " and " + std::to_string(names.size() - most) + " more";
  return text;
}

int display_width(std::string_view utf8) {
  int width = 0;
  for (std::size_t at = 0; at < utf8.size();) {
    const char32_t c = next_utf8(utf8, at);
    const bool wide = (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) ||
                      (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) ||
                      (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
                      (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x1F300 && c <= 0x1FAFF) ||
                      (c >= 0x20000 && c <= 0x3FFFD);
    width += wide ? 2 : 1;
  }
  return width;
}

}  // namespace odori
