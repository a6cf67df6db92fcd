"""The detector's heads on pyramid levels computed once: COCO's boxes as they are, and one class, litter, trained to know the good ones."""
import numpy as np
import torch
import torch.nn.functional as F

import network

BOTTLE = 43  # COCO's class that litter resembles most: the new layer starts from its weights
EPOCHS, BATCH = 6, 8
RATES = {'class': 5e-4, 'new': 3e-3}  # the class tower, and its new last layer
GOOD, BAD = 0.6, 0.4  # overlaps of a box with a true one from which on it is litter, and below which it is none
ANCHORS = np.array([(3 * 2 ** o * s, 3 * 2 ** o / s) for o in (0, 1 / 3, 2 / 3) for s in (1, 0.5 ** 0.5, 2 ** 0.5)], np.float32)


def heads(model, levels):
    """Steps, starting weights, groups of weights by learning rate, and outputs of the heads on these levels (tensor names)."""
    count = len(levels)
    classes, boxes = model['classes'][-count:], model['boxes'][-count:]
    before = {s['out'] for s in network.needed(model['steps'], levels)}
    steps = [s for s in network.needed(model['steps'], classes + boxes) if s['out'] not in before]
    weights = {s[k]: model['weights'][s[k]] for s in steps for k in ('weight', 'bias') if k in s}
    groups = {'class': set(), 'new': set()}
    boxed = {s['out'] for s in network.needed(steps, boxes)}
    for step in steps:
        if step['out'] in boxed:
            continue
        new = step['out'] in classes
        for key in ('weight', 'bias'):
            groups['new' if new else 'class'].add(step[key])
            if new and weights[step[key]].shape[0] == 810:
                weights[step[key]] = weights[step[key]].reshape(9, 90, *weights[step[key]].shape[1:])[:, BOTTLE].copy()
    return {'steps': steps, 'weights': weights, 'groups': groups, 'classes': classes, 'boxes': boxes, 'levels': levels}


def anchors(cells):
    """Anchors of levels with so many cells a side, as rows of cy, cx, height, width in fractions."""
    rows = []
    for n in cells:
        middle = (np.arange(n) + 0.5) / n
        grid = np.stack(np.meshgrid(middle, middle, indexing='ij'), -1).reshape(-1, 1, 2).repeat(9, 1)
        rows.append(np.concatenate([grid, np.broadcast_to(ANCHORS / n, (n * n, 9, 2))], -1).reshape(-1, 4))
    return np.concatenate(rows).astype(np.float32)


def corners(centred):
    y, x, h, w = np.moveaxis(centred, -1, 0)
    return np.stack([x - w / 2, y - h / 2, x + w / 2, y + h / 2], -1)


def overlaps(a, b):
    """Intersection over union of every box of a with every box of b (x0, y0, x1, y1)."""
    low, high = np.maximum(a[:, None, :2], b[None, :, :2]), np.minimum(a[:, None, 2:], b[None, :, 2:])
    shared = np.prod(np.clip(high - low, 0, None), -1)
    area = lambda r: np.prod(np.clip(r[:, 2:] - r[:, :2], 0, None), -1)
    return shared / (area(a)[:, None] + area(b)[None] - shared + 1e-12)


def run_head(head, found, features, which):
    """The outputs `which` ('classes' or 'boxes') for a batch, in the order of the anchors: pictures × anchors × 1 or 4."""
    values = network.run(network.needed(head['steps'], head[which]), found, dict(zip(head['levels'], features)))
    width = {'classes': 1, 'boxes': 4}[which]
    return torch.cat([values[n].permute(0, 2, 3, 1).reshape(len(features[0]), -1, width) for n in head[which]], 1)


def decoded(shifts, places):
    """Boxes (x0, y0, x1, y1) from shifts of anchors."""
    return np.clip(corners(np.concatenate([places[:, :2] + shifts[:, :2] * places[:, 2:], np.exp(shifts[:, 2:]) * places[:, 2:]], 1)), 0, 1)


def targets(boxes, truth):
    """For the box of every anchor 1 (litter), 0 (none) or -1 (not counted); the best box of each true one is always litter."""
    share = overlaps(boxes, truth)
    best = share.max(1)
    label = np.where(best >= GOOD, 1, np.where(best < BAD, 0, -1))
    label[share.argmax(0)] = 1
    return label.astype(np.float32)


