"""What the command line's tests share: running the program, and small files made by code.

A test is a function whose name starts with test_ and says the behaviour; main() runs all of a module and closes with
one line that scripts/count_tests understands."""
import math
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import traceback
import wave
import zlib

ODORI = SHARED = None


class Skip(Exception):
    pass


def run(*args, cwd=None, env=None, timeout=300):
    """Runs odori; gives the finished process with text in stdout and stderr."""
    environment = dict(os.environ, NO_COLOR='1', LC_ALL='C')
    environment.update(env or {})
    return subprocess.run([ODORI, *map(str, args)], cwd=cwd, env=environment, timeout=timeout, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8', errors='replace')


def ok(*args, **options):
    r = run(*args, **options)
    assert r.returncode == 0, 'odori %s: exit %d\n%s' % (' '.join(map(str, args)), r.returncode, r.stderr)
    return r


def shared(*parts):
    path = os.path.join(SHARED, *parts)
    if not os.path.exists(path):
        raise Skip('no ' + path)
    return path


BVH = """HIERARCHY
ROOT Hips
{
  OFFSET 0 1 0
  CHANNELS 3 Zrotation Xrotation Yrotation
  End Site
  {
    OFFSET 0 1 0
  }
}
MOTION
Frames: 2
Frame Time: 0.5
0 0 0
90 0 0
"""


def walker():
    """A BVH of a small body that swings its legs for a second, at 30 rows a second."""
    def joint(name, offset, children=(), root=False):
        inner = ''.join(children) or 'End Site\n{\nOFFSET 0 -2 0\n}\n'
        channels = 'CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation' if root else \
            'CHANNELS 3 Zrotation Xrotation Yrotation'
        return '%s %s\n{\nOFFSET %g %g %g\n%s\n%s}\n' % ('ROOT' if root else 'JOINT', name, *offset, channels, inner)

    def limb(side, names, first, step):
        text = ''
        for name in reversed(names):
            text = joint(side + name, step if name != names[0] else first, [text] if text else ())
        return text
    parts = []
    for side, x in (('Left', 1), ('Right', -1)):
        parts.append(limb(side, ['UpLeg', 'Leg', 'Foot'], (4 * x, -2, 0), (0, -40, 0)))
    arms = [limb(side, ['Arm', 'ForeArm', 'Hand'], (12 * x, 4, 0), (25 * x, 0, 0)) for side, x in (('Left', 1), ('Right', -1))]
    head = joint('Neck', (0, 12, 0), [joint('Head', (0, 10, 0))])
    spine = joint('Spine', (0, 20, 0), [joint('Chest', (0, 20, 0), [head] + arms)])
    rows = []
    for i in range(31):
        angle = 30 * math.sin(i / 5)
        row = [0, 82, i, 0, 0, 0] + [0, -angle, 0, 0, abs(angle), 0, 0, 0, 0] + [0, angle, 0, 0, abs(angle), 0, 0, 0, 0] + [0] * 30
        rows.append(' '.join('%.4f' % v for v in row))
    body = joint('Hips', (0, 0, 0), parts + [spine], root=True)
    return 'HIERARCHY\n%sMOTION\nFrames: %d\nFrame Time: %.6f\n%s\n' % (body, len(rows), 1 / 30, '\n'.join(rows))


def write(path, data):
    os.makedirs(os.path.dirname(path) or '.', exist_ok=True)
    with open(path, 'wb') as f:
        f.write(data.encode() if isinstance(data, str) else data)
    return path


def main(module, needs=()):
    global ODORI, SHARED
    ODORI, SHARED = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    only = sys.argv[3:]
    counts = {'passed': 0, 'failed': 0, 'skipped': 0}
    for name, test in list(vars(module).items()):
        if not name.startswith('test_') or (only and name not in only):
            continue
        folder = tempfile.mkdtemp(prefix='odori_')
        start = time.monotonic()
        try:
            test(folder)
            counts['passed'] += 1
        except Skip as reason:
            counts['skipped'] += 1
            print('SKIPPED %s: %s' % (name, reason))
        except Exception:  # noqa: every failure is a result
            counts['failed'] += 1
            print('FAILED %s' % name)
            traceback.print_exc(file=sys.stdout)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        if time.monotonic() - start > 5:
            print('%s took %.1f s' % (name, time.monotonic() - start))
    print('%(passed)d passed, %(failed)d failed, %(skipped)d skipped' % counts)
    return 1 if counts['failed'] else 0


# ---- small files -----------------------------------------------------------------------------------------------------

def png(width, height, rgb):
    rows = (b'\0' + bytes(rgb) * width) * height

    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    head = struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, 0)
    return b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', head) + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b'')


