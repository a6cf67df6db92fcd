"""All figures of a training, out of fold, and the settings that they choose."""
import hashlib

import numpy as np

import composition
import features
import materials
import measures
from examples import crop_shares, own_view

CROPS, LEAST = 2, 0.3  # boxes of a photo that are looked at again at most, where they count at least so much of the first
LOOKED = {'sure': 2, 'large': 1}  # how a box counts for that: confidence^sure × area^large


def true_shares(rows):
    """Shares of a photo's litter area by material, as people drew it."""
    area = np.array([(b[3] - b[1]) * (b[4] - b[2]) for b in rows])
    shares = np.zeros(len(materials.MATERIALS))
    np.add.at(shares, [materials.MATERIALS.index(b[0]) for b in rows], area / area.sum())
    return shares


def looked_at(boxes):
    """Which boxes of a photo are looked at again, those that count most first (detector.ts)."""
    count = boxes[:, 4] ** LOOKED['sure'] * np.prod(boxes[:, 2:4] - boxes[:, :2], 1)
    order = np.argsort(-count, kind='stable')[:CROPS]
    return order[count[order] >= LEAST * count[order[:1]]]


def shares_of_found(examples, scenes, found, fold, planes, resnet, cache):
    """Material shares of every found box that may be shown, from heads that did not see its photo."""
    shown = [boxes[boxes[:, 4] >= composition.SHOWN] for boxes in found]
    order = [looked_at(boxes) for boxes in shown]
    rows = [(path, tuple(shown[i][j, :4]), None, None) for i, (path, _) in enumerate(scenes) for j in order[i]]
    name = f'found-{hashlib.sha256(repr(rows).encode()).hexdigest()[:8]}'  # other boxes, other crops
    features.store(cache, name, resnet, rows)
    seen, at, shares = features.seen(features.stored(cache, name), resnet), 0, []
    fitted = [examples.whole(*examples.fitted[k]) for k in range(fold.max() + 1)]
    for i, boxes in enumerate(shown):
        linear, own = fitted[fold[i]], own_view(planes, i, boxes[:, :4])
        part = materials.softmax(own @ linear['box'][0] + linear['box'][1])
        count = len(order[i])
        if count:
            part[order[i]] = crop_shares(linear, seen[at:at + count])
        at += count
        shares.append(part)
    return shown, shares, np.array([len(o) for o in order])


def evidence(right):
    """How many boxes there were, how many were rightly named, and the interval of that share; null where there is no evidence."""
    return {'boxes': len(right), 'right': int(right.sum()), 'interval': measures.interval(right.sum(), len(right))}


def named(examples, fold):
    """The materials that true boxes are given by heads that did not see their photo: by their crop, their box, and both, as shares."""
    shares = {name: np.zeros((len(examples.label), len(materials.MATERIALS))) for name in ('crop', 'box', 'both')}
    for k in range(fold.max() + 1):
        at, found = fold[examples.photo] == k, examples.whole(*examples.fitted[k])
        own, seen = examples.scale_own.back(examples.own[at]), examples.scale.back(examples.crops['coarse'][at])
        shares['box'][at] = materials.softmax(own @ found['box'][0] + found['box'][1])
        shares['both'][at] = crop_shares(found, seen)
        litter = examples.fitted[k][0]
        shares['crop'][at] = materials.softmax(examples.crops['coarse'][at] @ litter[0] + litter[1])
    return shares


def measure(examples, scenes, boxes, found, fold, planes, resnet, cache):
    """All figures, each out of fold, and the settings that they choose."""
    shares, label = named(examples, fold), examples.label
    share_right = lambda which: float((which.argmax(1) == label).mean())
    truths = [true_shares(rows) for _, rows in scenes]
    shown, by_box, crops = shares_of_found(examples, scenes, found, fold, planes, resnet, cache)
    error, (confidence, sure, large, clear) = composition.choose(shown, by_box, truths, fold)
    as_shown = shares['box'].copy()
    for i, (_, rows) in enumerate(scenes):
        at = np.flatnonzero(examples.photo == i)
        order = at[looked_at(np.array([[*row[1:], 1.0] for row in rows]))]
        as_shown[order] = shares['both'][order]
    tested = examples.split == 'test'
    seen = examples.scale.back(examples.crops['studio'][tested])
    guess = crop_shares(examples.whole(*examples.fitted[-1]), seen)
    mix, plastic = np.mean(truths, 0), np.eye(len(materials.MATERIALS))[0]
    figures = {
        'photos': len(scenes), 'boxes': len(label), 'folds': int(fold.max() + 1),
        'ap50': measures.average_precision(found, boxes),
        'material_accuracy': {**{name: share_right(s) for name, s in shares.items()}, 'as_looked_at': share_right(as_shown)},
        'by_material': {m: evidence(shares['both'][label == n].argmax(1) == n) for n, m in enumerate(materials.MATERIALS)},
        'composition_error': error,
        'baseline_mix': float(np.mean([measures.misplaced(mix, t) for t in truths])),
        'baseline_commonest': float(np.mean([measures.misplaced(plastic, t) for t in truths])),
        'crops_looked_at': {str(n): int((crops == n).sum()) for n in range(CROPS + 1)},
        'trashnet': {'photos': int(tested.sum()), 'trained_on': int((~tested).sum()), 'l2': examples.studio_l2,
                     'material_accuracy': float((guess.argmax(1) == examples.labels['studio'][tested]).mean())},
    }
    return figures, {'composition': {'confidence': confidence, 'sure': sure, 'large': large, 'clear': clear},
                     'trainingMix': dict(zip(materials.MATERIALS, (round(float(v), 4) for v in mix)))}
