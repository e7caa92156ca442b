"""odori edit. Arguments: ODORI SHARED_DIR [test names]."""
import collections
import json
import math
import os
import struct
import sys

import harness
from harness import ok, run, turn, write


def content(folder, name):
    with open(os.path.join(folder, name), 'rb') as f:
        return f.read()


def read(folder, name):
    """The bone keys by name: {frame: (translation, rotation)}."""
    data = content(folder, name)
    tracks, at = collections.defaultdict(dict), 54
    for _ in range(struct.unpack_from('<I', data, 50)[0]):
        frame, *v = struct.unpack_from('<I7f', data, at + 15)
        tracks[data[at:at + 15].split(b'\0')[0].decode('cp932')][frame] = (tuple(v[:3]), tuple(v[3:]))
        at += 111
    return tracks


def edit(folder, *args):
    return json.loads(ok('edit', *args, '--json', cwd=folder).stdout)


def degrees(a, b):
    chord = min(math.dist(a, b), math.dist(a, [-x for x in b]))
    return math.degrees(4 * math.asin(chord / 2))


def dance(folder):
    bones = [('センター', 0, (0, 0, 0), turn(0)), ('センター', 60, (6, 0, 2), turn(90)),
             ('左腕', 0, (0, 0, 0), turn(10)), ('左腕', 30, (0, 0, 0), turn(70)), ('右腕', 0, (0, 0, 0), turn(20))]
    write(os.path.join(folder, 'dance.vmd'), harness.vmd(bones, [('ウィンク', 0, 0), ('ウィンク', 60, 1)]))


def test_usage_is_checked_first(folder):
    dance(folder)
    for args in ((), ('dance.vmd',), ('dance.vmd', 'x.abc'), ('dance.vmd', 'x.vmd', '--cut', 'x'),
                 ('dance.vmd', 'x.vmd', '--cut', '9:3'), ('dance.vmd', 'x.vmd', '--cut', '61:'),
                 ('dance.vmd', 'x.vmd', '--scale', '0'), ('dance.vmd', 'x.vmd', '--scale', '-1'),
                 ('dance.vmd', 'x.vmd', '--smooth', '-1'), ('dance.vmd', 'x.vmd', '--reduce', '-1'),
                 ('dance.vmd', 'x.vmd', '--split', '0'), ('dance.vmd', 'x.vmd', '--split', '1')):
        r = run('edit', *args, cwd=folder)
        assert r.returncode in (1, 2) and r.stdout == '' and 'error: ' in r.stderr, (args, r)
        assert not os.path.exists(os.path.join(folder, 'x.vmd')), args
    r = run('edit', 'no.vmd', 'x.vmd', cwd=folder)
    assert r.returncode == 1 and 'no.vmd' in r.stderr, r.stderr


def test_without_an_edit_nothing_changes(folder):
    dance(folder)
    d = edit(folder, 'dance.vmd', 'same.vmd')
    assert d['steps'] == [] and d['losses'] == [] and d['files'][0]['keys'] == 7, d
    assert read(folder, 'same.vmd') == read(folder, 'dance.vmd')
    ok('convert', 'dance.vmd', 'plain.vmd', cwd=folder)
    assert content(folder, 'same.vmd') == content(folder, 'plain.vmd')


def test_a_cut_starts_at_zero_with_keys_at_both_ends(folder):
    dance(folder)
    d = edit(folder, 'dance.vmd', 'cut.vmd', '--cut', '15:45')
    step, = d['steps']
    assert step['step'] == 'cut 15:45' and step['max_degrees'] < .05, d
    t = read(folder, 'cut.vmd')
    assert sorted(t['センター']) == [0, 30] and sorted(t['左腕']) == [0, 15], t
    (x, _, z), q = t['センター'][0]
    assert abs(x - 1.5) < 1e-5 and abs(z - .5) < 1e-5 and degrees(q, turn(22.5)) < .01
    assert degrees(t['左腕'][0][1], turn(40)) < .01


def test_mirror_twice_is_the_same_file(folder):
    dance(folder)
    ok('edit', 'dance.vmd', 'once.vmd', '--mirror', cwd=folder)
    ok('edit', 'once.vmd', 'twice.vmd', '--mirror', cwd=folder)
    once = read(folder, 'once.vmd')
    assert degrees(once['右腕'][30][1], turn(-70)) < .01 and degrees(once['左腕'][0][1], turn(-20)) < .01
    assert once['センター'][60][0] == (-6, 0, 2)
    assert 'ウィンク右'.encode('cp932') in content(folder, 'once.vmd')
    ok('edit', 'dance.vmd', 'same.vmd', cwd=folder)
    assert content(folder, 'twice.vmd') == content(folder, 'same.vmd')


