"""Odd models, odd projects, places that cannot be written, processes that are killed. Arguments: ODORI SHARED_DIR
[test names]. Whatever happens: exit 0 with a picture, or exit 1 with a word that says what, where and what to do."""
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import time

import harness
from film_test import frames, left_over, needs_a_renderer
from harness import PROJECT, Skip, ok, project, run, write


def as_nobody(*args, cwd):
    """odori as somebody who may write nowhere here; the program is copied to where he may read it."""
    if os.geteuid() != 0 or not shutil.which('setpriv'):
        raise Skip('needs root and setpriv')
    place = os.path.join(cwd, 'bin')
    os.makedirs(place, exist_ok=True)
    for name in ('odori', 'odori-media'):
        shutil.copy(os.path.join(os.path.dirname(harness.ODORI), name), place)
    for path in (cwd, place):
        os.chmod(path, 0o755)
    return subprocess.run(['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups',
                           os.path.join(place, 'odori'), *args], cwd=cwd, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8', timeout=300)


def refused(r, *words):
    assert r.returncode == 1, r
    last = r.stderr.strip().splitlines()[-1]
    assert last.startswith('error: '), r.stderr
    for word in words:
        assert word in last, (word, last)


def is_picture(path):
    with open(path, 'rb') as f:
        return f.read(4) == b'\x89PNG'


def test_models_that_lack_something_are_drawn_and_told(folder):
    needs_a_renderer()
    project(folder)
    for kind, options, said in (
            ('materials', dict(materials=False), 'without faces or without materials'),
            ('vertices', dict(vertices=False), 'without faces or without materials'),
            ('bones', dict(bones=[]), 'without bones'),
            ('textures', dict(textures=[]), ''),
            ('everything', dict(materials=False, vertices=False, bones=[], textures=[]), 'moves nothing')):
        write(os.path.join(folder, 'dancer.pmx'), harness.pmx(**options))
        r = ok('render', '--still', '3', '-o', kind + '.png', cwd=folder)
        assert said in r.stderr, (kind, r.stderr)
        assert is_picture(os.path.join(folder, kind + '.png')), kind
        ok('build', cwd=folder)
        assert 'PMX model' in ok('inspect', 'dancer.pmx', cwd=folder).stdout


def test_motions_that_lack_everything_are_drawn_and_told(folder):
    needs_a_renderer()
    project(folder)
    for data, said in ((harness.vmd(), 'moves nothing: no bone or morph'),
                       (harness.vmd(camera=[(0, 45, 30), (5, 30, 30)]), 'moves nothing: it holds camera keys alone')):
        write(os.path.join(folder, 'dance.vmd'), data)
        r = ok('render', '--still', '0', '-o', 'x.png', cwd=folder)
        assert said in r.stderr and is_picture(os.path.join(folder, 'x.png')), r.stderr
    assert '6 pictures' in ok('build', cwd=folder).stdout


def test_every_missing_texture_is_named_up_to_ten(folder):
    needs_a_renderer()
    project(folder)
    write(os.path.join(folder, 'dancer.pmx'), harness.pmx(textures=['a.png', 'b.png']))
    assert 'a.png, b.png\n' in ok('build', cwd=folder).stderr
    write(os.path.join(folder, 'dancer.pmx'), harness.pmx(textures=['t%d.png' % i for i in range(13)]))
    assert 't8.png, t9.png and 3 more\n' in ok('build', cwd=folder).stderr
    for i in range(12):
        write(os.path.join(folder, 't%d.png' % i), b'\x89PNG\r\n\x1a\nno picture')
    said = ok('build', '--stage', 'render', cwd=folder).stderr
    assert said.count('cannot be read') == 1 and 't9.png and 2 more\n' in said, said
    assert said.count('is not there') == 1 and ': t12.png\n' in said, said


def test_routine_oddities_are_told_by_inspect_and_on_wish(folder):
    project(folder)
    whole = harness.dance()
    write(os.path.join(folder, 'dance.vmd'), whole[:-12])  # MMD's older programs end a file there
    assert 'section' not in ok('build', cwd=folder).stderr
    assert 'note: dance.vmd: 1 x a section at the file\'s end is missing' in ok('build', '-v', cwd=folder).stderr
    assert 'a section at the file\'s end is missing' in ok('inspect', 'dance.vmd', cwd=folder).stdout


def test_legs_that_the_motion_cannot_move_are_told(folder):
    project(folder)
    still = (0, 0, 0)
    keys = [('センター', 0, still, harness.turn(0)), ('センター', 12, (1, 0, 0), harness.turn(9)),
            ('左足ＩＫ', 0, still, harness.turn(0)), ('左足ＩＫ', 12, (0, 3, 0), harness.turn(0))]
    write(os.path.join(folder, 'dance.vmd'), harness.vmd(keys))
    for legs, said in ((['bones'], True), (['bones', 'ik'], False)):
        write(os.path.join(folder, 'dancer.pmx'), harness.pmx(legs=legs))
        for args in (('build',), ('new', 'with ' + legs[-1], '--character', 'dancer.pmx', '--motion', 'dance.vmd'),
                     ('eval', 'dancer.pmx', 'dance.vmd')):
            r = ok(*args, cwd=folder)
            assert ('the left leg stays still' in r.stderr) == said, (args, r.stderr)
        assert ('the left leg stays still' in ok('inspect', 'dancer.pmx', 'dance.vmd', cwd=folder).stdout) == said


def test_the_film_ends_with_the_body_not_with_the_lips(folder):
    project(folder, text=PROJECT.replace('["dance.vmd"]', '["dance.vmd", "lips.vmd"]'))
    write(os.path.join(folder, 'lips.vmd'), harness.vmd(morphs=[('あ', 0, 0), ('あ', 40, 1)]))
    assert '13 frames' in ok('build', cwd=folder).stdout
    assert 'motion.to = 40' in ok('build', '-v', cwd=folder).stderr
    r = ok('new', 'film', '--character', 'dancer.pmx', '--motion', 'dance.vmd', '--motion', 'lips.vmd', cwd=folder)
    assert 'ends with body and camera at frame 12' in r.stderr and 'to = 40' in r.stderr, r.stderr
    text = open(os.path.join(folder, 'film', 'project.toml'), encoding='utf-8').read()
    assert 'here 12, with body and camera; other keys go on to 40' in text, text
    long_camera = harness.vmd(camera=[(0, 45, 30), (20, 45, 30)])
    write(os.path.join(folder, 'camera.vmd'), long_camera)
    write(os.path.join(folder, 'project.toml'), PROJECT + '[camera]\nfiles = ["camera.vmd"]\n')
    assert '21 frames' in ok('build', cwd=folder).stdout
    r = ok('new', 'with camera', '--character', 'dancer.pmx', '--motion', 'dance.vmd', '--camera', 'camera.vmd', cwd=folder)
    assert 'go on' not in r.stderr and 'goes on' not in r.stderr, r.stderr
    write(os.path.join(folder, 'camera.vmd'), harness.vmd(camera=[(0, 45, 30), (90, 45, 30)]))
    r = ok('new', 'long camera', '--character', 'dancer.pmx', '--motion', 'dance.vmd', '--camera', 'camera.vmd', cwd=folder)
    assert 'the camera goes on to frame 90 (3.00 s), the body ends at 12' in r.stderr and 'to = 12' in r.stderr, r.stderr
    write(os.path.join(folder, 'project.toml'), PROJECT.replace('[song]', 'to = 30\n[song]'))
    r = ok('build', cwd=folder)
    assert '31 frames' in r.stdout and 'behind the last key of the motion, at frame 12' in r.stderr, r.stderr


def test_projects_that_are_none(folder):
    project(folder)
    refused(run('build', 'dancer.pmx', cwd=folder), 'dancer.pmx: a character, not a project', 'odori new film --character dancer.pmx')
    refused(run('render', 'song.wav', cwd=folder), 'a song, not a project')
    refused(run('build', 'nowhere', cwd=folder), 'nowhere', 'odori new')
    os.makedirs(os.path.join(folder, 'empty'))
    refused(run('build', 'empty', cwd=folder), 'empty/project.toml', 'odori new')
    os.makedirs(os.path.join(folder, 'odd', 'project.toml'))
    refused(run('build', 'odd', cwd=folder), 'odd/project.toml: it is a folder')
    write(os.path.join(folder, 'binary.toml'), bytes(range(256)))
    refused(run('build', 'binary.toml', cwd=folder), 'binary.toml: not a text')
    write(os.path.join(folder, 'three.toml'), '\nproject = 3\n')
    refused(run('build', 'three.toml', cwd=folder), 'three.toml:2:1: project is a number: it must be a table')


def test_what_may_not_be_read_is_told(folder):
    project(folder)
    for name, said in (('project.toml', 'project.toml: it cannot be opened'), ('dancer.pmx', 'character.file in project.toml'),
                       ('dance.vmd', 'motion.files in project.toml'), ('song.wav', 'song.file in project.toml')):
        path = os.path.join(folder, name)
        os.chmod(path, 0)
        refused(as_nobody('build', '--video', cwd=folder), name, said, 'Permission denied', 'owner must allow it')
        os.chmod(path, 0o644)


def test_places_that_may_not_be_written_are_told_and_nothing_is_lost(folder):
    needs_a_renderer()
    project(folder, 3)
    for args, where in ((['build'], 'paths.cache'), (['render'], 'paths.out'), (['encode', '--direct'], 'paths.out'),
                        (['render', '--still', '0'], 'paths.out')):
        refused(as_nobody(*args, cwd=folder), 'out', 'Permission denied', where + ' in project.toml can name another')
    refused(as_nobody('new', 'film', '--character', 'dancer.pmx', '--motion', 'dance.vmd', cwd=folder), 'Permission denied')
    refused(as_nobody('demo', 'demo', '--no-video', cwd=folder), 'Permission denied')
    ok('render', '--frames', '0:1', cwd=folder)
    before = frames(folder)
    refused(as_nobody('render', cwd=folder), 'Permission denied')
    assert frames(folder) == before and not left_over(folder)


def test_a_full_disk_is_told_and_finished_frames_stay(folder):
    needs_a_renderer()
    project(folder, 3)
    ok('render', '--frames', '0:1', cwd=folder)
    before = frames(folder)
    # A limit on a file's size stands in for the full disk: writing fails alike, with a signal that must not end us.
    for args in (['render', '--size', '640x360'], ['render', '--still', '2', '-o', 'x.png'], ['encode', '--direct']):
        r = subprocess.run(['bash', '-c', 'ulimit -f 1; exec "$0" "$@"', harness.ODORI, *args], cwd=folder,
                           stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
        refused(r, 'File too large', 'choose another place')
        assert not [n for n in os.listdir(folder) if n.endswith('.part')], os.listdir(folder)
    ok('render', cwd=folder)  # at the project's own size: the old frames come back
    assert {n: frames(folder)[n] for n in before} == before and not left_over(folder)


def half_films(folder):
    out = os.path.join(folder, 'out')
    return [n for n in os.listdir(out) if n.endswith('.part')] if os.path.isdir(out) else []


def kill_when(condition, *args):
    p = subprocess.Popen([harness.ODORI, *args], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(6000):
        if condition() or p.poll() is not None:
            break
        time.sleep(.01)
    assert p.poll() is None, 'it ended by itself'
    p.kill()
    p.wait()


def test_kill_9_while_drawing_costs_no_finished_frame_and_leaves_no_half_one(folder):
    needs_a_renderer()
    project(folder, 60)
    for _ in range(3):
        count = len(frames(folder))
        kill_when(lambda: len(frames(folder)) > count + 2, 'render', folder)
    kept = frames(folder)
    stamps = {n: os.stat(os.path.join(folder, 'out', 'frames', '%06d.png' % n)).st_mtime_ns for n in kept}
    r = ok('render', folder)
    assert len(frames(folder)) == 61 and not left_over(folder), left_over(folder)
    assert '%d were there' % len(kept) in r.stderr, r.stderr
    for n, stamp in stamps.items():
        assert os.stat(os.path.join(folder, 'out', 'frames', '%06d.png' % n)).st_mtime_ns == stamp, n


def test_kill_9_while_filming_leaves_no_half_film_once_it_is_made(folder):
    needs_a_renderer()
    project(folder, 90)
    kill_when(lambda: half_films(folder), 'build', '--video', folder)
    assert half_films(folder)
    ok('build', '--video', folder)
    assert not half_films(folder)
    assert sorted(n for n in os.listdir(os.path.join(folder, 'out'))) == ['cache', os.path.basename(folder) + '.mp4']
    assert not [n for n in os.listdir(os.path.join(folder, 'out', 'cache')) if 'part' in n]


def test_help_works_where_the_other_program_is_missing(folder):
    alone = shutil.copy(harness.ODORI, os.path.join(folder, 'odori'))
    os.chmod(alone, os.stat(alone).st_mode | stat.S_IXUSR)
    said = subprocess.run([alone, 'help'], stdout=subprocess.PIPE, encoding='utf-8').stdout
    for verb in re.findall(r'^  (\w+) ', said.split('Verbs:\n')[1], re.M):
        if verb == 'help':
            continue
        for args in (['help', verb], [verb, '--help'], [verb, '-h']):
            r = subprocess.run([alone, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
            assert r.returncode == 0 and 'Example:\n  odori %s' % verb in r.stdout, (args, r)
            assert r.stdout == ok('help', verb).stdout
    r = subprocess.run([alone, 'doctor'], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
    assert r.returncode == 1 and 'must lie beside odori' in r.stderr, r


def test_each_stage_speaks_when_it_begins(folder):
    needs_a_renderer()
    project(folder, 3)
    r = ok('build', '--video', cwd=folder)
    said = r.stderr.splitlines()
    begins = [l for l in said if l.endswith(' ...')]
    assert [l.split(':')[0] for l in begins] == ['motion', 'camera', 'stage', 'encode'], said
    assert [l.split()[1] for l in r.stdout.splitlines()] == ['made'] * 4, r.stdout
    assert [l.split()[1] for l in ok('build', '--video', cwd=folder).stdout.splitlines()] == ['reused'] * 4
    assert 'drawing the pictures ...' in ok('render', cwd=folder).stderr
    assert 'making the film ...' in ok('encode', cwd=folder).stderr
    assert ok('build', '--quiet', cwd=folder).stderr == ''


def test_a_still_is_what_its_name_says(folder):
    needs_a_renderer()
    project(folder)
    for name, first in (('a.png', b'\x89PNG'), ('b.jpg', b'\xff\xd8\xff'), ('c.JPEG', b'\xff\xd8\xff')):
        ok('render', '--still', '2', '-o', name, cwd=folder)
        assert open(os.path.join(folder, name), 'rb').read().startswith(first), name
    for name in ('d.bmp', 'e', 'f.png.txt'):
        r = run('render', '--still', '2', '-o', name, cwd=folder)
        assert r.returncode == 2 and name in r.stderr and '.jpg' in r.stderr, r.stderr
        assert not os.path.exists(os.path.join(folder, name))


if __name__ == '__main__':
    sys.exit(harness.main(sys.modules[__name__]))
