"""odori inspect on damaged files: ODORI SHARED_DIR [test names]. Each fixture is damaged ODORI_CORRUPTIONS times (100
where nothing is said) at random places, always the same ones; the program must say what it is, or what is wrong with it."""
import concurrent.futures
import os
import random
import resource
import signal
import sys
import time

import harness
from harness import write

TIMES = int(os.environ.get('ODORI_CORRUPTIONS', '100'))
MOST_SECONDS = 0.1  # of computing; the clock of a busy machine says little
NULL = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_RDWR, 0) for fd in (0, 1)]


def damaged(data, dice):
    """One to four wounds: a flipped bit, a byte, a cut, a piece taken out, doubled or filled."""
    data = bytearray(data)
    for _ in range(dice.randint(1, 4)):
        if not data:
            break
        at, n = dice.randrange(len(data)), dice.randint(1, 8)
        kind = dice.randrange(7)
        if kind == 0:
            data[at] ^= 1 << dice.randrange(8)
        elif kind == 1:
            data[at] = dice.randrange(256)
        elif kind == 2:
            del data[at:]
        elif kind == 3:
            del data[at:at + n]
        elif kind == 4:
            data[at:at] = data[at:at + n]
        elif kind == 5:
            data[at:at + n] = b'\xff' * n
        else:
            data[at:at + 4] = dice.choice((b'\xff\xff\xff\x7f', b'\0\0\0\0', b'\0\0\xc0\x7f', b'\xff\xff\xff\xff'))
    return bytes(data)


def inspect(path, errors):
    """Exit code, seconds of computing, what was said on stderr."""
    spawned = os.posix_spawn(harness.ODORI, [harness.ODORI, 'inspect', path], dict(os.environ, NO_COLOR='1'),
                             file_actions=NULL + [(os.POSIX_SPAWN_OPEN, 2, errors, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)])
    _, status, used = os.wait4(spawned, 0)
    with open(errors, encoding='utf-8', errors='replace') as f:
        said = f.read()
    code = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
    return code, used.ru_utime + used.ru_stime, said


def check(folder, name, data):
    """Every damaged copy of one file; the wrong ones, in words."""
    dice = random.Random('%s %d' % (name, len(data)))
    stem, ending = os.path.splitext(name)
    wrong = []
    for i in range(TIMES):
        path = write(os.path.join(folder, '%s%d%s' % (stem, i, ending)), damaged(data, dice))
        code, seconds, said = inspect(path, os.path.join(folder, stem + '.err'))
        if seconds > MOST_SECONDS:  # once more: the first time may have been the machine's
            seconds = min(seconds, inspect(path, os.path.join(folder, stem + '.err'))[1])
        if code not in (0, 1) or seconds > MOST_SECONDS or (code == 1 and not said.startswith('error: ')):
            wrong.append('%s: exit %d, %.3f s: %s' % (path, code, seconds, said[:200]))
        else:
            os.remove(path)
    return wrong


def fixtures():
    """Small sound files, one of each format, by name."""
    files = {'model.pmx': harness.pmx(), 'old.pmd': harness.pmd(), 'dance.vmd': harness.dance(), 'walk.bvh': harness.walker().encode()}
    seeds = os.path.join(os.path.dirname(__file__), '../../../data/fuzz')
    endings = {'vpd_fuzz': '.vpd', 'gltf_fuzz': '.glb', 'vrm_fuzz': '.vrm', 'vrma_fuzz': '.vrma', 'zip_fuzz': '.zip',
               'keypoints_fuzz': '.ndjson', 'landmarks_fuzz': '.json'}
    for target in sorted(os.listdir(seeds)):
        if target not in endings:
            continue
        folder = os.path.join(seeds, target)
        sound = sorted(n for n in os.listdir(folder) if os.path.getsize(os.path.join(folder, n)) > 64)
        for name in sound[:2]:
            ending = os.path.splitext(name)[1] or endings[target]
            with open(os.path.join(folder, name), 'rb') as f:
                files[target[:-5] + '_' + os.path.splitext(name)[0] + ending] = f.read()
    return files


def test_damaged_files_end_in_time_with_a_word_and_no_signal(folder):
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    files = fixtures()
    assert len(files) >= 8, sorted(files)
    begun = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(check, os.path.join(folder, str(i)), *item) for i, item in enumerate(sorted(files.items()))]
        wrong = [line for job in jobs for line in job.result()]
    assert not wrong, '%d of %d:\n%s' % (len(wrong), TIMES * len(files), '\n'.join(wrong[:20]))
    print('%d damaged copies of %d files in %.0f s' % (TIMES * len(files), len(files), time.monotonic() - begun))


if __name__ == '__main__':
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(harness.main(sys.modules[__name__]))