def test_times_scale_and_move(folder):
    dance(folder)
    ok('edit', 'dance.vmd', 'slow.vmd', '--scale', '1.5', '--offset', '7', cwd=folder)
    assert sorted(read(folder, 'slow.vmd')['センター']) == [7, 97]
    r = ok('edit', 'dance.vmd', 'fast.vmd', '--scale', '0.004', cwd=folder)
    assert 'one frame' in r.stderr and sorted(read(folder, 'fast.vmd')['センター']) == [0], r.stderr


def test_merge_lays_one_over_the_other(folder):
    dance(folder)
    write(os.path.join(folder, 'arm.vmd'), harness.vmd([('左腕', 5, (0, 0, 0), turn(33)), ('頭', 2, (0, 0, 0), turn(5))]))
    ok('edit', 'dance.vmd', 'both.vmd', '--merge', 'arm.vmd', cwd=folder)
    t = read(folder, 'both.vmd')
    assert sorted(t['左腕']) == [5] and sorted(t['頭']) == [2] and sorted(t['センター']) == [0, 60]


def test_dense_and_reduce_undo_each_other(folder):
    dance(folder)
    d = edit(folder, 'dance.vmd', 'few.vmd', '--dense', '--reduce')
    dense, few = d['steps']
    assert dense['keys_after'] == 61 + 31 + 1 + 61 and few['keys_after'] == 7, d
    assert few['max_degrees'] <= .5 and few['step'] == 'reduce 0.5'


def test_split_writes_numbered_files(folder):
    dance(folder)
    d = edit(folder, 'dance.vmd', 'part.vmd', '--dense', '--split', '60')
    names = [f['file'] for f in d['files']]
    assert names == ['part_%d.vmd' % (i + 1) for i in range(len(names))] and len(names) >= 3, d
    end = 0
    for f in d['files']:
        assert f['first_frame'] == end and f['keys'] <= 60, d
        end += f['last_frame'] + 1
        q = read(folder, f['file'])['センター'][0][1]
        assert degrees(q, turn(90 * f['first_frame'] / 60)) < .01, f
    assert end == 61 and not os.path.exists(os.path.join(folder, 'part.vmd'))
    assert [f['file'] for f in edit(folder, 'dance.vmd', 'one.vmd', '--split')['files']] == ['one.vmd']


def test_a_pose_is_told_what_it_loses(folder):
    dance(folder)
    r = ok('edit', 'dance.vmd', 'pose.vpd', '--cut', '30:30', cwd=folder)
    assert 'lost' not in r.stderr, r.stderr
    with open(os.path.join(folder, 'pose.vpd'), encoding='cp932') as f:
        assert 'センター' in f.read()
    r = ok('edit', 'dance.vmd', 'pose.vpd', cwd=folder)
    assert 'lost: all but one frame of 61' in r.stderr, r.stderr
    ok('edit', 'pose.vpd', 'back.vmd', '--mirror', cwd=folder)


def test_a_bvh_is_edited_on_its_own_bones(folder):
    write(os.path.join(folder, 'a.bvh'), 'HIERARCHY\nROOT Hips\n{\nOFFSET 0 1 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n'
          'JOINT LeftLeg\n{\nOFFSET 1 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 -1 0\n}\n}\n}\n'
          'MOTION\nFrames: 3\nFrame Time: 0.0333333\n0 0 0 0 0 0\n0 0 10 0 0 0\n0 0 20 30 0 0\n')
    ok('edit', 'a.bvh', 'b.bvh', '--cut', '1:2', cwd=folder)
    text = content(folder, 'b.bvh').decode()
    assert 'Frames: 2' in text and 'JOINT LeftLeg' in text, text
    r = run('edit', 'a.bvh', 'b.vmd', cwd=folder)
    assert 'odori convert a.bvh dance.vmd' in r.stderr, r.stderr
    assert r.returncode == 1 and 'bones of its own' in r.stderr, r.stderr


def test_real_dances_stay_within_the_tolerance(folder):
    for name, least in (('mikapo_animation.vmd', 4), ('lupin.vmd', 9), ('wavefile_lat.vmd', 18), ('step.vmd', 6),
                        ('front_flip.vmd', 5)):
        d = edit(folder, harness.shared('data', 'motions', name), 'few.vmd', '--dense', '--reduce', '0.5')
        step = d['steps'][1]
        assert step['max_degrees'] <= .5 and step['max_units'] <= .025 and step['max_weight'] <= .005, (name, d)
        assert step['keys_before'] > least * step['keys_after'], (name, d)


def test_real_cameras_keep_their_cuts(folder):
    d = edit(folder, harness.shared('data', 'motions', 'classic_camera.vmd'), 'few.vmd', '--dense', '--reduce', '0.5')
    step = d['steps'][1]
    assert step['max_camera_degrees'] <= .5 and step['max_camera_units'] <= .025, d
    assert step['keys_before'] > 10 * step['keys_after'], d


if __name__ == '__main__':
    sys.exit(harness.main(sys.modules[__name__]))
