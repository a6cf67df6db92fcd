"""All that materials are learned from, reduced once so that fitting takes seconds, and the two heads fitted on it."""
import os

import numpy as np

import features
import heads
import materials

POOLED = ['t481', 't503', 't688', 't709']
COUNTS = {'coarse': 2.0, 'coarse-m': 2.0, 'fine': 2.0, 'studio': 0.2, 'others': 0.2}
L2 = {'crop': 0.01, 'box': 0.05}
BLEND = 1.0  # how much the detector's own view counts beside the crop
UNSEEN = -4.0  # logit of materials that no litter photo shows, where only litter was learned from


def own_view(planes, picture, boxes, view=0):
    """What the detector's own network saw in boxes of a picture."""
    return np.array([np.concatenate([materials.cells_in(planes[n][picture, view], b) for n in POOLED]) for b in boxes], np.float32)


class Examples:
    """Everything that materials are learned from, reduced once (without labels) so that fitting takes seconds."""

    def __init__(self, cache, scenes, sets, planes):
        self.photo = np.concatenate([[i] * len(boxes) for i, (_, boxes) in enumerate(scenes)])
        self.label = np.array([materials.MATERIALS.index(b[0]) for _, boxes in scenes for b in boxes])
        rows = {name: np.sqrt(np.maximum(features.stored(cache, name).astype(np.float32), 0)) for name in sets}
        self.reduce = materials.Reduction(np.concatenate([rows[n] for n in ('coarse', 'fine', 'studio')]))
        self.crops = {name: self.reduce(r) for name, r in rows.items()}
        self.labels = {name: np.array([materials.MATERIALS.index(features.TRASHNET.get(r[2], r[2])) for r in sets[name]]) for name in sets}
        self.photos = {name: self._photos(scenes, sets[name]) for name in sets}
        self.use = {name: np.array([r[3] != 'test' for r in sets[name]]) for name in sets}
        own = np.concatenate([own_view(planes, i, [b[1:] for b in boxes]) for i, (_, boxes) in enumerate(scenes)])
        flipped = np.concatenate([own_view(planes, i, heads.mirror(np.array([b[1:] for b in boxes])), 1) for i, (_, boxes) in enumerate(scenes)])
        self.reduce_own = materials.Reduction(np.concatenate([own, flipped]), 200)
        self.own, self.flipped = self.reduce_own(own), self.reduce_own(flipped)

    @staticmethod
    def _photos(scenes, rows):
        number = {os.path.basename(path)[:10]: i for i, (path, _) in enumerate(scenes)}
        return np.array([number.get(r[3], -1) for r in rows])

    def fit(self, without=()):
        """The two heads, fitted on all photos but these: crop and box, as (weight, bias) in reduced directions."""
        rows, labels, counts = [], [], []
        for name, count in COUNTS.items():
            kept = self.use[name] & ~np.isin(self.photos[name], without)
            rows.append(self.crops[name][kept])
            labels.append(self.labels[name][kept])
            counts.append(np.full(kept.sum(), count))
        crop = materials.fit(np.concatenate(rows), np.concatenate(labels), np.concatenate(counts), L2['crop'], 7)
        kept = ~np.isin(self.photo, without)
        weight, bias = materials.fit(np.concatenate([self.own[kept], self.flipped[kept]]), np.tile(self.label[kept], 2),
                                     np.ones(2 * kept.sum()), L2['box'], 4)
        return crop, (np.pad(weight, ((0, 0), (0, 3))), np.append(bias, [UNSEEN] * 3))

    def whole(self, crop, box):
        """The two heads for features as they are; that for crops takes the crop's and the detector's own, one after the other."""
        crop, box = self.reduce.head(*crop), self.reduce_own.head(*box)
        joint = np.concatenate([crop[0], BLEND * box[0]]), crop[1] + BLEND * box[1]
        return {'crop': tuple(a.astype(np.float32) for a in joint), 'box': tuple(a.astype(np.float32) for a in box)}
