"""Writes the networks as the product reads them (weights.ts): model.json, weights.bin.gz, and what a drawn picture must give."""
import gzip
import json

import numpy as np
import torch

import examples
import features
import heads
import images
import materials
import network
import ranking


class Pack:
    """Tensors one after the other, each at a multiple of four bytes."""

    def __init__(self):
        self.parts, self.at, self.places = [], 0, {}

    def _append(self, array):
        at, data = self.at, np.ascontiguousarray(array).tobytes()
        self.parts.append(data + bytes(-len(data) % 4))
        self.at += len(self.parts[-1])
        return at

    def add(self, name, value):
        self.places[name] = {'shape': list(value.shape), 'type': 'float32', 'at': self._append(value.astype(np.float32))}

    def add_kernel(self, name, value, whole=None):
        """A kernel as TensorFlow.js has it (rows, columns, in, out); whole = (integers, steps) where it is kept as int8."""
        turn = (1, 2, 3, 0)  # a depthwise kernel (1, rows, columns, channels) becomes rows, columns, channels, 1
        if whole is None:
            self.add(name, value.transpose(turn))
            return
        integers, steps = whole
        self.places[name] = {'shape': [integers.shape[i] for i in turn], 'type': 'int8', 'at': self._append(integers.transpose(turn)),
                             'steps': self._append(steps.astype(np.float32))}


def write(folder, parts, settings):
    """Packs detector and crop network (each with steps and weights) and the linear heads; answers the size in bytes."""
    pack = Pack()
    for part in (parts['detector'], parts['crop']):
        for step in part['steps']:
            if 'weight' not in step or step['weight'] in pack.places:
                continue
            value = part['weights'][step['weight']]
            pack.add_kernel(step['weight'], value, part['whole'].get(step['weight']))
        for name in sorted({s['bias'] for s in part['steps'] if 'bias' in s}):
            pack.places.get(name) or pack.add(name, part['weights'][name])
    for name, (weight, bias) in parts['heads'].items():
        pack.add(f'{name}/weight', weight)
        pack.add(f'{name}/bias', bias)
    data = gzip.compress(b''.join(pack.parts), 9, mtime=0)
    open(f'{folder}/weights.bin.gz', 'wb').write(data)
    model = {**settings, 'tensors': pack.places}
    model['heads'] = {name: {'weight': f'{name}/weight', 'bias': f'{name}/bias'} for name in parts['heads']}
    open(f'{folder}/model.json', 'w').write(json.dumps(model, separators=(',', ':')) + '\n')
    return len(data)


def drawn(width=160, height=120):
    """A picture that needs no file: smooth colours, and a few rectangles (detector.int.test.ts draws the same)."""
    y, x = np.mgrid[0:height, 0:width]
    image = np.stack([(x * 2 + y) % 256, (x + y * 2 + 60) % 256, (200 - x + y) % 256], -1)
    for x0, y0, x1, y1, colour in ((20, 30, 60, 100, (230, 240, 250)), (90, 20, 130, 60, (20, 40, 160)), (80, 80, 150, 105, (200, 30, 40))):
        image[y0:y1, x0:x1] = colour
    return image.astype(np.float32)


def check(parts, settings, boxes=((0.125, 0.25, 0.375, 0.8333), (0.55, 0.15, 0.82, 0.5))):
    """What the product must answer for the drawn picture: its boxes, samples of its features, and the materials of two boxes."""
    image, detector, crop = drawn(), settings['detector'], settings['crop']
    found = network.parameters(parts['detector']['steps'], parts['detector']['weights'])
    square = images.window(image, features.whole(image), detector['size'])
    with torch.no_grad():
        values = network.run(parts['detector']['steps'], found, {'image': features.lite_input([square])})
    flat = lambda names, width: np.concatenate([values[n].permute(0, 2, 3, 1).reshape(-1, width).numpy() for n in names])
    places = heads.anchors([values[n].shape[-1] for n in detector['scores']])
    scores, shifts = flat(detector['scores'], 1)[:, 0], flat(detector['shifts'], 4)
    planes = {n: values[n].numpy()[:, None] for n in detector['pooled']}
    unranked = heads.boxes_of(1 / (1 + np.exp(-scores)), shifts, places)[:ranking.KEPT]
    rank, line = parts['heads']['rank'][0][:, 0], settings['ranking']
    all_boxes = ranking.ranked(unranked, ranking.around(planes, 0, unranked[:, :4]), np.array([*line[:-1], *rank, line[-1]]))
    own = examples.own_view(planes, 0, boxes)
    found = network.parameters(parts['crop']['steps'], parts['crop']['weights'])
    squares = [images.window(image, images.around(box, image.shape[1], image.shape[0], crop['context']), crop['size']) for box in boxes]
    seen = features.seen(features.pooled(parts['crop']['steps'], found, squares, np.float32), parts['crop'])
    shares = examples.crop_shares(parts['heads'], seen)
    weight, bias = parts['heads']['box']
    rounded = lambda a: [round(float(v), 6) for v in np.ravel(a)]
    return {'boxes': [rounded(b) for b in all_boxes[:12]], 'asked': [list(b) for b in boxes],
            'pooled': rounded(own[0][::13]), 'seen': rounded(seen[0][::37]), 'shares': [rounded(s) for s in shares],
            'plain': [rounded(materials.softmax(o @ weight + bias)) for o in own]}
