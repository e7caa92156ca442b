"""odori keypoints. Arguments: ODORI SHARED_DIR [test names]."""
import json
import math
import os
import sys

import harness
from harness import ok, run, turn, write

NOSE, SHOULDER, ELBOW, WRIST, HIP, KNEE, ANKLE = 0, 11, 13, 15, 23, 25, 27


def frames(text):
    return [json.loads(line) for line in text.splitlines()]


def checked(text):
    """The frames, with everything that the contract says of each line."""
    found = frames(text)
    for i, f in enumerate(found):
        assert list(f) == ['frame', 'timeMs', 'points', 'angles'] and f['frame'] == i, f
        assert len(f['points']) == 33 and len(f['angles']) == 9
        for x, y, z, c in f['points']:
            assert 0 <= x <= 1 and 0 <= y <= 1 and -.36 <= z <= .36 and c in (0, .5, 1), f
        assert all(a is None or -1 <= a <= 1 for a in f['angles']), f
    return found


def test_usage_and_foreign_files(folder):
    assert run('keypoints').returncode == 2
    write(os.path.join(folder, 'x.json'), '{"asset":1}')
    for name in ('no.vmd', 'x.json'):
        r = run('keypoints', name, cwd=folder)
        assert r.returncode == 1 and r.stdout == '' and name in r.stderr, r


def test_a_vmd_plays_on_the_standard_body(folder):
    write(os.path.join(folder, 'a.vmd'), harness.vmd([
        ('センター', 0, (0, 0, 0), turn(0)), ('センター', 10, (5, 3, 0), turn(90)), ('謎', 3, (0, 0, 0), turn(5)),
        ('左ひじ', 10, (0, 0, 0), turn(60))]))
    r = ok('keypoints', 'a.vmd', cwd=folder)
    assert '11 frames at 30 a second' in r.stderr and '謎' in r.stderr and 'own rotations' in r.stderr, r.stderr
    found = checked(r.stdout)
    assert len(found) == 11 and abs(found[3]['timeMs'] - 100) < 1e-9
    p = found[0]['points']
    assert p[SHOULDER][0] > .5 > p[SHOULDER + 1][0] and p[NOSE][1] < p[HIP][1] < p[ANKLE][1]
    # Turned by a quarter to its left in MMD's axes, the nose points to a side: the body's pelvis stays in the middle.
    q = found[10]['points']
    for points in (p, q):
        assert abs((points[HIP][0] + points[HIP + 1][0]) / 2 - .5) < 1e-6
    assert abs(p[NOSE][0] - .5) < 1e-6 and abs(q[NOSE][0] - .5) > .005 and p[NOSE][2] < -.01
    # The forearm hangs 37 degrees below the horizontal and turns by 60 about the vertical.
    want = math.sin(math.radians(37)) ** 2 + math.cos(math.radians(37)) ** 2 * .5
    assert abs(-found[10]['angles'][2] - want) < 1e-3, found[10]['angles']


def test_leg_goals_drive_the_legs_where_they_move(folder):
    write(os.path.join(folder, 'ik.vmd'), harness.vmd([('左足ＩＫ', 0, (0, 0, 0), turn(0)), ('左足ＩＫ', 10, (0, 3, 0), turn(0))]))
    r = ok('keypoints', 'ik.vmd', '-o', 'out.ndjson', cwd=folder)
    assert r.stdout == '' and 'IK goals' in r.stderr, r
    with open(os.path.join(folder, 'out.ndjson'), encoding='utf-8') as f:
        found = checked(f.read())
    knee, straight = found[10]['angles'][6], found[10]['angles'][7]
    assert straight < -.98 and knee > -.8, found[10]['angles']
    assert found[10]['points'][KNEE][2] < found[0]['points'][KNEE][2] - .02  # towards the front


def test_a_bvh_plays_on_its_own_bones(folder):
    joint = 'CHANNELS 3 Zrotation Xrotation Yrotation'
    write(os.path.join(folder, 'a.bvh'), '''HIERARCHY
ROOT Hips
{
OFFSET 0 90 0
CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
JOINT LeftUpLeg
{
OFFSET 10 0 0
%(j)s
JOINT LeftLeg
{
OFFSET 0 -40 0
%(j)s
End Site
{
OFFSET 0 -40 0
}
}
}
JOINT RightUpLeg
{
OFFSET -10 0 0
%(j)s
JOINT RightLeg
{
OFFSET 0 -40 0
%(j)s
End Site
{
OFFSET 0 -40 0
}
}
}
JOINT Spine
{
OFFSET 0 20 0
%(j)s
JOINT Head
{
OFFSET 0 40 0
%(j)s
End Site
{
OFFSET 0 20 0
}
}
}
}
MOTION
Frames: 2
Frame Time: 0.01
0 90 0 %(z)s
7 95 3 %(z)s
''' % {'j': joint, 'z': '0 ' * 21})
    found = checked(ok('keypoints', 'a.bvh', cwd=folder).stdout)
    assert len(found) == 2 and found[1]['timeMs'] == 10
    for p, q in zip(found[0]['points'], found[1]['points']):
        assert math.dist(p, q) < 1e-6, (p, q)  # the pelvis is the origin
    assert found[0]['points'][ANKLE][3] == 0 and found[0]['angles'][6] is None and found[0]['points'][KNEE][3] == 1


