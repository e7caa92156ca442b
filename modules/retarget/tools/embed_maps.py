#!/usr/bin/env python3
"""Writes bone maps (data/bone_maps) or morph maps (data/morph_maps) as C++ tables, so that the program needs no files when it runs.

usage: embed_maps.py bones|morphs OUT.inc FILE.json ..."""
import json
import os
import re
import sys

kind, out = sys.argv[1:3]
SIDED = re.compile(r'\{([^{}|]*)\|([^{}|]*)\}')
TWO = ({'left': 1, 'right': 2}).items()


def text(s):
    assert '\\' not in s and '"' not in s, s
    return '"%s"' % s


def both_sides(key, names):
    """(key, names) once, or once a side where the key has one."""
    if not SIDED.search(key):
        assert not any(SIDED.search(n) for n in names), key
        return [(key, names)]
    return [(SIDED.sub(lambda m: m.group(i), key), [SIDED.sub(lambda m: m.group(i), n) for n in names]) for _, i in TWO]


tables, rows = [], []
for path in sorted(sys.argv[3:]):
    with open(path, encoding='utf-8') as f:
        data = json.load(f)
    name = data['name']
    assert name == os.path.basename(path)[:-len('.json')], path
    entries = [(key, n) for k, v in data[kind].items()
               for key, names in both_sides(k, v) for n in names]
    if kind == 'bones':
        lines = ['{HumanBone::%s, %s}' % (key, text(n)) for key, n in entries]
        lists = []
        for field in ('prefixes', 'mover'):
            if data[field]:
                tables.append('constexpr std::string_view k_%s_%s[] = {%s};' %
                              (name, field, ', '.join(map(text, data[field]))))
            lists.append('k_%s_%s' % (name, field) if data[field] else '{}')
        assert data['rest'] in ('character', 'capture'), path
        tables.append('constexpr MapName k_%s_names[] = {\n    %s};' % (name, ',\n    '.join(lines)))
        rows.append('{%s, %s, %s, %s, k_%s_names}' %
                    (text(name), 'true' if data['rest'] == 'character' else 'false', *lists, name))
    else:
        rows += ['{%s, %s, %s}' % (text(name), text(key), text(n)) for key, n in entries]
with open(out, 'w', encoding='utf-8') as f:
    f.write('\n'.join(tables) + '\n')
    f.write('constexpr %s[] = {\n    %s};\n' %
            ('RigMap kRigMaps' if kind == 'bones' else 'MorphName kMorphNames', ',\n    '.join(rows)))
