"""What the frozen networks see in the training pictures, computed once and kept in a folder."""
import csv
import os

import numpy as np
import torch

import images
import network

LEVELS = ['t667', 't688', 't709', 't730', 't750']  # the pyramid's last cell, from 56 × 56 to 4 × 4
STAGES = ['t451', 't481', 't503']  # the backbone at 56 × 56, 28 × 28 and 14 × 14
CONTEXT = 1.3  # a crop is a square of so many long sides of its box
CAFFE_MEAN = np.array([103.939, 116.779, 123.68], np.float32)  # blue, green, red: as Keras' ResNet50 was trained


def scenes(data):
    """The litter scenes in order of their path, each with its boxes as (material, x0, y0, x1, y1)."""
    rows = {}
    for row in csv.DictReader(open(f'{data}/aquatrash_boxes/scenes.csv')):
        rows.setdefault(row['path'], []).append((row['class'], *(float(row[k]) for k in ('x0', 'y0', 'x1', 'y1'))))
    return [(f'{data}/aquatrash_boxes/{path}', rows[path]) for path in sorted(rows)]


def lite_input(squares):
    return (torch.from_numpy(np.stack(squares)).permute(0, 3, 1, 2) - 127) / 128


def resnet_input(squares):
    return torch.from_numpy(np.ascontiguousarray((np.stack(squares)[..., ::-1] - CAFFE_MEAN).transpose(0, 3, 1, 2)))


def whole(image):
    return 0, 0, image.shape[1], image.shape[0]


def cached(path, make):
    """The arrays of an .npz file, made first where it is missing."""
    if not os.path.exists(path):
        arrays = make()
        np.savez(path + '.part.npz', **arrays)
        os.replace(path + '.part.npz', path)
    return np.load(path)


def pyramid(model, pictures):
    """Pyramid levels and backbone stages of every picture, as it is and mirrored: name to (pictures × 2) × channels × rows × columns."""
    steps = network.needed(model['steps'], LEVELS + STAGES)
    found = network.parameters(steps, model['weights'])
    kept = {name: [] for name in LEVELS + STAGES}
    for n, path in enumerate(pictures):
        image = images.read(path)
        square = images.window(image, whole(image), model['size'])
        with torch.no_grad():
            values = network.run(steps, found, {'image': lite_input([square, square[:, ::-1].copy()])})
        for name in kept:
            kept[name].append(values[name].numpy().astype(np.float16))
        print(f'pyramid {n + 1} of {len(pictures)}', flush=True) if n % 20 == 19 else None
    return {name: np.stack(parts) for name, parts in kept.items()}


def pooled(steps, found, squares, kind=np.float16):
    """ResNet50's stages 4 and 5, each averaged over the crop: rows × 3072."""
    out = []
    for at in range(0, len(squares), 8):
        with torch.no_grad():
            values = network.run(steps, found, {'image': resnet_input(squares[at:at + 8])})
        out.append(torch.cat([values['stage4'].mean((2, 3)), values['stage5'].mean((2, 3))], 1).numpy())
    return np.concatenate(out).astype(kind)


def seen(rows, resnet):
    """What a crop is judged by: square roots of what `pooled` answers, and what ImageNet's classes are said to be (judge.ts)."""
    rows, weights = rows.astype(np.float32), resnet['weights']
    classes = rows[:, 1024:] @ np.ascontiguousarray(weights['fc1000/kernel'][:, 0, 0].T) + weights['fc1000/bias']
    return np.concatenate([np.sqrt(np.maximum(rows, 0)), classes], 1)


CROP = 192  # pixels: 224 costs a third more time, and a photo often has two crops


def litter_crops(data):
    """True boxes of the litter scenes in order: (picture, box or None, material, name of the scene), and the same from the finer crops."""
    coarse = [(path, box[1:], box[0], os.path.basename(path)[:10]) for path, boxes in scenes(data) for box in boxes]
    fine = [(f"{data}/aquatrash_boxes/{row['path']}", tuple(float(row[k]) for k in ('x0', 'y0', 'x1', 'y1')), row['class'],
             os.path.basename(row['path'])[:10]) for row in csv.DictReader(open(f'{data}/aquatrash_boxes/crops.csv'))]
    return coarse, fine


TRASHNET = {'glass': 'glass', 'paper': 'paper', 'cardboard': 'paper', 'plastic': 'plastic', 'metal': 'metal', 'trash': 'other'}


def studio(data):
    """TrashNet as (picture, None, class, split), by its official split."""
    rows = []
    for split in ('train', 'val', 'test'):
        for line in open(f'{data}/trashnet/official_split/one-indexed-files-notrash_{split}.txt'):
            name = line.split()[0]
            kind = name.rstrip('0123456789.jpg')
            rows.append((f'{data}/trashnet/images/{kind}/{name}', None, kind, split))
    return rows


def others(data, count, rng):
    """Some garments and fresh produce, whose materials no litter photo shows: (picture, None, material, split)."""
    rows = []
    for folder, material in (('clothing_textile', 'textile'), ('grocery_organic', 'organic')):
        found = [row for row in csv.DictReader(open(f'{data}/{folder}/labels.csv')) if row.get('note') != 'shoes_or_leather']
        for row in (found[i] for i in sorted(rng.choice(len(found), count, replace=False))):
            rows.append((f"{data}/{folder}/{row['path']}", None, material, row['split']))
    return rows


def crops(resnet, rows, context=CONTEXT, mirrored=False):
    """ResNet50's view of every row's crop (the whole picture where it has no box)."""
    steps = network.needed(resnet['steps'], ['stage4', 'stage5'])
    found = network.parameters(steps, resnet['weights'])
    parts = []
    for at in range(0, len(rows), 8):
        squares = []
        for path, box, *_ in rows[at:at + 8]:
            image = images.read(path)
            area = images.around(box, image.shape[1], image.shape[0], context) if box else whole(image)
            squares.append(images.window(image, area, CROP, mirrored))
        parts.append(pooled(steps, found, squares))
    return {'features': np.concatenate(parts)}


def sets(data, studio_count, others_count):
    """Everything that materials are learned from: name to (rows, options of `crops`); of TrashNet all test photos, and so many others."""
    coarse, fine = litter_crops(data)
    trashnet, rng = studio(data), np.random.default_rng(11)
    test, train = ([row for row in trashnet if (row[3] == 'test') == tested] for tested in (True, False))
    train = [train[i] for i in rng.permutation(len(train))[:studio_count]]
    rest = others(data, 200, np.random.default_rng(20))
    rest = [rest[i] for i in rng.permutation(len(rest))[:others_count]]
    return {'coarse': (coarse, {}), 'coarse-m': (coarse, {'mirrored': True}), 'fine': (fine, {}), 'studio': (test + train, {}),
            'others': (rest, {})}


PART = 128


def store(cache, name, resnet, rows, **options):
    """Computes crops part by part, so that a run that was ended goes on where it was; answers how many parts there are."""
    parts = range(0, len(rows), PART)
    for n, at in enumerate(parts):
        cached(f'{cache}/crops-{name}-{n:02}.npz', lambda: crops(resnet, rows[at:at + PART], **options))
    return len(parts)


def stored(cache, name):
    """The features that `store` computed."""
    paths = sorted(p for p in os.listdir(cache) if p.startswith(f'crops-{name}-') and p[len(f'crops-{name}-')].isdigit())
    return np.concatenate([np.load(f'{cache}/{p}')['features'] for p in paths])