def test_keypoints_are_checked_and_passed_through(folder):
    points = [[i / 33, 1.5, 0, 1] for i in range(33)]
    points[5] = None
    write(os.path.join(folder, 'a.json'), json.dumps({'schema': 'mediapipe33@0.1.0', 'fps': 25, 'frames': [
        {'points': points}, {'points': None, 'angles': None}]}))
    first, second = frames(ok('keypoints', 'a.json', cwd=folder).stdout)
    assert first['points'][5] is None and first['points'][6][1] == 1 and len(first['angles']) == 9, first
    assert second == {'frame': 1, 'timeMs': 40, 'points': None, 'angles': None}, second
    write(os.path.join(folder, 'b.json'), json.dumps({'frames': [{'points': points[:32]}]}))
    r = run('keypoints', 'b.json', cwd=folder)
    assert r.returncode == 1 and 'b.json' in r.stderr and '32 points instead of 33' in r.stderr, r.stderr


def test_convert_writes_the_same_and_a_model_of_any_kind_may_play(folder):
    write(os.path.join(folder, 'a.vmd'), harness.vmd([('左ひじ', 0, (0, 0, 0), turn(0)), ('左ひじ', 10, (0, 0, 0), turn(60))]))
    ok('convert', 'a.vmd', 'a.ndjson', cwd=folder)
    with open(os.path.join(folder, 'a.ndjson'), encoding='utf-8') as f:
        assert f.read() == ok('keypoints', 'a.vmd', cwd=folder).stdout
    # On a body of other bones the motion is carried over: a GLB knows no IK and no names of MMD's.
    ok('demo', 'd', '--no-video', cwd=folder)
    ok('convert', 'd/dancer.pmx', 'dancer.glb', cwd=folder)
    ok('convert', 'd/dance.vmd', 'dance.bvh', '--model', 'd/dancer.pmx', cwd=folder)
    twice = [checked(ok('keypoints', name, '--model', model, '--rate', '15', cwd=folder).stdout)
             for name, model in (('d/dance.vmd', 'd/dancer.pmx'), ('dance.bvh', 'dancer.glb'))]
    assert len(twice[0]) == len(twice[1]) and abs(twice[0][1]['timeMs'] - 1000 / 15) < 1e-6
    for a, b in zip(*twice):
        for i in (KNEE, ELBOW, ANKLE):
            assert math.dist(a['points'][i][:3], b['points'][i][:3]) < .02, (a['frame'], i, a['points'][i], b['points'][i])


def test_landmarks_give_the_body_and_no_motion(folder):
    pose = [[.5, .25, .125, .75]] * 33
    write(os.path.join(folder, 'seen.json'), json.dumps({'fps': 25, 'width': 10, 'height': 10, 'frames': [
        {'time': 0, 'pose': pose, 'left': [[.5, .5, 0]] * 21}, {'time': .04, 'pose': None}]}))
    first, second = frames(ok('keypoints', 'seen.json', cwd=folder).stdout)
    assert first['points'][0] == [.5, .25, .125, .75] and second['points'] is None and second['timeMs'] == 40, (first, second)
    r = ok('convert', 'seen.json', 'seen.ndjson', cwd=folder)
    assert 'lost: hands and face' in r.stderr, r.stderr
    ok('convert', 'seen.json', 'again.json', cwd=folder)
    r = run('convert', 'seen.json', 'seen.vmd', cwd=folder)
    assert r.returncode == 1 and 'seen.json' in r.stderr and '.ndjson or .json' in r.stderr, r.stderr
    r = run('convert', 'seen.ndjson', 'x.json', cwd=folder)
    assert r.returncode == 1 and 'no recording of landmarks' in r.stderr, r.stderr


def test_real_dances_bend_their_knees_forwards(folder):
    for name in ('wavefile_lat.vmd', 'lupin.vmd', 'mikapo_animation.vmd'):
        path = harness.shared('data', 'motions', name)
        found = checked(ok('keypoints', path, cwd=folder).stdout)
        forwards = total = 0
        for f in found:
            for side in (0, 1):
                hip, knee, ankle = (f['points'][i + side] for i in (HIP, KNEE, ANKLE))
                # Where the knee lies off the line from hip to ankle, against where the body faces.
                along = [b - a for a, b in zip(hip[:3], ankle[:3])]
                to_knee = [b - a for a, b in zip(hip[:3], knee[:3])]
                t = sum(a * b for a, b in zip(along, to_knee)) / sum(a * a for a in along)
                off = [b - t * a for a, b in zip(along, to_knee)]
                across = [f['points'][HIP][i] - f['points'][HIP + 1][i] for i in range(3)]
                facing = [along[1] * across[2] - along[2] * across[1], along[2] * across[0] - along[0] * across[2],
                          along[0] * across[1] - along[1] * across[0]]
                if math.hypot(*off) < .002:
                    continue
                total += 1
                forwards += sum(a * b for a, b in zip(off, facing)) > 0
        assert forwards > .9 * total > 0, (name, forwards, total)


if __name__ == '__main__':
    sys.exit(harness.main(sys.modules[__name__]))
