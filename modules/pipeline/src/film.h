// The film's two halves, for those who want to know early whether the song can be read.
#pragma once

#include <optional>

#include "odori/encode/film.h"
#include "odori/pipeline/frames.h"

namespace odori {

// Nothing where the project has no song. Errors: as read_song().
Result<std::optional<Song>> read_job_song(const Job& job);

Result<FilmReport> make_film_of(const Job& job, bool direct, const Song* song,
                                const BuildTalk& talk);

}  // namespace odori
