"""Building, drawing and filming. Arguments: ODORI SHARED_DIR [test names]."""
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import time

import harness
from harness import PROJECT, Skip, ok, project, run, write


def needs_a_renderer():
    rows = {row['what']: row for row in json.loads(run('doctor', '--json').stdout)}
    if rows['OpenGL']['state'] != 'ok':
        raise Skip('no OpenGL device')


def frames(folder, out='out'):
    """Number -> hash of every frame file."""
    path = os.path.join(folder, out, 'frames')
    names = [n for n in os.listdir(path) if re.fullmatch(r'\d{6}\.png', n)] if os.path.isdir(path) else []
    return {int(n[:6]): hashlib.sha256(open(os.path.join(path, n), 'rb').read()).hexdigest() for n in names}


def left_over(folder):
    """Files in the frames folder that are neither frames nor the note nor the lock of the claims."""
    path = os.path.join(folder, 'out', 'frames')
    return [n for n in os.listdir(path) if not re.fullmatch(r'\d{6}\.png|drawn-with\.txt|\.claims', n)]


def states(folder, *args):
    report = json.loads(ok('build', *args, '--json', cwd=folder).stdout)
    return {s['name']: s['state'] for s in report['stages']}


def probe(path):
    r = subprocess.run(['ffprobe', '-v', 'error', '-count_packets', '-show_entries',
                        'stream=codec_name,nb_read_packets,width,height,duration', '-of', 'json', path],
                       stdout=subprocess.PIPE, encoding='utf-8')
    return {s['codec_name']: s for s in json.loads(r.stdout)['streams']}


def has_ffprobe():
    from shutil import which
    return which('ffprobe') is not None


def edit(folder, old, new):
    path = os.path.join(folder, 'project.toml')
    text = open(path, encoding='utf-8').read()
    assert old in text, old
    write(path, text.replace(old, new))


def test_build_hits_what_it_made_before(folder):
    project(folder)
    miss = {'motion': 'miss', 'camera': 'miss', 'stage': 'miss'}
    hit = {k: 'hit' for k in miss}
    assert states(folder) == miss
    assert states(folder) == hit
    assert states(folder, '--resample') == {'motion': 'miss', 'camera': 'miss', 'stage': 'hit'}
    assert states(folder, '--stage', 'camera') == {'camera': 'hit'}
    os.utime(os.path.join(folder, 'dance.vmd'))
    assert states(folder) == hit  # content counts, not time


def test_an_edit_recomputes_exactly_what_depends_on_it(folder):
    project(folder, text=PROJECT + '[post]\nbloom = 0.2\n')
    states(folder)
    for old, new, missed in (('bloom = 0.2', 'bloom = 0.1', 'stage'), ('preset = "preview"', 'preset = "final"', ''),
                             ('preset = "final"', 'preset = "final"\nfps = 60', 'camera'),
                             ('["dance.vmd"]', '["dance.vmd", "camera.vmd"]', 'motion camera'),
                             ('"song.wav"', '"song.wav"\noffset = 1', '')):
        edit(folder, old, new)
        got = ' '.join(k for k, v in states(folder).items() if v == 'miss')
        assert got == missed, (new, got)


