#!/usr/bin/env python3
"""Runs the samples on the demo project's files. usage: run_samples.py ODORI WHERE_IS_THE_HAND"""
import subprocess
import sys
import tempfile

odori, where_is_the_hand = sys.argv[1:]
failed = 0


def check(name, good):
    global failed
    if not good:
        failed += 1
        print('FAILED', name)


with tempfile.TemporaryDirectory() as folder:
    subprocess.run([odori, 'demo', folder, '--no-video', '--quiet'], check=True)
    ask = [where_is_the_hand, folder + '/dancer.pmx', folder + '/dance.vmd']
    run = subprocess.run(ask + ['右手首', '3.5'], capture_output=True, text=True)
    place = [float(v) for v in run.stdout.split()]
    # A hand of a dancer one and a half metres tall.
    check('a hand is within reach', run.returncode == 0 and len(place) == 3 and 0.2 < place[1] < 2.0)
    run = subprocess.run(ask + ['しっぽ', '3.5'], capture_output=True, text=True)
    check('an unknown bone is named', run.returncode == 1 and 'しっぽ' in run.stderr)
    run = subprocess.run(ask + ['右手首', 'soon'], capture_output=True, text=True)
    check('bad usage', run.returncode == 2)

print('%d passed, %d failed' % (3 - failed, failed))
sys.exit(1 if failed else 0)
