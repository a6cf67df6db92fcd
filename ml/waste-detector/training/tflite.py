"""Reads the tensors and operators of a .tflite file (a FlatBuffer), which is all that is needed to take its weights over."""
import struct
from dataclasses import dataclass

import numpy as np

DTYPES = {0: np.float32, 2: np.int32, 3: np.uint8, 4: np.int64, 9: np.int8}
# Builtin operators of the EfficientDet-Lite graphs (tensorflow/lite/schema/schema.fbs).
OPERATORS = {0: 'ADD', 2: 'CONCATENATION', 3: 'CONV_2D', 4: 'DEPTHWISE_CONV_2D', 6: 'DEQUANTIZE', 14: 'LOGISTIC',
             17: 'MAX_POOL_2D', 22: 'RESHAPE', 32: 'CUSTOM', 97: 'RESIZE_NEAREST_NEIGHBOR', 114: 'QUANTIZE'}


class Table:
    """A FlatBuffer table; fields are asked for by their number in the schema."""

    def __init__(self, data, at):
        self.data, self.at = data, at
        self.vtable = at - struct.unpack_from('<i', data, at)[0]
        self.size = struct.unpack_from('<H', data, self.vtable)[0]

    def _field(self, n):
        slot = 4 + 2 * n
        offset = struct.unpack_from('<H', self.data, self.vtable + slot)[0] if slot < self.size else 0
        return self.at + offset if offset else None

    def _target(self, n):
        at = self._field(n)
        return None if at is None else at + struct.unpack_from('<I', self.data, at)[0]

    def scalar(self, n, kind='i', default=0):
        at = self._field(n)
        return default if at is None else struct.unpack_from('<' + kind, self.data, at)[0]

    def table(self, n):
        at = self._target(n)
        return None if at is None else Table(self.data, at)

    def vector(self, n, dtype):
        at = self._target(n)
        if at is None:
            return np.zeros(0, dtype)
        return np.frombuffer(self.data, dtype, struct.unpack_from('<I', self.data, at)[0], at + 4)

    def tables(self, n):
        at = self._target(n)
        count = 0 if at is None else struct.unpack_from('<I', self.data, at)[0]
        places = [at + 4 + 4 * i for i in range(count)]
        return [Table(self.data, p + struct.unpack_from('<I', self.data, p)[0]) for p in places]

    def text(self, n):
        return bytes(self.vector(n, np.uint8)).decode()


@dataclass
class Tensor:
    """A tensor of the graph: `data` is None for what is computed; `value()` is what the integers stand for."""
    name: str
    shape: list
    data: object
    scale: np.ndarray
    zero: np.ndarray
    axis: int

    def value(self):
        if self.scale.size == 0:
            return self.data.astype(np.float32)
        along = [1] * max(self.data.ndim, 1)
        if self.scale.size > 1:
            along[self.axis] = -1
        return ((self.data.astype(np.float64) - self.zero.reshape(along)) * self.scale.reshape(along)).astype(np.float32)


@dataclass
class Operator:
    """An operator of the graph with the numbers of the tensors that it reads and writes."""
    kind: str
    inputs: list
    outputs: list
    options: object


def read(path):
    """The tensors, the operators and the numbers of the input and output tensors of a model with one graph."""
    data = open(path, 'rb').read()
    model = Table(data, struct.unpack_from('<I', data, 0)[0])
    codes = [max(c.scalar(0, 'b'), c.scalar(3, 'i')) for c in model.tables(1)]
    buffers = [b.vector(0, np.uint8) for b in model.tables(4)]
    graph = model.tables(2)[0]
    tensors = [_tensor(t, buffers) for t in graph.tables(0)]
    operators = [Operator(OPERATORS.get(codes[o.scalar(0, 'I')], str(codes[o.scalar(0, 'I')])),
                          list(o.vector(1, np.int32)), list(o.vector(2, np.int32)), o.table(4)) for o in graph.tables(3)]
    return tensors, operators, list(graph.vector(1, np.int32)), list(graph.vector(2, np.int32))


def _tensor(table, buffers):
    shape = [int(n) for n in table.vector(0, np.int32)]
    raw = buffers[table.scalar(2, 'I')]
    dtype = DTYPES[table.scalar(1, 'b')]
    quantisation = table.table(4)
    scale = quantisation.vector(2, np.float32) if quantisation else np.zeros(0, np.float32)
    zero = quantisation.vector(3, np.int64) if quantisation else np.zeros(0, np.int64)
    axis = quantisation.scalar(6) if quantisation else 0
    return Tensor(table.text(3), shape, raw.view(dtype).reshape(shape) if raw.size else None, scale, zero, axis)
