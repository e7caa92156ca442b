#!/usr/bin/env python3
"""Writes shader files as C++ string literals, so that the program needs no files when it runs.
`#pragma include(name)` is replaced by the text of name.glsl.

usage: embed_shaders.py OUT.inc FILE.glsl ..."""
import os
import re
import sys

out = sys.argv[1]
texts = {}
for path in sorted(sys.argv[2:]):
    with open(path, encoding='utf-8') as source:
        texts[os.path.basename(path)[:-len('.glsl')]] = source.read()

with open(out, 'w', encoding='utf-8') as f:
    f.write('constexpr ShaderFile kShaderFiles[] = {\n')
    for name, text in texts.items():
        if not name.endswith(('.vert', '.frag')):
            continue
        text = re.sub(r'^#pragma include\((\w+)\)$', lambda m: texts[m.group(1)], text, flags=re.M)
        assert ')glsl"' not in text
        f.write('    {"%s", R"glsl(%s)glsl"},\n' % (name, text))
    f.write('};\n')
