"""The detector's two heads, trained on pyramid levels computed once: where litter is (one class) and its box."""
import numpy as np
import torch
import torch.nn.functional as F

import network

BOTTLE = 43  # COCO's class that litter resembles most: the new layer starts from its weights
EPOCHS, BATCH = 8, 8
RATES = {'class': 5e-4, 'new': 3e-3, 'box': 1e-4}
ANCHORS = np.array([(3 * 2 ** o * s, 3 * 2 ** o / s) for o in (0, 1 / 3, 2 / 3) for s in (1, 0.5 ** 0.5, 2 ** 0.5)], np.float32)


def heads(model, levels):
    """Steps, starting weights, groups of weights by learning rate, and outputs of the heads on these levels (tensor names)."""
    count = len(levels)
    classes, boxes = model['classes'][-count:], model['boxes'][-count:]
    before = {s['out'] for s in network.needed(model['steps'], levels)}
    steps = [s for s in network.needed(model['steps'], classes + boxes) if s['out'] not in before]
    weights = {s[k]: model['weights'][s[k]] for s in steps for k in ('weight', 'bias') if k in s}
    groups = {'class': set(), 'new': set(), 'box': set()}
    for step in steps:
        new = step['out'] in classes
        group = 'new' if new else 'box' if step['out'] in {s['out'] for s in network.needed(steps, boxes)} else 'class'
        for key in ('weight', 'bias'):
            groups[group].add(step[key])
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


def targets(places, truth):
    """For every anchor 1 (litter), 0 (none) or -1 (not counted), and the shifts that its box asks for."""
    share = overlaps(corners(places), truth)
    best, which = share.max(1), share.argmax(1)
    label = np.where(best >= 0.5, 1, np.where(best < 0.4, 0, -1))
    for n in range(len(truth)):
        near = share[:, n] >= share[:, n].max() - 1e-6
        label[near], which[near] = 1, n
    box = truth[which]
    y, x, h, w = places.T
    shifts = np.stack([((box[:, 1] + box[:, 3]) / 2 - y) / h, ((box[:, 0] + box[:, 2]) / 2 - x) / w,
                       np.log((box[:, 3] - box[:, 1]) / h), np.log((box[:, 2] - box[:, 0]) / w)], 1)
    return label.astype(np.int64), shifts.astype(np.float32)


def outputs(head, found, features):
    """Scores (pictures × anchors) and shifts (× 4) of a batch, in the order of the anchors."""
    values = network.run(head['steps'], found, dict(zip(head['levels'], features)))
    flat = lambda name, width: values[name].permute(0, 2, 3, 1).reshape(len(features[0]), -1, width)
    return torch.cat([flat(n, 1) for n in head['classes']], 1)[..., 0], torch.cat([flat(n, 4) for n in head['boxes']], 1)


def loss(scores, shifts, label, wanted):
    litter, counted = (label == 1).float(), (label >= 0).float()
    count = litter.sum().clamp(min=1)
    plain = F.binary_cross_entropy_with_logits(scores, litter, reduction='none')
    sure = scores.sigmoid()
    focus = (litter * (1 - sure) + (1 - litter) * sure) ** 1.5 * (litter * 0.25 + (1 - litter) * 0.75)
    error = F.smooth_l1_loss(shifts, wanted, beta=0.1, reduction='none').sum(-1) * litter
    return (plain * focus * counted).sum() / count + error.sum() / count * 1.25


def train(head, levels, truths, seed, epochs=EPOCHS, say=lambda *_: None):
    """Trains on levels[name][picture, view] and answers the weights, averaged over the last third of the steps."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    found = network.parameters(head['steps'], head['weights'], set().union(*head['groups'].values()))
    rates = {k: v for k, v in RATES.items()}
    optimiser = torch.optim.AdamW([{'params': [found[n] for n in sorted(head['groups'][g])], 'lr': r, 'base': r} for g, r in rates.items()],
                                  weight_decay=1e-3)
    places = anchors([levels[n].shape[-1] for n in head['levels']])
    wanted = [[targets(places, t), targets(places, mirror(t))] for t in truths]
    total, step, kept, count = epochs * -(-len(truths) // BATCH), 0, None, 0
    for epoch in range(epochs):
        order, sum_ = rng.permutation(len(truths)), 0.0
        for at in range(0, len(order), BATCH):
            picked = [(i, int(rng.integers(2))) for i in order[at:at + BATCH]]
            batch = [torch.from_numpy(np.stack([levels[n][i, v] for i, v in picked]).astype(np.float32)) for n in head['levels']]
            label = torch.from_numpy(np.stack([wanted[i][v][0] for i, v in picked]))
            shifts = torch.from_numpy(np.stack([wanted[i][v][1] for i, v in picked]))
            part = step / total
            for group in optimiser.param_groups:
                group['lr'] = group['base'] * min(1, (step + 1) / 10) * (0.05 + 0.95 * (1 + np.cos(np.pi * part)) / 2)
            error = loss(*outputs(head, found, batch), label, shifts)
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


def detect(head, found, features, places):
    """Boxes of a batch of pictures, surest first: rows of x0, y0, x1, y1, confidence."""
    with torch.no_grad():
        scores, shifts = outputs(head, found, features)
    return [boxes_of(s.sigmoid().numpy(), d.numpy(), places) for s, d in zip(scores, shifts)]


def boxes_of(scores, shifts, places, surest_nothing=0.02, same=0.5, compared=300, kept=50):
    order = np.argsort(-scores, kind='stable')[:compared]
    order = order[scores[order] >= surest_nothing]
    place, shift = places[order], shifts[order]
    box = np.clip(corners(np.concatenate([place[:, :2] + shift[:, :2] * place[:, 2:], np.exp(shift[:, 2:]) * place[:, 2:]], 1)), 0, 1)
    out = []
    for row, score in zip(box, scores[order]):
        if len(out) < kept and (row[2:] > row[:2]).all() and not any(overlaps(row[None], o[None, :4])[0, 0] > same for o in out):
            out.append(np.append(row, score))
    return np.array(out, np.float32).reshape(-1, 5)
