"""odori convert. Arguments: ODORI SHARED_DIR [test names]."""
import json
import math
import os
import re
import sys

import harness
from harness import ok, project, run, write


POSE = """Vocaloid Pose Data file

Miku.osm;
1;

Bone0{センター
  1.000000,2.000000,3.000000;
  0.000000,0.707107,0.000000,0.707107;
}

Morph0{あ
  0.500000;
}
"""


def test_convert_takes_a_pose_to_a_motion_and_back(folder):
    write(os.path.join(folder, 'a.vpd'), POSE.encode('cp932'))
    r = ok('convert', 'a.vpd', 'a.vmd', cwd=folder)
    assert 'lost' not in r.stderr, r.stderr
    ok('convert', 'a.vmd', 'b.vpd', cwd=folder)
    with open(os.path.join(folder, 'b.vpd'), encoding='cp932') as f:
        text = f.read()
    for part in ('Miku.osm;', 'Bone0{センター', '1.000000,2.000000,3.000000;', '0.000000,0.707107,0.000000,0.707107;', '0.500000;'):
        assert part in text, text


def test_inspect_and_convert_take_a_bvh(folder):
    write(os.path.join(folder, 'a.bvh'), harness.BVH)
    seen = json.loads(ok('inspect', 'a.bvh', '--json', cwd=folder).stdout)['files'][0]
    assert seen['kind'] == 'BVH motion' and (seen['joints'], seen['channels'], seen['frames'], seen['seconds']) == (1, 3, 2, 1), seen
    ok('convert', 'a.bvh', 'b.bvh', '--rate', '4', '--scale', '2', cwd=folder)
    lines = open(os.path.join(folder, 'b.bvh')).read().splitlines()
    assert 'Frames: 3' in lines and '\tOFFSET 0 2 0' in lines, lines
    assert [round(float(line.split()[3])) for line in lines[-3:]] == [0, 45, 90], lines


def test_convert_gives_a_motion_the_names_of_its_character(folder):
    project(folder)
    turn = harness.turn(30)
    write(os.path.join(folder, 'odd.vmd'), harness.vmd([('すべての親', 0, (1, 0, 0), turn), ('誰', 0, (0, 0, 0), turn)]))
    r = ok('convert', 'odd.vmd', 'b.vmd', '--model', 'dancer.pmx', '--json', cwd=folder)
    report = json.loads(r.stdout)
    assert report['matched'] == [{'track': 'すべての親', 'name': '全ての親', 'by': 'another spelling'}], report
    assert report['unmatched_bones'] == [{'name': '誰', 'nearest': []}], report
    assert '全ての親'.encode('cp932') in open(os.path.join(folder, 'b.vmd'), 'rb').read()
    assert 'taken for 全ての親' in ok('convert', 'odd.vmd', 'b.vmd', '--model', 'dancer.pmx', cwd=folder).stderr
    assert report['out'] == 'b.vmd' and report['bytes'] == os.path.getsize(os.path.join(folder, 'b.vmd')), report


def test_convert_carries_a_capture_to_mmd_and_back(folder):
    write(os.path.join(folder, 'walk.bvh'), harness.walker())
    r = ok('convert', 'walk.bvh', 'walk.vmd', cwd=folder)
    assert 'standard MMD skeleton' in r.stderr and 'leg' in r.stderr, r.stderr
    report = json.loads(ok('convert', 'walk.vmd', 'back.bvh', '--json', cwd=folder).stdout)
    assert not report['unmatched_bones'], report
    report = json.loads(ok('convert', 'walk.bvh', 'again.vmd', '--json', cwd=folder).stdout)
    assert {'from': 'LeftUpLeg', 'to': '左足', 'human': 'leftUpperLeg'} in report['carried'], report
    first = json.loads(ok('inspect', 'walk.vmd', '--json', cwd=folder).stdout)['files'][0]
    assert first['last_frame'] == 30 and first['bone_tracks'] > 10, first


def test_convert_writes_the_textures_beside_a_pmx_and_replaces_none(folder):
    project(folder)
    r = ok('convert', 'dancer.pmx', 'copy/other.pmx', cwd=folder)
    assert '1 texture was written beside it' in r.stderr, r.stderr
    seen = json.loads(ok('inspect', 'copy/other.pmx', '--json', cwd=folder).stdout)['files'][0]
    assert seen['textures_found'] == 1 and seen['bones'] == 5, seen
    write(os.path.join(folder, 'copy/tex/肌.png'), b'mine')
    assert 'texture' not in ok('convert', 'dancer.pmx', 'copy/other.pmx', cwd=folder).stderr
    assert open(os.path.join(folder, 'copy/tex/肌.png'), 'rb').read() == b'mine'


def test_convert_makes_a_glb_of_a_character_and_a_pmx_of_that(folder):
    project(folder)
    ok('convert', 'dance.vmd', 'd.glb', '--model', 'dancer.pmx', cwd=folder)
    seen = json.loads(ok('inspect', 'd.glb', '--json', cwd=folder).stdout)['files'][0]
    assert seen['kind'] == 'GLB scene' and seen['motions'] == 1 and seen['textures_found'] == 1, seen
    ok('convert', 'd.glb', 'back/d.pmx', cwd=folder)
    back = json.loads(ok('inspect', 'back/d.pmx', '--json', cwd=folder).stdout)['files'][0]
    assert back['triangles'] == 12 and back['textures_found'] == 1, back


