"""Networks as lists of plain steps with named weights, run by torch; the product runs the same steps with TensorFlow.js."""
import json

import numpy as np
import torch
import torch.nn.functional as F

import tflite

ACTIVATIONS = {0: None, 1: 'relu', 3: 'relu6'}


def efficientdet(path):
    """The steps and weights of an EfficientDet-Lite .tflite (int8 weights as numbers), its input size and its anchors (cy, cx, h, w)."""
    tensors, operators, inputs, _ = tflite.read(path)
    steps, weights = [], {}

    def weight(number):
        weights.setdefault(f'w{number}', tensors[number].value())
        return f'w{number}'

    for operator in operators:
        kind, source, out = operator.kind, [f't{k}' for k in operator.inputs], f't{operator.outputs[0]}'
        option = (lambda n: operator.options.scalar(n, 'b')) if operator.options else None
        if kind == 'QUANTIZE' and operator.inputs[0] == inputs[0]:
            image = out
        elif kind in ('CONV_2D', 'DEPTHWISE_CONV_2D'):
            steps.append({'op': 'conv' if kind == 'CONV_2D' else 'depthwise', 'in': source[:1], 'out': out,
                          'weight': weight(operator.inputs[1]), 'bias': weight(operator.inputs[2]),
                          'stride': operator.options.scalar(1, 'i'),
                          'activation': ACTIVATIONS[option(3 if kind == 'CONV_2D' else 4)]})
        elif kind == 'ADD':
            steps.append({'op': 'add', 'in': source, 'out': out, 'activation': ACTIVATIONS[option(0)]})
        elif kind == 'MAX_POOL_2D':
            steps.append({'op': 'pool', 'in': source, 'out': out, 'size': 3, 'stride': 2})
        elif kind == 'RESIZE_NEAREST_NEIGHBOR':
            steps.append({'op': 'resize', 'in': source[:1], 'out': out, 'size': tensors[operator.outputs[0]].shape[1:3]})
        elif kind == 'CUSTOM':
            anchors = tensors[operator.inputs[2]].value()
    for step in steps:
        step['in'] = ['image' if name == image else name for name in step['in']]
    maps = lambda channels: sorted((s['out'] for s in steps if s['op'] == 'conv' and weights[s['weight']].shape[0] == channels),
                                   key=lambda name: -tensors[int(name[1:])].shape[1])
    return {'steps': steps, 'weights': weights, 'size': tensors[inputs[0]].shape[1], 'anchors': anchors,
            'classes': maps(810), 'boxes': maps(36)}


def resnet50(folder):
    """The steps and weights of the Keras ResNet50 (layers format); normalisation is folded into the convolutions, ImageNet's classes are by 4."""
    manifest = json.load(open(f'{folder}/model.json'))['weightsManifest'][0]
    data = b''.join(open(f'{folder}/{path}', 'rb').read() for path in manifest['paths'])
    raw, at = {}, 0
    for entry in manifest['weights']:
        count = int(np.prod(entry['shape']))
        raw[entry['name']] = np.frombuffer(data, np.float32, count, at).reshape(entry['shape'])
        at += 4 * count
    steps, weights = [], {}

    def conv(source, name, out, stride=1, pad=0, relu=True):
        normal = name.replace('res', 'bn') if name != 'conv1' else 'bn_conv1'
        gain = raw[f'{normal}/gamma'] / np.sqrt(raw[f'{normal}/moving_variance'] + 1e-3)
        weights[f'{name}/kernel'] = (raw[f'{name}/kernel'] * gain).transpose(3, 0, 1, 2).copy()
        weights[f'{name}/bias'] = (raw[f'{name}/bias'] - raw[f'{normal}/moving_mean']) * gain + raw[f'{normal}/beta']
        steps.append({'op': 'conv', 'in': [source], 'out': out, 'weight': f'{name}/kernel', 'bias': f'{name}/bias',
                      'stride': stride, 'pad': pad, 'activation': 'relu' if relu else None})

    conv('image', 'conv1', 'stem', 2, 3)
    steps.append({'op': 'pool', 'in': ['stem'], 'out': 'stage1', 'size': 3, 'stride': 2, 'pad': 1})
    source = 'stage1'
    for stage, blocks in ((2, 'abc'), (3, 'abcd'), (4, 'abcdef'), (5, 'abc')):
        for block in blocks:
            name, stride = f'res{stage}{block}_branch', 2 if block == 'a' and stage > 2 else 1
            conv(source, f'{name}2a', f'{name}2a', stride)
            conv(f'{name}2a', f'{name}2b', f'{name}2b', 1, 1)
            conv(f'{name}2b', f'{name}2c', f'{name}2c', relu=False)
            if block == 'a':
                conv(source, f'{name}1', f'{name}1', stride, relu=False)
            out = f'stage{stage}' if block == blocks[-1] else f'res{stage}{block}'
            steps.append({'op': 'add', 'in': [f'{name}2c', f'{name}1' if block == 'a' else source], 'out': out, 'activation': 'relu'})
            source = out
    weights['fc1000/kernel'], weights['fc1000/bias'] = raw['fc1000/kernel'].T[:, None, None] / 4, raw['fc1000/bias'] / 4
    # What a linear layer makes of every cell is, on average, what it makes of their mean.
    steps.append({'op': 'mean', 'in': ['stage5'], 'out': 'mean5'})
    steps.append({'op': 'conv', 'in': ['mean5'], 'out': 'classes', 'weight': 'fc1000/kernel', 'bias': 'fc1000/bias', 'stride': 1, 'pad': 0,
                  'activation': None})
    return {'steps': steps, 'weights': weights}


