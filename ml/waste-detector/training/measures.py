"""How good boxes and compositions are, as `npm run evaluate` measures it (evaluate/waste-detector.ts)."""
import numpy as np

from heads import overlaps


def average_precision(found, truths):
    """AP at an overlap of a half, whatever the material: found = boxes with confidence by picture, truths = boxes by picture."""
    hits = []
    for boxes, truth in zip(found, truths):
        free = np.ones(len(truth), bool)
        for box in boxes:
            share = overlaps(box[None, :4], truth)[0] * free
            hit = len(truth) > 0 and share.max() >= 0.5
            if hit:
                free[share.argmax()] = False
            hits.append((box[4], hit))
    hits = np.array([h for _, h in sorted(hits, key=lambda x: -x[0])], float)
    if not len(hits):
        return 0.0
    recall, precision = hits.cumsum() / sum(map(len, truths)), hits.cumsum() / (np.arange(len(hits)) + 1)
    envelope = np.maximum.accumulate(precision[::-1])[::-1]
    return float((np.diff(recall, prepend=0) * envelope).sum())


def area_shares(boxes, materials, count):
    """Shares of a picture's litter area by material; materials = a row of shares for every box."""
    area = np.prod(boxes[:, 2:4] - boxes[:, :2], 1)
    return (area[:, None] * materials).sum(0) / area.sum()


def misplaced(a, b):
    """Percentage points that two compositions have in different places."""
    return 50 * float(np.abs(a - b).sum())


def interval(right, count):
    """Between what a share lies with 95 % confidence (Wilson), of so many."""
    if count == 0:
        return None
    z, share = 1.96, right / count
    middle, half = share + z * z / (2 * count), z * np.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return [round(float((middle + sign * half) / (1 + z * z / count)), 3) for sign in (-1, 1)]
