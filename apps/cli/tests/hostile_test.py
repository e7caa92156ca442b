"""Inputs and outputs that nobody should give: ODORI SHARED_DIR [test names]. Whatever it is: exit 0, 1 or 2, in time, and
where it is refused a word that says what, where and what to do."""
import json
import os
import struct
import sys
import zipfile

import harness
from edge_test import as_nobody, refused
from harness import ok, run, shared, write

VERBS = (('inspect', '{in}'), ('convert', '{in}', '{out}.glb'), ('convert', '{in}', '{out}.vmd'),
         ('edit', '{in}', '{out}.vmd', '--reduce'), ('keypoints', '{in}', '-o', '{out}.ndjson'))


def through_all(folder, path, verbs=VERBS):
    """The exit codes; fails where one is none of a program that ended well, or where nothing was said."""
    codes = []
    for i, verb in enumerate(verbs):
        out = os.path.join(folder, 'out%d' % i)
        r = run(*[word.replace('{in}', path).replace('{out}', out) for word in verb], cwd=folder, timeout=60)
        assert r.returncode in (0, 1, 2), (verb, path, r)
        assert r.returncode == 0 or 'error: ' in r.stderr, (verb, path, r)
        codes.append(r.returncode)
    return codes


def gltf(**parts):
    return json.dumps(dict({'asset': {'version': '2.0'}}, **parts))


def test_names_of_files_are_names(folder):
    for name in ('quo"te.vmd', "apo's.vmd", 'new\nline.vmd', 'a b.vmd', '踊り.vmd', '-dash.vmd', '\x1b[31mred.vmd', 'a!/b.vmd',
                 '%s%n.vmd', '$(touch x).vmd'):
        path = write(os.path.join(folder, 'names', name), harness.dance())
        r = ok('inspect', path)
        assert '\x1b' not in r.stdout + r.stderr
        assert json.loads(ok('inspect', '--json', path).stdout)
        ok('edit', path, os.path.join(folder, 'out', name), '--mirror')
    assert not os.path.exists(os.path.join(folder, 'x'))


def test_what_is_no_file_is_refused(folder):
    os.mkfifo(os.path.join(folder, 'pipe.vmd'))
    os.makedirs(os.path.join(folder, 'folder.vmd'))
    os.symlink('loop.vmd', os.path.join(folder, 'loop.vmd'))
    os.symlink('/nowhere', os.path.join(folder, 'nowhere.vmd'))
    for name, verbs in (('folder.vmd', VERBS), ('loop.vmd', VERBS), ('nowhere.vmd', VERBS), ('/dev/zero', VERBS),
                        ('/dev/null', VERBS[:1]), ('pipe.vmd', VERBS[:1])):
        assert set(through_all(folder, os.path.join(folder, name), verbs)) == {1}, name
    path = write(os.path.join(folder, 'mine.vmd'), harness.dance())
    os.chmod(path, 0)
    refused(as_nobody('inspect', 'mine.vmd', cwd=folder), 'mine.vmd', 'Permission denied', 'owner must allow it')


def test_a_pipe_is_read(folder):
    path = write(os.path.join(folder, 'dance.vmd'), harness.dance())
    r = harness.subprocess.run(['bash', '-c', 'cat "$1" | "$0" inspect /dev/stdin', harness.ODORI, path], capture_output=True)
    assert r.returncode == 0 and b'VMD motion' in r.stdout, r


def test_empty_files_are_refused(folder):
    for ending in ('pmx', 'pmd', 'vmd', 'vpd', 'bvh', 'glb', 'gltf', 'vrm', 'vrma', 'json', 'ndjson', 'fbx', 'x', 'zip', 'wav'):
        r = run('inspect', write(os.path.join(folder, 'empty.' + ending), b''))
        refused(r, 'empty.' + ending, 'the file is empty')


def test_depth_and_counts_are_bounded(folder):
    deep = '[' * 200000 + ']' * 200000
    accessor = {'componentType': 5126, 'type': 'VEC3'}
    for name, text in (('deep.gltf', gltf(extras=0).replace('0}', deep + '}')), ('deep.json', deep), ('open.json', '[' * 200000),
                       ('deep.ndjson', '{"frame":0,"points":' + deep + '}\n'),
                       ('many.gltf', gltf(accessors=[dict(accessor, count=4000000000)])),
                       ('minus.gltf', gltf(accessors=[dict(accessor, count=-1)])),
                       ('channels.bvh', harness.walker().replace('CHANNELS 3', 'CHANNELS 999999999')),
                       ('nan.bvh', harness.walker().replace('Frame Time: 0', 'Frame Time: nan')),
                       ('joints.bvh', 'HIERARCHY\n' + 'ROOT a\n{\nOFFSET 0 0 0\nCHANNELS 0\n' * 20000)):
        assert set(through_all(folder, write(os.path.join(folder, name), text), VERBS[:2])) == {1}, name
    chain = [{'children': [i + 1], 'translation': [0, 1, 0]} for i in range(20000)] + [{}]
    path = write(os.path.join(folder, 'chain.gltf'), gltf(nodes=chain, scenes=[{'nodes': [0]}], scene=0))
    assert through_all(folder, path, VERBS[:1]) == [0]


