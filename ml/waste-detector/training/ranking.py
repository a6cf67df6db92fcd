"""How sure a box is once the other boxes of its photo and its surroundings are known: a logistic regression over both (ranking.ts)."""
import numpy as np

import materials
from examples import own_view
from heads import overlaps

KEPT = 15  # boxes of a photo that are considered


def views(boxes):
    """Twelve numbers for each box of a photo (x0, y0, x1, y1, confidence; surest first)."""
    if not len(boxes):
        return np.zeros((0, 12), np.float32)
    b = boxes.astype(np.float64)
    logit = np.log(b[:, 4] / (1 - b[:, 4]))
    width, height = b[:, 2] - b[:, 0], b[:, 3] - b[:, 1]
    area = np.log(width * height + 1e-4)
    shape = np.abs(np.log((width + 1e-3) / (height + 1e-3)))
    middle = ((b[:, 0] + b[:, 2]) / 2 - 0.5) ** 2 + ((b[:, 1] + b[:, 3]) / 2 - 0.5) ** 2
    edges = (b[:, :2] < 0.01).sum(1) + (b[:, 2:4] > 0.99).sum(1)
    low, high = np.maximum(b[:, None, :2], b[None, :, :2]), np.minimum(b[:, None, 2:4], b[None, :, 2:4])
    inside = np.prod(np.clip(high - low, 0, None), -1) / np.maximum(width * height, 1e-9)[:, None]
    surer = np.tri(len(b), k=-1)
    shared = (overlaps(b[:, :4], b[:, :4]) * surer).max(1)
    return np.stack([logit, area, area ** 2, shape, middle, edges, np.minimum(np.arange(len(b)), 10), logit - logit[0], shared,
                     (inside * surer).max(1), logit * area, np.full(len(b), logit[0])], 1).astype(np.float32)


def hits(boxes, truth):
    """Which boxes are right, as the average precision counts them."""
    free, right = np.ones(len(truth), bool), []
    for box in boxes:
        share = overlaps(box[None, :4], truth)[0] * free
        right.append(share.max() >= 0.5)
        if right[-1]:
            free[share.argmax()] = False
    return np.array(right, int)


L2 = {'views': 1e-3, 'seen': 0.3}


def around(planes, picture, boxes):
    """What the detector's own network saw in boxes of a picture, and how their surroundings differ from it."""
    inside = own_view(planes, picture, boxes)
    return np.concatenate([inside, own_view(planes, picture, boxes, 0, materials.grown) - inside], 1)


def fit(found, seen, truths):
    """Weights and a last number, from the boxes of photos that the detector had not seen: for the twelve views, then for what was seen."""
    rows = np.concatenate([np.concatenate([views(b), s], 1) for b, s in zip(found, seen)])
    scale = materials.Scale(rows)
    hold = np.repeat([L2['views'], L2['seen']], [12, rows.shape[1] - 12])
    weight, bias = materials.fit(scale(rows), np.concatenate([hits(b, t) for b, t in zip(found, truths)]), np.ones(len(rows)), hold, 2)
    weight, bias = scale.head(weight, bias)
    return np.append(weight[:, 1] - weight[:, 0], bias[1] - bias[0])


def ranked(boxes, seen, line):
    """The boxes with their new confidence, surest first."""
    sure = 1 / (1 + np.exp(-(np.concatenate([views(boxes), seen], 1) @ line[:-1] + line[-1])))
    order = np.argsort(-sure, kind='stable')
    return np.concatenate([boxes[order, :4], sure[order, None]], 1).astype(np.float32)
