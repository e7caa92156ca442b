# A text file as one C++ raw string.
file(READ "${IN}" text)
file(WRITE "${OUT}" "R\"toml(${text})toml\"")