def rounded(weights, levels):
    """Kernels rounded to whole steps from -levels to levels for each output channel: (integers, steps), biases left alone."""
    out = {}
    for name, value in weights.items():
        if value.ndim == 4:
            step = np.abs(value).reshape(value.shape[0], -1).max(1) / levels + 1e-12
            out[name] = (np.rint(value / step[:, None, None, None]).astype(np.int8), step.astype(np.float32))
    return out


def needed(steps, outputs):
    """The steps that these outputs need, in order."""
    wanted, kept = set(outputs), []
    for step in reversed(steps):
        if step['out'] in wanted:
            kept.append(step)
            wanted |= set(step['in'])
    return kept[::-1]


def parameter(weights, name, kind, grad=False):
    """A weight as torch wants it: channels first."""
    value = torch.from_numpy(np.ascontiguousarray(weights[name])) if isinstance(weights[name], np.ndarray) else weights[name]
    if kind == 'conv':
        value = value.permute(0, 3, 1, 2)
    elif kind == 'depthwise':
        value = value.permute(3, 0, 1, 2)
    return value.contiguous().clone().requires_grad_(grad)


def parameters(steps, weights, trainable=()):
    """Torch tensors for all weights of these steps; those named are trainable."""
    found = {}
    for step in steps:
        if 'weight' in step:
            found[step['weight']] = parameter(weights, step['weight'], step['op'], step['weight'] in trainable)
            found[step['bias']] = parameter(weights, step['bias'], 'bias', step['bias'] in trainable)
    return found


def run(steps, found, values):
    """Runs the steps over `values` (name to tensor, channels first) and answers all that was computed."""
    values = dict(values)
    for step in steps:
        values[step['out']] = run_step(step, found, [values[name] for name in step['in']])
    return values


def run_step(step, found, inputs):
    op, x = step['op'], inputs[0]
    if op in ('conv', 'depthwise'):
        w = found[step['weight']]
        even = (w.shape[-1] - 1) // 2 if step['stride'] == 1 else step.get('pad')
        x = x if even is not None else _padded(x, w.shape[-1], step['stride'], 0.0)
        x = F.conv2d(x, w, found[step['bias']], step['stride'], even or 0, groups=x.shape[1] if op == 'depthwise' else 1)
    elif op == 'add':
        x = inputs[0] + inputs[1]
    elif op == 'pool':
        pad = step.get('pad')
        x = x if pad is not None else _padded(x, step['size'], step['stride'], -1e9)
        x = F.max_pool2d(x, step['size'], step['stride'], pad or 0)
    elif op == 'mean':
        x = x.mean((2, 3), keepdim=True)
    elif op == 'resize':
        x = F.interpolate(x, tuple(step['size']), mode='nearest')
    activation = step.get('activation')
    return F.hardtanh(x, 0, 6, inplace=True) if activation == 'relu6' else F.relu(x, inplace=True) if activation else x


def _padded(x, size, stride, value):
    """As TensorFlow pads for SAME: more at the end than at the beginning."""
    edges = []
    for n in (x.shape[3], x.shape[2]):
        total = max((-(-n // stride) - 1) * stride + size - n, 0)
        edges += [total // 2, total - total // 2]
    return F.pad(x, edges, value=value) if any(edges) else x