def test_convert_says_what_it_cannot(folder):
    write(os.path.join(folder, 'a.vpd'), POSE.encode('cp932'))
    for out, told in (('a.xyz', '.vmd, .vpd'), ('a', '.vmd')):
        r = run('convert', 'a.vpd', out, cwd=folder)
        assert r.returncode == 1 and told in r.stderr, r.stderr
        assert not os.path.exists(os.path.join(folder, out))

def test_convert_says_what_becomes_of_each_part(folder):
    """What is lost is told, what stays is not called lost, and nothing is made of nothing."""
    project(folder)
    turn = harness.turn(30)
    write(os.path.join(folder, 'odd.vmd'), harness.vmd([('センター', 0, (1, 0, 0), turn), ('誰', 0, (0, 0, 0), turn)]))
    r = ok('convert', 'odd.vmd', 'b.vmd', '--model', 'dancer.pmx', cwd=folder)
    assert 'lost' not in r.stderr and '1 bone that the character does not have stays as it is: 誰' in r.stderr, r.stderr
    r = ok('convert', 'odd.vmd', 'b.glb', '--model', 'dancer.pmx', cwd=folder)
    assert 'lost: 1 bone without a match: 誰' in r.stderr, r.stderr
    # Motion and model have each their formats.
    r = run('convert', 'odd.vmd', 'b.pmx', '--model', 'dancer.pmx', cwd=folder)
    assert r.returncode == 1 and 'a motion, which makes no model' in r.stderr and '.vmd' in r.stderr, r.stderr
    write(os.path.join(folder, 'walk.bvh'), harness.walker())
    r = ok('convert', 'walk.bvh', 'bones.pmx', cwd=folder)
    assert 'lost: the motion' in r.stderr and 'travel' not in r.stderr, r.stderr
    # A camera moves nobody.
    write(os.path.join(folder, 'camera.vmd'), harness.vmd(camera=[(0, 45, 30), (30, 20, 30)]))
    for out in ('c.bvh', 'c.glb', 'c.vrma', 'c.vpd', 'c.ndjson'):
        r = run('convert', 'camera.vmd', out, cwd=folder)
        assert r.returncode == 1 and 'camera.vmd' in r.stderr and 'camera or light alone' in r.stderr, r.stderr
        assert not os.path.exists(os.path.join(folder, out))
    ok('convert', 'camera.vmd', 'c.vmd', cwd=folder)
    # A face on a body that has none.
    write(os.path.join(folder, 'face.vmd'), harness.vmd([('頭', 0, (0, 0, 0), turn)], morphs=[('あ', 0, 0.5)]))
    for out in ('f.glb', 'f.bvh'):
        r = ok('convert', 'face.vmd', out, cwd=folder)
        assert re.search('lost: 1 morph tracks', r.stderr), r.stderr


def test_retarget_gives_a_dance_back_on_its_own_body_and_carries_it_to_others(folder):
    ok('demo', 'd', '--no-video', cwd=folder)
    assert run('retarget', 'd/dance.vmd', '--to', 'd/dancer.pmx', cwd=folder).returncode == 2
    ok('retarget', 'd/dance.vmd', '--from', 'd/dancer.pmx', '--to', 'd/dancer.pmx', '-o', 'own.vmd', cwd=folder)

    def places(motion):
        r = ok('eval', 'd/dancer.pmx', motion, '--frames', '0:120:15', '--json', '--rules', 'mmd', cwd=folder)
        return [[bone[:3] for bone in f['bones']] for f in json.loads(r.stdout)['frames']]
    off = [max(math.dist(p, q) for p, q in zip(*bone)) for bone in zip(*(zip(*places(m)) for m in ('d/dance.vmd', 'own.vmd')))]
    # MMD units: 0.08 mm. What carries the body may share its way out otherwise: the centre, the goals of legs and toes.
    assert len(off) > 100 and sum(d > 1e-3 for d in off) <= 5, off
    # Twice the travel: the middle between the hip joints goes twice as far, the spine beside it nearly.
    ok('retarget', 'd/dance.vmd', '--from', 'd/dancer.pmx', '--to', 'd/dancer.pmx', '--travel', '2', '-o', 'far.vmd', cwd=folder)
    once, twice = places('own.vmd'), places('far.vmd')
    hips = 3

    def went(frames):
        return math.hypot(frames[0][hips][0] - frames[4][hips][0], frames[0][hips][2] - frames[4][hips][2])
    assert went(once) > .5 and abs(went(twice) / went(once) - 2) < .1, (went(once), went(twice))
    # Another kind of body and back; a motion with bones of its own needs no --from.
    r = ok('retarget', 'd/dance.vmd', '--to', 'd/dancer.pmx', '-o', 'd.glb', cwd=folder)
    r = ok('retarget', 'd.glb', '--from', 'd/dancer.pmx', '--to', 'd/dancer.pmx', '-o', 'back.vmd', '--json', cwd=folder)
    report = json.loads(r.stdout)
    assert {'from': '左足', 'to': '左足', 'human': 'leftUpperLeg'} in report['carried'], report
    assert any('bones of its own' in line for line in report['notes']), report


if __name__ == '__main__':
    sys.exit(harness.main(sys.modules[__name__]))