def loss(scores, label):
    """Focal loss by litter box."""
    litter, counted = (label == 1).float(), (label >= 0).float()
    sure = scores.sigmoid()
    focus = (litter * (1 - sure) + (1 - litter) * sure) ** 1.5 * (litter * 0.25 + (1 - litter) * 0.75)
    plain = F.binary_cross_entropy_with_logits(scores, litter, reduction='none')
    return (plain * focus * counted).sum() / litter.sum().clamp(min=1)


def batch_of(head, levels, picked):
    return [torch.from_numpy(np.stack([levels[n][i, v] for i, v in picked]).astype(np.float32)) for n in head['levels']]


def shifts_of(head, levels):
    """What the box head says of every picture and view: it is not trained, so this is done once."""
    found = network.parameters(head['steps'], head['weights'])
    with torch.no_grad():
        return [[run_head(head, found, batch_of(head, levels, [(i, v)]), 'boxes')[0].numpy() for v in (0, 1)]
                for i in range(len(levels[head['levels'][0]]))]


def train(head, levels, shifts, truths, chosen, seed, say=lambda *_: None):
    """Trains on the chosen pictures and answers the weights, averaged over the last third of the steps."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    found = network.parameters(head['steps'], head['weights'], set().union(*head['groups'].values()))
    optimiser = torch.optim.AdamW([{'params': [found[n] for n in sorted(head['groups'][g])], 'lr': r, 'base': r}
                                   for g, r in RATES.items()], weight_decay=1e-3)
    places = anchors([levels[n].shape[-1] for n in head['levels']])
    label = {i: [targets(decoded(shifts[i][v], places), truths[i] if v == 0 else mirror(truths[i])) for v in (0, 1)] for i in chosen}
    total, step, kept, count = EPOCHS * -(-len(chosen) // BATCH), 0, None, 0
    for epoch in range(EPOCHS):
        order, sum_ = rng.permutation(chosen), 0.0
        for at in range(0, len(order), BATCH):
            picked = [(int(i), int(rng.integers(2))) for i in order[at:at + BATCH]]
            part = step / total
            for group in optimiser.param_groups:
                group['lr'] = group['base'] * min(1, (step + 1) / 10) * (0.05 + 0.95 * (1 + np.cos(np.pi * part)) / 2)
            scores = run_head(head, found, batch_of(head, levels, picked), 'classes')[..., 0]
            error = loss(scores, torch.from_numpy(np.stack([label[i][v] for i, v in picked])))
            optimiser.zero_grad()
            error.backward()
            torch.nn.utils.clip_grad_norm_([p for g in optimiser.param_groups for p in g['params']], 10)
            optimiser.step()
            step, sum_ = step + 1, sum_ + float(error) * len(picked)
            if part >= 2 / 3:
                now = {k: p.detach().clone() for k, p in found.items()}
                kept = now if kept is None else {k: kept[k] + p for k, p in now.items()}
                count += 1
        say(epoch, round(sum_ / len(order), 3))
    return {k: p / count for k, p in kept.items()}


def mirror(boxes):
    return np.stack([1 - boxes[:, 2], boxes[:, 1], 1 - boxes[:, 0], boxes[:, 3]], 1)


def detect(head, found, levels, picture, places):
    """Boxes of a picture, surest first: rows of x0, y0, x1, y1, confidence."""
    batch = batch_of(head, levels, [(picture, 0)])
    with torch.no_grad():
        scores, shifts = (run_head(head, found, batch, which)[0].numpy() for which in ('classes', 'boxes'))
    return boxes_of(1 / (1 + np.exp(-scores[:, 0])), shifts, places)


def boxes_of(scores, shifts, places, surest_nothing=0.02, same=0.3, votes=0.7, compared=300, kept=50):
    """Of boxes that overlap the surest, each brought to the mean of those that lie almost as it does (boxes.ts)."""
    order = np.argsort(-scores, kind='stable')[:compared]
    order = order[scores[order] >= surest_nothing]
    box, score, out = decoded(shifts[order], places[order]), scores[order], []
    for row, sure in zip(box, score):
        if len(out) < kept and (row[2:] > row[:2]).all() and not any(overlaps(row[None], o[None, :4])[0, 0] > same for o in out):
            out.append(np.append(row, sure))
    out = np.array(out, np.float32).reshape(-1, 5)
    share = overlaps(out[:, :4], box)
    part = np.where(share > votes, share * score, 0)
    out[:, :4] = part @ box / part.sum(1, keepdims=True)
    return out
