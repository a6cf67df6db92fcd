"""Linear heads that say what a box is made of: from ResNet50's view of its crop, and from what the detector's own network saw in it."""
import numpy as np
import torch

MATERIALS = ['plastic', 'paper', 'glass', 'metal', 'organic', 'textile', 'other']
REDUCED = 500  # directions that the regression is fitted in; it is given back for all features


class Reduction:
    """Standardised features in the directions in which they differ most (found without labels, by random projection)."""

    def __init__(self, rows, size=REDUCED, seed=3):
        self.mean, self.spread = rows.mean(0), rows.std(0) + 0.02
        scaled = self.scaled(rows)
        basis = np.random.default_rng(seed).standard_normal((scaled.shape[1], min(size, *scaled.shape))).astype(np.float32)
        for _ in range(3):
            basis = np.linalg.qr(scaled.T @ (scaled @ basis))[0]
        self.basis = basis

    def scaled(self, rows):
        return ((rows - self.mean) / self.spread).astype(np.float32)

    def __call__(self, rows):
        return self.scaled(rows) @ self.basis

    def head(self, weight, bias):
        """The same head for features as they are: (features × classes, classes)."""
        whole = (self.basis @ weight) / self.spread[:, None]
        return whole.astype(np.float32), (bias - self.mean @ whole).astype(np.float32)


def fit(rows, labels, counts, l2, classes):
    """Multinomial logistic regression; `counts` is how much each row counts."""
    x, y, c = torch.from_numpy(rows), torch.from_numpy(labels), torch.from_numpy(counts.astype(np.float32))
    weight, bias = torch.zeros(x.shape[1], classes, requires_grad=True), torch.zeros(classes, requires_grad=True)
    optimiser = torch.optim.LBFGS([weight, bias], max_iter=80, history_size=10, line_search_fn='strong_wolfe')

    def error():
        optimiser.zero_grad()
        value = (torch.nn.functional.cross_entropy(x @ weight + bias, y, reduction='none') * c).sum() / c.sum() + l2 * (weight ** 2).sum()
        value.backward()
        return value

    optimiser.step(error)
    return weight.detach().numpy(), bias.detach().numpy()


def covered(begin, end, cells):
    """How much of each cell a stretch covers (pooling.ts)."""
    half = max((end - begin) * cells, 1) / 2
    middle = min(max((begin + end) / 2 * cells, half), max(cells - half, half))
    at = np.arange(cells)
    return np.clip(np.minimum(at + 1, middle + half) - np.maximum(at, middle - half), 0, None)


def cells_in(plane, box):
    """The mean of a plane (channels × rows × columns) over a box given as fractions."""
    part = np.outer(covered(box[1], box[3], plane.shape[1]), covered(box[0], box[2], plane.shape[2]))
    return (plane.astype(np.float32) * part).sum((1, 2)) / part.sum()


def softmax(logits):
    parts = np.exp(logits - logits.max(-1, keepdims=True))
    return parts / parts.sum(-1, keepdims=True)
