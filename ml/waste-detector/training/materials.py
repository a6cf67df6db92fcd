"""Linear heads on what networks saw in a box: from ResNet50's view of its crop, and from what the detector's own network saw in it."""
import numpy as np
import torch

MATERIALS = ['plastic', 'paper', 'glass', 'metal', 'organic', 'textile', 'other']


class Scale:
    """Features brought to the same mean and spread, which a head fitted on them takes back."""

    def __init__(self, rows):
        self.mean, self.spread = rows.mean(0), rows.std(0) + 0.02

    def __call__(self, rows):
        return ((rows - self.mean) / self.spread).astype(np.float32)

    def back(self, scaled):
        """Features as they were before they were scaled."""
        return scaled * self.spread + self.mean

    def head(self, weight, bias):
        """The same head for features as they are: (features × classes, classes)."""
        whole = weight / self.spread[:, None]
        return whole.astype(np.float32), (bias - self.mean @ whole).astype(np.float32)


def fit(rows, labels, counts, l2, classes):
    """Multinomial logistic regression; `counts` is how much each row counts, `l2` a number or one for each feature."""
    wanted, part = np.eye(classes, dtype=np.float32)[labels], (counts / counts.sum()).astype(np.float32)[:, None]
    turned = np.ascontiguousarray(rows.T)
    hold = np.broadcast_to(np.float32(l2), rows.shape[1])[:, None]
    weight, bias = torch.zeros(rows.shape[1], classes), torch.zeros(classes)
    optimiser = torch.optim.LBFGS([weight, bias], max_iter=60, history_size=10, line_search_fn='strong_wolfe')

    def error():
        w = weight.numpy()
        guess = softmax(rows @ w + bias.numpy())
        slope = (guess - wanted) * part
        weight.grad, bias.grad = torch.from_numpy(turned @ slope + 2 * hold * w), torch.from_numpy(slope.sum(0))
        return torch.tensor(float(-(part * wanted * np.log(guess + 1e-12)).sum() + (hold * w ** 2).sum()))

    optimiser.step(error)
    return weight.numpy(), bias.numpy()


def covered(begin, end, cells):
    """How much of each cell a stretch covers (graph.ts)."""
    half = max((end - begin) * cells, 1) / 2
    middle = min(max((begin + end) / 2 * cells, half), max(cells - half, half))
    at = np.arange(cells)
    return np.clip(np.minimum(at + 1, middle + half) - np.maximum(at, middle - half), 0, None)


def cells_in(plane, box):
    """The mean of a plane (channels × rows × columns) over a box given as fractions."""
    part = np.outer(covered(box[1], box[3], plane.shape[1]), covered(box[0], box[2], plane.shape[2]))
    return (plane.astype(np.float32) * part).sum((1, 2)) / part.sum()


def grown(box, factor=1.6):
    """The box with its surroundings: so many times as wide and as high, within the picture (graph.ts)."""
    middle, half = (np.array(box[:2]) + box[2:4]) / 2, (np.array(box[2:4]) - box[:2]) * factor / 2
    return np.clip(np.concatenate([middle - half, middle + half]), 0, 1)


def softmax(logits):
    parts = np.exp(logits - logits.max(-1, keepdims=True))
    return parts / parts.sum(-1, keepdims=True)