def test_a_damaged_cache_file_is_told_and_made_again(folder):
    project(folder)
    states(folder)
    cache = os.path.join(folder, 'out', 'cache')
    name = [n for n in os.listdir(cache) if n.startswith('proxy_')][0]
    whole = open(os.path.join(cache, name), 'rb').read()
    write(os.path.join(cache, name), whole[:len(whole) // 2])
    r = ok('build', '--json', cwd=folder)
    assert name in r.stderr and 'damaged' in r.stderr, r.stderr
    assert open(os.path.join(cache, name), 'rb').read() == whole


def test_the_caches_are_numpy_files(folder):
    try:
        import numpy
    except ImportError:
        raise Skip('no NumPy')
    project(folder)
    states(folder)
    cache = os.path.join(folder, 'out', 'cache')
    load = lambda kind: numpy.load([os.path.join(cache, n) for n in os.listdir(cache) if n.startswith(kind + '_')][0])
    proxy, body, camera = load('proxy'), load('body_track'), load('camera')
    assert proxy['world_position'].shape == (13, 5, 3) and proxy['world_rotation'].shape == (13, 5, 4)
    assert bytes(proxy['bone_names']).decode().split('\n')[1] == 'センター'
    assert body['world_from_bone'].shape == (13, 24, 4, 4) and body['has_bone'].sum() == 4
    assert abs(body['world_from_bone'][12, 0, 0, 3] - 1) < 1e-5  # the centre ends at x = 1
    assert camera['camera'].shape == (13, 12)


def test_errors_come_before_anything_is_touched(folder):
    needs_a_renderer()
    project(folder)
    ok('render', '--frames', '0:2', cwd=folder)
    before = frames(folder)
    for name, data, said in (('dancer.pmx', harness.pmx()[:300], 'dancer.pmx'), ('dance.vmd', b'no motion', 'dance.vmd')):
        good = open(os.path.join(folder, name), 'rb').read()
        write(os.path.join(folder, name), data)
        r = run('render', cwd=folder)
        assert r.returncode == 1 and said in r.stderr, r.stderr
        write(os.path.join(folder, name), good)
    write(os.path.join(folder, 'song.wav'), b'RIFFnothing')
    r = run('build', '--video', '--png', cwd=folder)
    assert r.returncode == 1 and 'song.wav' in r.stderr, r.stderr
    assert frames(folder) == before and not left_over(folder)


def test_an_interrupted_render_goes_on_with_the_same_frames(folder):
    needs_a_renderer()
    whole = project(os.path.join(folder, 'whole'), 24)
    ok('render', whole)
    broken = project(os.path.join(folder, 'broken'), 24)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        p = subprocess.Popen([harness.ODORI, 'render', broken], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             encoding='utf-8')
        count = len(frames(broken))
        for _ in range(6000):
            if len(frames(broken)) > count + 2 or p.poll() is not None:
                break
            time.sleep(.01)
        p.send_signal(number)
        _, said = p.communicate(timeout=60)
        if number != signal.SIGKILL and p.returncode != 0:
            assert p.returncode == 1 and 'stopped' in said and 'goes on' in said, said
            assert not left_over(broken), left_over(broken)
    stamps = {n: os.stat(os.path.join(broken, 'out', 'frames', '%06d.png' % n)).st_mtime_ns for n in frames(broken)}
    ok('render', broken)
    assert frames(broken) == frames(whole) and len(frames(whole)) == 25
    for n, stamp in stamps.items():  # finished frames are not written again
        assert os.stat(os.path.join(broken, 'out', 'frames', '%06d.png' % n)).st_mtime_ns == stamp


def test_two_processes_share_a_range(folder):
    needs_a_renderer()
    alone = project(os.path.join(folder, 'alone'), 16)
    ok('render', alone)
    both = project(os.path.join(folder, 'both'), 16)
    ps = [subprocess.Popen([harness.ODORI, 'render', both], stderr=subprocess.PIPE, encoding='utf-8') for _ in range(2)]
    drawn = 0
    for p in ps:
        _, said = p.communicate(timeout=300)
        assert p.returncode == 0, said
        drawn += int(re.search(r'(\d+) frames? drawn', said).group(1))
    assert frames(both) == frames(alone) and not left_over(both)
    assert drawn == 17, drawn  # none twice


def test_frames_of_other_settings_are_set_aside_and_come_back(folder):
    needs_a_renderer()
    project(folder, 3)
    ok('render', cwd=folder)
    first = frames(folder)
    edit(folder, 'preset = "preview"', 'preset = "preview"\n[post]\nbloom = 4.0\nbloom_threshold = 0.0')
    r = ok('render', '--frames', '0:1', cwd=folder)
    assert 'are kept in' in r.stderr, r.stderr
    second = frames(folder)
    assert sorted(second) == [0, 1] and second[0] != first[0]
    edit(folder, 'bloom = 4.0\nbloom_threshold = 0.0', '')
    r = ok('render', cwd=folder)
    assert frames(folder) == first and '0 frames drawn' in r.stderr, r.stderr


def test_render_takes_range_size_preset_and_still(folder):
    needs_a_renderer()
    project(folder)
    ok('render', '--frames', '4:6', '--size', '96x64', '--preset', 'standard', cwd=folder)
    assert sorted(frames(folder)) == [4, 5, 6]
    ok('render', '--still', '7', '-o', '静 止.png', cwd=folder)
    seen = json.loads(ok('inspect', 'out/frames/000004.png', '静 止.png', '--json', cwd=folder).stdout)['files']
    assert [(f['width'], f['height']) for f in seen] == [(96, 64), (160, 90)]
    for bad in (['--frames', '9:3'], ['--size', '97x64'], ['--preset', 'best'], ['--still', '1', '--frames', '1:2'], ['-o', 'x']):
        assert run('render', *bad, cwd=folder).returncode == 2, bad
    r = run('render', '--frames', '100:200', cwd=folder)
    assert r.returncode == 1 and 'this film' in r.stderr and '0 to 12' in r.stderr, r.stderr
    r = run('render', '--still', '99999', '-o', 'far.png', cwd=folder)
    assert r.returncode == 1 and '99999' in r.stderr and not os.path.exists(os.path.join(folder, 'far.png')), r.stderr


def test_a_pmd_is_drawn_as_its_pmx(folder):
    needs_a_renderer()
    project(folder)
    ok('render', '--still', '5', '-o', 'new.png', cwd=folder)
    write(os.path.join(folder, 'dancer.pmd'), harness.pmd())
    write(os.path.join(folder, 'project.toml'), harness.PROJECT.replace('dancer.pmx', 'dancer.pmd'))
    ok('render', '--still', '5', '-o', 'old.png', cwd=folder)
    pictures = [open(os.path.join(folder, name), 'rb').read() for name in ('new.png', 'old.png')]
    assert pictures[0] == pictures[1]


def test_the_film_by_frames_and_the_direct_one_are_alike(folder):
    needs_a_renderer()
    project(folder, 20)
    r = run('encode', cwd=folder)
    assert r.returncode == 1 and 'odori render' in r.stderr, r.stderr
    ok('encode', '--direct', cwd=folder)
    name = os.path.basename(folder)
    film = os.path.join(folder, 'out', name + '.mp4')
    direct = open(film, 'rb').read()
    assert not frames(folder)
    ok('render', '--frames', '0:9', cwd=folder)
    r = run('encode', cwd=folder)
    assert r.returncode == 1 and '11 of 21 frames are missing' in r.stderr and '000010.png' in r.stderr, r.stderr
    assert open(film, 'rb').read() == direct  # the failure left the old film alone
    ok('encode', '--direct', cwd=folder)  # uses ten frames, draws the rest
    mixed = open(film, 'rb').read()
    ok('render', cwd=folder)
    ok('encode', cwd=folder)
    by_frames = open(film, 'rb').read()
    assert by_frames == direct == mixed
    if has_ffprobe():
        streams = probe(film)
        assert (streams['h264']['width'], streams['h264']['height']) == (160, 90) and 'aac' in streams
        assert int(streams['h264']['nb_read_packets']) >= 21


def test_a_song_that_goes_on_holds_and_fades(folder):
    needs_a_renderer()
    if not has_ffprobe():
        raise Skip('no ffprobe')
    project(folder, 14, PROJECT + '[encode]\nhold = 0.5\nfade = 0.5\n')
    harness.song(os.path.join(folder, 'song.wav'), 5)
    ok('build', '--video', cwd=folder)
    video = probe(os.path.join(folder, 'out', os.path.basename(folder) + '.mp4'))['h264']
    assert int(video['nb_read_packets']) == 15 + 30, video


def test_other_rates_resample_and_keep_cuts_clean(folder):
    needs_a_renderer()
    project(folder, 12, PROJECT + 'fps = 60\n[camera]\nfiles = ["camera.vmd"]\n')
    assert '25 pictures' in ok('build', '--stage', 'camera', cwd=folder).stdout
    ok('render', '--frames', '8:13', cwd=folder)
    at60 = frames(folder)
    assert sorted(at60) == [8, 9, 10, 11, 12, 13]
    cache = os.path.join(folder, 'out', 'cache')
    try:
        import numpy
        camera = numpy.load([os.path.join(cache, n) for n in os.listdir(cache) if n.startswith('camera_')][0])
        fov = camera['camera'][:, 9]
        assert set(fov.tolist()) == {30, 40} and camera['cut'].sum() == 1, fov  # nothing between the shots
    except ImportError:
        pass
    edit(folder, 'fps = 60', 'fps = 24')
    assert '10 pictures' in ok('build', '--stage', 'camera', cwd=folder).stdout


def test_build_video_reports_each_stage(folder):
    needs_a_renderer()
    project(folder, 5)
    miss = {k: 'miss' for k in ('motion', 'camera', 'stage', 'render', 'encode')}
    hit = {k: 'hit' for k in miss}
    assert states(folder, '--video') == miss
    assert states(folder, '--video') == hit
    edit(folder, '[render]', '[encode]\ncrf = 30\n[render]')
    assert states(folder, '--video', '--png') == dict(hit, render='miss', encode='miss')
    edit(folder, 'crf = 30', 'crf = 31')
    assert states(folder, '--video', '--png') == dict(hit, encode='miss')
    assert states(folder, '--video') == hit


def test_ctrl_c_leaves_no_half_film(folder):
    needs_a_renderer()
    project(folder, 600)
    p = subprocess.Popen([harness.ODORI, 'build', folder, '--video'], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         encoding='utf-8')
    out = os.path.join(folder, 'out')
    for _ in range(3000):
        if os.path.isdir(out) and any(n.endswith('.part') for n in os.listdir(out)):
            break
        time.sleep(.01)
    time.sleep(.3)
    p.send_signal(signal.SIGINT)
    _, said = p.communicate(timeout=60)
    assert p.returncode == 1 and 'stopped' in said, (p.returncode, said)
    assert os.listdir(out) == ['cache'], os.listdir(out)


def test_the_demo_project_is_the_same_each_time_and_keeps_edits(folder):
    ok('demo', 'a', '--no-video', cwd=folder)
    files = sorted(os.listdir(os.path.join(folder, 'a')))
    for name in ('camera.vmd', 'dance.vmd', 'dancer.pmx', 'project.toml', 'song.wav'):
        assert name in files, files
    write(os.path.join(folder, 'a', 'project.toml'), '[render]\nfps = 24\n')
    song = os.path.join(folder, 'a', 'song.wav')
    before = {n: (hashlib.sha256(open(os.path.join(folder, 'a', n), 'rb').read()).hexdigest(),
                  os.stat(os.path.join(folder, 'a', n)).st_mtime_ns) for n in files}
    os.remove(song)
    ok('demo', 'a', '--no-video', cwd=folder)
    for n in files:
        now = hashlib.sha256(open(os.path.join(folder, 'a', n), 'rb').read()).hexdigest()
        assert now == before[n][0], n
        assert n == 'song.wav' or os.stat(os.path.join(folder, 'a', n)).st_mtime_ns == before[n][1], n
    r = ok('inspect', 'a/dancer.pmx', 'a/dance.vmd', '--json', cwd=folder)
    fit = json.loads(r.stdout)['fits'][0]
    assert not fit['unbound_bones'] and not fit['unbound_morphs'], fit


def test_the_examples_of_the_help_work(folder):
    needs_a_renderer()
    project(folder, 60)
    verbs = [l.split()[0] for l in ok('help').stdout.split('Verbs:\n')[1].splitlines() if l.startswith('  ')]
    for verb in verbs:
        if verb in ('help', '--version', 'demo'):  # its film takes minutes; see the test above
            continue
        example = ok('help', verb).stdout.split('Example:\n')[1].split('\n')[0].split()
        assert example[:2] == ['odori', verb], example
        ok(*example[1:], cwd=folder)


def test_projects_of_all_kinds_of_wrong(folder):
    project(folder)
    for old, new, said in (('"dancer.pmx"', '""', 'no character'), ('"dancer.pmx"', '"nobody.pmx"', 'character.file in'),
                           ('["dance.vmd"]', '["nothing.vmd"]', 'motion.files in'), ('"song.wav"', '"silence.wav"', 'song.file in'),
                           ('[motion]', '[camera]\nfiles = ["dance.vmd"]\n[motion]', 'no camera keys'),
                           ('"dancer.pmx"', '"tex"', 'character.file in'), ('["dance.vmd"]', '["tex"]', 'motion.files in'),
                           ('[motion]', '[motion]\nfrom = 500', 'motion.from')):
        edit(folder, old, new)
        r = run('build', cwd=folder)
        assert r.returncode == 1 and r.stdout == '' and said in r.stderr, (new, r.stderr)
        assert not os.path.exists(os.path.join(folder, 'out')), new
        edit(folder, new, old)
    assert run('build', '--stage', 'nonsense', cwd=folder).returncode == 2


def test_a_far_end_is_refused_before_any_work(folder):
    project(folder)
    edit(folder, '[motion]', '[motion]\nto = 9999990')
    edit(folder, '[render]', '[render]\nfps = 240')
    r = run('build', cwd=folder)
    assert r.returncode == 1 and 'pictures' in r.stderr and 'motion.to' in r.stderr, r


def test_a_motion_that_moves_nothing_is_told(folder):
    project(folder)
    edit(folder, '["dance.vmd"]', '["camera.vmd"]')
    for args in (('build',), ('render', '--still', '0')):
        assert 'the motion moves nothing' in ok(*args, cwd=folder).stderr
    assert 'the motion moves nothing' in ok('eval', 'dancer.pmx', 'camera.vmd', cwd=folder).stderr


def test_a_file_in_place_of_a_folder_is_told(folder):
    project(folder)
    edit(folder, '[song]', '[paths]\nout = "dance.vmd"\n[song]')
    r = run('render', '--still', '0', cwd=folder)
    assert r.returncode == 1 and 'a file stands where a folder is needed' in r.stderr, r.stderr


if __name__ == '__main__':
    sys.exit(harness.main(sys.modules[__name__]))