def test_times_without_measure_are_told(folder):
    path = write(os.path.join(folder, 'late.vmd'), harness.vmd([('センター', 9999999, (1, 0, 0), harness.turn(5))]))
    for out in ('late.glb', 'late.bvh'):
        refused(run('convert', path, os.path.join(folder, out)), 'late.vmd', 'frame 9999999', 'odori edit')
    through_all(folder, path)
    for time in ('1e-30', '1e30', '0.000001', '10000'):
        text = harness.walker().replace('Frame Time: 0.033333', 'Frame Time: ' + time)
        assert time in text
        through_all(folder, write(os.path.join(folder, 'time.bvh'), text))
    for option in ('--rate=1e9', '--rate=nan', '--rate=0', '--scale=nan', '--scale=0', '--frame=-1', '--frame=nan'):
        kind = '.vpd' if 'frame' in option else '.bvh'
        path = write(os.path.join(folder, 'walk.bvh'), harness.walker())
        through_all(folder, path, (('convert', '{in}', '{out}' + kind, option),))


def test_a_file_reaches_nothing_outside_its_folder(folder):
    secret = write(os.path.join(folder, 'secret.bin'), b'0123456789')
    os.makedirs(os.path.join(folder, 'in'))
    os.symlink(secret, os.path.join(folder, 'in', 'link.bin'))
    os.symlink(folder, os.path.join(folder, 'in', 'up'))
    os.mkfifo(os.path.join(folder, 'in', 'pipe.bin'))
    for uri in ('../secret.bin', secret, 'file://' + secret, '%2e%2e/secret.bin', '..\\secret.bin', 'link.bin', 'up/secret.bin',
                'pipe.bin', 'http://localhost/secret.bin', 'secret.bin%00.png', 'none.bin'):
        path = write(os.path.join(folder, 'in', 'x.gltf'), gltf(buffers=[{'uri': uri, 'byteLength': 10}], nodes=[{}]))
        refused(run('inspect', path, timeout=20), 'x.gltf: buffers[0]')
    model = write(os.path.join(folder, 'in', 'x.pmx'), harness.pmx(
        textures=['..\\secret.bin', 'link.bin', 'pipe.bin', secret, 'C:\\secret.bin', 'up/secret.bin']))
    ok('inspect', model)
    ok('convert', model, os.path.join(folder, 'out', 'x.pmx'))
    assert os.listdir(os.path.join(folder, 'out')) == ['x.pmx'], os.listdir(os.path.join(folder, 'out'))


def test_archives_that_are_traps(folder):
    def archive(name, entries):
        path = os.path.join(folder, name)
        with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as z:
            for entry, data in entries:
                z.writestr(entry, data)
        return path
    link = zipfile.ZipInfo('link.pmx')
    link.create_system, link.external_attr = 3, 0o120777 << 16
    for path in (archive('bomb.zip', [('a.pmx', bytes(400 << 20))]), archive('link.zip', [(link, '/etc/passwd')]),
                 archive('up.zip', [('../../a.pmx', harness.pmx())]), archive('no.zip', [('a.txt', 'x')])):
        assert through_all(folder, path, VERBS[1:2]) == [1], path
        through_all(folder, path, VERBS[:1])
    whole = open(archive('a.zip', [('a.pmx', harness.pmx())]), 'rb').read()
    for cut in (4, len(whole) // 2, len(whole) - 5):
        assert through_all(folder, write(os.path.join(folder, 'cut.zip'), whole[:cut]), VERBS[:2]) == [1, 1]


def test_places_that_cannot_be_written(folder):
    dance = write(os.path.join(folder, 'dance.vmd'), harness.dance())
    os.makedirs(os.path.join(folder, 'taken.vmd', 'x'))
    write(os.path.join(folder, 'file'), b'')
    for args in (('convert', dance), ('edit', dance)):
        refused(run(*args, 'taken.vmd', cwd=folder), 'taken.vmd')
        refused(run(*args, 'file/x.vmd', cwd=folder), 'file')
        refused(run(*args, '/proc/x.vmd', cwd=folder), '/proc/x.vmd')
        assert os.path.isdir(os.path.join(folder, 'taken.vmd', 'x'))
        assert not [n for n in os.listdir(folder) if n.endswith('.part')], os.listdir(folder)
        ok(*args, 'new/folder/x.vmd', cwd=folder)
        refused(as_nobody(args[0], 'dance.vmd', 'x.vmd', cwd=folder), 'x.vmd', 'Permission denied')
    refused(run('convert', dance, '-', cwd=folder), 'ending')
    refused(run('convert', dance, 'x.xyz', cwd=folder), 'x.xyz', '.vmd')
    # On top of the input: the whole of it was read before.
    ok('edit', dance, 'other.vmd', '--mirror', cwd=folder)
    ok('edit', dance, dance, '--mirror')
    assert open(dance, 'rb').read() == open(os.path.join(folder, 'other.vmd'), 'rb').read()


def test_cases_end_with_a_word(folder):
    maker = shared('cases', 'mk_give.py')
    harness.subprocess.run([sys.executable, maker, folder], check=True, stdout=harness.subprocess.DEVNULL)
    give = os.path.join(folder, 'give')
    for name in sorted(os.listdir(give)):
        through_all(folder, os.path.join(give, name), VERBS[:1] + VERBS[3:])


if __name__ == '__main__':
    sys.exit(harness.main(sys.modules[__name__]))