def text16(s):
    b = s.encode('utf-16-le')
    return struct.pack('<i', len(b)) + b


BONES = [('全ての親', (0, 0, 0), -1), ('センター', (0, 8, 0), 0), ('上半身', (0, 12, 0), 1), ('頭', (0, 16, 0), 2),
         ('左腕', (1.5, 15, 0), 2)]


LEG = [('左足', (1, 8, 0), 1), ('左ひざ', (1, 4, -.1), 5), ('左足首', (1, 0, 0), 6), ('左足ＩＫ', (1, 0, 0), 0)]


def box():
    """The corners (place, normal, uv) and the faces of a box."""
    faces, vertices = [], []
    for axis in range(3):
        for side in (-1, 1):
            u, v = (axis + 1) % 3, (axis + 2) % 3
            base = len(vertices)
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                p, n = [0, 0, 0], [0, 0, 0]
                p[axis], p[u], p[v], n[axis] = side, a, b, side
                vertices.append(((p[0] * 2, 10 + p[1] * 6, p[2] * 2), n, ((a + 1) / 2, (b + 1) / 2)))
            quad = (0, 1, 2, 0, 2, 3) if side > 0 else (0, 2, 1, 0, 3, 2)
            faces += [base + i for i in quad]
    return vertices, faces


def pmx(texture='tex/肌.png', textures=None, bones=BONES, vertices=True, materials=True, legs=()):
    """A box on five bones, one material with a texture, one vertex morph. `textures`: these, a material each. Without
    vertices there are no faces and no morph. `legs`: 'bones' adds 左足, 左ひざ, 左足首; 'ik' adds 左足ＩＫ too."""
    textures = [texture] if textures is None else textures
    bones, has_vertices = list(bones), vertices
    if legs:
        bones += LEG[:4 if 'ik' in legs else 3]
    out = [b'PMX ', struct.pack('<f', 2.0), bytes([8, 0, 0, 2, 1, 1, 1, 1, 1])]
    out += [text16('箱'), text16('box'), text16('made for a test'), text16('')]
    vertices, faces = box()
    if not has_vertices:
        vertices, faces = [], []
    out.append(struct.pack('<i', len(vertices)))
    for p, n, uv in vertices:
        out.append(struct.pack('<8f', *p, *n, *uv))
        out.append(struct.pack('<Bbf', 0, (2 if p[1] > 10 else 1) if bones else -1, 1.0))
    out.append(struct.pack('<i', len(faces)) + struct.pack('<%dH' % len(faces), *faces))
    out.append(struct.pack('<i', len(textures)) + b''.join(map(text16, textures)))
    count = max(1, len(textures)) if materials else 0
    out.append(struct.pack('<i', count))
    for i in range(count):
        out.append(text16('面') + text16('face'))
        out.append(struct.pack('<4f3ff3f', .9, .8, .7, 1, .1, .1, .1, 5, .4, .4, .4))
        out.append(struct.pack('<B4ff', 0x1f, 0, 0, 0, 1, 1))
        own = len(faces) if i == 0 else 0
        out.append(struct.pack('<bbBBB', i if textures else -1, -1, 0, 1, 0) + text16('') + struct.pack('<i', own))
    out.append(struct.pack('<i', len(bones)))
    for name, p, parent in bones:
        out.append(text16(name) + text16(''))
        ik = name.endswith('ＩＫ')
        out.append(struct.pack('<3fbiH3f', *p, parent, 0, 0x3e if ik else 0x1e, 0, 1, 0))
        if ik:
            out.append(struct.pack('<bifi', len(bones) - 2, 40, .1, 2))
            out.append(struct.pack('<bB6f', len(bones) - 3, 1, -3.1, 0, 0, -.01, 0, 0) + struct.pack('<bB', len(bones) - 4, 0))
    out.append(struct.pack('<i', 1 if has_vertices else 0))
    if has_vertices:
        out.append(text16('あ') + text16('a') + bytes([3, 1]))
        out.append(struct.pack('<i', 2) + struct.pack('<H3f', 0, 0, .5, 0) + struct.pack('<H3f', 1, 0, .5, 0))
    out.append(struct.pack('<iii', 0, 0, 0))
    return b''.join(out)


