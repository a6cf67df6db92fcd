"""All that materials are learned from, and the heads that are fitted on it."""
import os

import numpy as np

import features
import heads
import materials

POOLED = ['t481', 't503', 't688', 't709']
COUNTS = {'coarse': 2.0, 'coarse-m': 2.0, 'fine': 2.0, 'studio': 0.2, 'others': 0.2}
L2 = {'crop': 0.03, 'box': 0.05, 'gate': 0.01}
STUDIO_L2 = (0.0003, 0.001, 0.003, 0.01)  # chosen on TrashNet's validation photos
UNSEEN = -4.0  # logit of materials that no litter photo shows, where only litter was learned from


def own_view(planes, picture, boxes, view=0, grow=lambda box: box):
    """What the detector's own network saw in boxes of a picture."""
    rows = [np.concatenate([materials.cells_in(planes[n][picture, view], grow(b)) for n in POOLED]) for b in boxes]
    return np.array(rows, np.float32).reshape(len(boxes), sum(planes[n].shape[2] for n in POOLED))


def sigmoid(logits):
    return 1 / (1 + np.exp(-logits))


class Examples:
    """Everything that materials are learned from."""

    def __init__(self, cache, scenes, sets, planes, resnet):
        self.photo = np.concatenate([[i] * len(boxes) for i, (_, boxes) in enumerate(scenes)])
        self.label = np.array([materials.MATERIALS.index(b[0]) for _, boxes in scenes for b in boxes])
        rows = {name: features.seen(features.stored(cache, name), resnet) for name in sets}
        self.scale = materials.Scale(np.concatenate([rows[n] for n in ('coarse', 'fine')]))
        self.crops = {name: self.scale(r) for name, r in rows.items()}
        self.labels = {name: np.array([materials.MATERIALS.index(features.TRASHNET.get(r[2], r[2])) for r in sets[name]]) for name in sets}
        number = {os.path.basename(path)[:10]: i for i, (path, _) in enumerate(scenes)}
        self.photos = {name: np.array([number.get(r[3], -1) for r in sets[name]]) for name in sets}
        self.split = np.array([r[3] for r in sets['studio']])
        own = np.concatenate([own_view(planes, i, [b[1:] for b in boxes]) for i, (_, boxes) in enumerate(scenes)])
        flipped = np.concatenate([own_view(planes, i, heads.mirror(np.array([b[1:] for b in boxes])), 1) for i, (_, boxes) in enumerate(scenes)])
        self.scale_own = materials.Scale(np.concatenate([own, flipped]))
        self.own, self.flipped = self.scale_own(own), self.scale_own(flipped)
        self.of_studio, self.studio_l2 = self._studio()

    def _studio(self):
        """The head for studio photos, and how much it is held down."""
        def fit(splits, l2):
            kept = np.isin(self.split, splits)
            rows, labels = (np.concatenate([part['studio'][kept], part['others']]) for part in (self.crops, self.labels))
            return materials.fit(rows, labels, np.ones(len(rows)), l2, 7)

        tried, right = self.split == 'val', []
        for l2 in STUDIO_L2:
            weight, bias = fit(['train'], l2)
            right.append(((self.crops['studio'][tried] @ weight + bias).argmax(1) == self.labels['studio'][tried]).mean())
        l2 = STUDIO_L2[int(np.argmax(right))]
        return fit(['train', 'val'], l2), l2

    def fit(self, without=()):
        """Heads fitted on all litter photos but these, for scaled features: litter's crops, its boxes, and which crop is of a studio."""
        rows, labels, counts = [], [], []
        for name, count in COUNTS.items():
            kept = self.split != 'test' if name == 'studio' else ~np.isin(self.photos[name], without)
            rows.append(self.crops[name][kept])
            labels.append(self.labels[name][kept])
            counts.append(np.full(kept.sum(), count))
        litter = materials.fit(np.concatenate(rows), np.concatenate(labels), np.concatenate(counts), L2['crop'], 7)
        studio = np.concatenate([np.full(len(l), name in ('studio', 'others')) for name, l in zip(COUNTS, labels)]).astype(int)
        gate = materials.fit(np.concatenate(rows), studio, np.ones(len(studio)), L2['gate'], 2)
        gate = gate[0][:, 1:] - gate[0][:, :1], gate[1][1:] - gate[1][:1]
        kept = ~np.isin(self.photo, without)
        weight, bias = materials.fit(np.concatenate([self.own[kept], self.flipped[kept]]), np.tile(self.label[kept], 2),
                                     np.ones(2 * kept.sum()), L2['box'], 4)
        return litter, (np.pad(weight, ((0, 0), (0, 3))), np.append(bias, [UNSEEN] * 3)), gate

    def whole(self, litter, box, gate):
        """The heads for features as they are."""
        return {'crop': self.scale.head(*litter), 'box': self.scale_own.head(*box), 'studio': self.scale.head(*self.of_studio),
                'gate': self.scale.head(*gate)}


def crop_shares(found, seen):
    """Material shares of crops: litter's, or the studio's where the crop looks like one (judge.ts)."""
    studio = sigmoid(seen @ found['gate'][0] + found['gate'][1])
    litter = materials.softmax(seen @ found['crop'][0] + found['crop'][1])
    return (1 - studio) * litter + studio * materials.softmax(seen @ found['studio'][0] + found['studio'][1])
