"""What a photo's litter is made of, by its boxes, and the figures that this is computed with (composition.ts)."""
from itertools import product

import numpy as np

import measures

SHOWN = 0.05  # a box less sure than this is never shown
GRID = list(product((SHOWN, 0.1, 0.15, 0.2), (0.5, 1, 2, 3), (0.25, 0.5, 0.75, 1), (1, 2, 4, 8)))  # confidence, sure, large, clear


def composition_of(boxes, shares, confidence, sure, large, clear):
    """Area shares of a photo by its boxes, or None where nothing is sure enough."""
    kept = boxes[:, 4] >= confidence
    if not kept.any():
        return None
    area = np.prod(boxes[kept, 2:4] - boxes[kept, :2], 1)
    count, cleared = boxes[kept, 4] ** sure * area ** large, shares[kept] ** clear
    return (count[:, None] * cleared / cleared.sum(1, keepdims=True)).sum(0) / count.sum()


def error_of(guess, truth):
    return 100.0 if guess is None else measures.misplaced(guess, truth)


def choose(found, shares, truths, fold):
    """Exponents and the least confidence, each fold's chosen on the others; answers the out-of-fold error and the choice on all."""
    errors = np.array([[error_of(composition_of(f, s, *g), t) for f, s, t in zip(found, shares, truths)] for g in GRID])
    picked = [errors[:, fold != k].mean(1).argmin() for k in range(fold.max() + 1)]
    return float(np.mean([errors[picked[fold[i]], i] for i in range(len(truths))])), GRID[errors.mean(1).argmin()]