def pmd(texture='tex/肌.png'):
    """The same model in the old format."""
    def field(name, size=20):
        return name.encode('cp932').ljust(size, b'\0')
    vertices, faces = box()
    out = [b'Pmd', struct.pack('<f', 1), field('箱'), field('made for a test', 256), struct.pack('<I', len(vertices))]
    for p, n, uv in vertices:
        out.append(struct.pack('<8fHHBB', *p, *n, *uv, 2 if p[1] > 10 else 1, 0, 100, 0))
    out.append(struct.pack('<I', len(faces)) + struct.pack('<%dH' % len(faces), *faces))
    out.append(struct.pack('<I4ff3f3fBBI', 1, .9, .8, .7, 1, 5, .1, .1, .1, .4, .4, .4, 0, 1, len(faces)) + field(texture))
    out.append(struct.pack('<H', len(BONES)))
    for name, p, parent in BONES:
        out.append(field(name) + struct.pack('<HHBH3f', parent & 0xffff, 0, 1, 0, *p))
    out.append(struct.pack('<HH', 0, 2))
    out.append(field('base') + struct.pack('<IBI3fI3f', 2, 0, 0, *vertices[0][0], 1, *vertices[1][0]))
    out.append(field('あ') + struct.pack('<IBI3fI3f', 2, 3, 0, 0, .5, 0, 1, 0, .5, 0))
    out.append(struct.pack('<BHBI', 1, 1, 0, 0))
    out.append(b'\1' + field('box') + bytes(256) + bytes(20 * len(BONES)) + field('a'))
    out.append(bytes(1000) + struct.pack('<II', 0, 0))
    return b''.join(out)


CURVE = bytes([20, 20, 0, 0, 20, 20, 20, 20, 107, 107, 107, 107, 107, 107, 107, 107]) * 4


def vmd(bones=(), morphs=(), camera=(), model='箱'):
    """bones: (name, frame, (x, y, z), (x, y, z, w)); morphs: (name, frame, weight); camera: (frame, distance, fov)."""
    def field(name, size):
        return name.encode('cp932')[:size].ljust(size, b'\0')
    out = [b'Vocaloid Motion Data 0002'.ljust(30, b'\0'), field(model, 20), struct.pack('<I', len(bones))]
    for name, frame, t, q in bones:
        out.append(field(name, 15) + struct.pack('<I7f', frame, *t, *q) + CURVE)
    out.append(struct.pack('<I', len(morphs)))
    for name, frame, weight in morphs:
        out.append(field(name, 15) + struct.pack('<If', frame, weight))
    out.append(struct.pack('<I', len(camera)))
    for frame, distance, fov in camera:
        out.append(struct.pack('<If3f3f', frame, -distance, 0, 10, 0, 0, 0, 0) + bytes([20, 107, 20, 107] * 6))
        out.append(struct.pack('<IB', fov, 0))
    return b''.join(out + [struct.pack('<III', 0, 0, 0)])


def turn(degrees):
    h = math.radians(degrees) / 2
    return (0, math.sin(h), 0, math.cos(h))


def dance(frames=12):
    return vmd([('センター', 0, (0, 0, 0), turn(0)), ('センター', frames, (1, 0, 0), turn(90)),
                ('左腕', 0, (0, 0, 0), turn(0)), ('左腕', frames, (0, 0, 0), turn(45)),
                ('右ひじ', 3, (0, 0, 0), turn(45))], [('あ', 0, 0), ('あ', frames, 1)])


def song(path, seconds=1.0, rate=48000):
    with wave.open(path, 'wb') as w:
        w.setnchannels(1)
        w.setsampwidth(2)
        w.setframerate(rate)
        n = int(seconds * rate)
        w.writeframes(b''.join(struct.pack('<h', int(9000 * math.sin(i * .05))) for i in range(n)))
    return path


PROJECT = '''[character]
file = "dancer.pmx"
[motion]
files = ["dance.vmd"]
[song]
file = "song.wav"
[render]
size = [160, 90]
preset = "preview"
'''


def project(folder, frames=12, text=PROJECT):
    """dancer.pmx, its texture, dance.vmd, song.wav and project.toml in the folder."""
    write(os.path.join(folder, 'dancer.pmx'), pmx())
    write(os.path.join(folder, 'tex', '肌.png'), png(8, 8, (230, 190, 170)))
    write(os.path.join(folder, 'dance.vmd'), dance(frames))
    write(os.path.join(folder, 'camera.vmd'), vmd(camera=[(0, 45, 30), (5, 45, 30), (6, 20, 40), (frames, 25, 40)]))
    song(os.path.join(folder, 'song.wav'))
    write(os.path.join(folder, 'project.toml'), text)
    return folder
