#!/usr/bin/env python3
"""Writes the two-byte halves of Windows code pages 932 and 936 as C++ arrays.

usage: make_text_tables.py OUT.inc"""
import sys


def table(name, codec, leads, trails):
    values = []
    for lead in leads:
        for trail in trails:
            try:
                text = bytes([lead, trail]).decode(codec)
                values.append(ord(text) if len(text) == 1 else 0)
            except UnicodeDecodeError:
                values.append(0)
    rows = [', '.join(map(str, values[i:i + 16])) for i in range(0, len(values), 16)]
    return 'constexpr std::uint16_t %s[%d] = {\n%s};\n' % (name, len(values), ',\n'.join(rows))


with open(sys.argv[1], 'w', encoding='ascii') as out:
    out.write('// Rows: lead bytes; columns: trail bytes; 0 = no character.\n')
    out.write(table('kCp932', 'cp932', range(0x81, 0xFD), range(0x40, 0xFD)))
    out.write(table('kGbk', 'gbk', range(0x81, 0xFF), range(0x40, 0xFF)))
