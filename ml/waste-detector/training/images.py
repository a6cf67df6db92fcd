"""Pictures as arrays: a window of a picture brought to a square of some size, exactly as the product does it (window.ts)."""
import numpy as np
from PIL import Image


def read(path):
    """A picture as float32 rows × columns × 3, 0 to 255."""
    with Image.open(path) as image:
        return np.asarray(image.convert('RGB')).astype(np.float32)


def taps(begin, end, length, size):
    """A matrix (size × length) that brings the stretch from `begin` to `end` of a line of `length` pixels to `size` pixels.

    A triangle filter, as wide as one source pixel where it enlarges and as one target pixel where it reduces; beyond the edge the
    edge's pixel goes on."""
    scale = (end - begin) / size
    reach = max(scale, 1.0)
    matrix = np.zeros((size, length))
    for row in range(size):
        centre = begin + (row + 0.5) * scale - 0.5
        places = np.arange(int(np.ceil(centre - reach)), int(np.floor(centre + reach)) + 1)
        parts = np.maximum(0, 1 - np.abs(places - centre) / reach)
        np.add.at(matrix[row], np.clip(places, 0, length - 1), parts / parts.sum())
    return matrix.astype(np.float32)


def window(image, box, size, mirrored=False):
    """The window `box` (x0, y0, x1, y1 in pixels; may reach beyond the picture) as size × size × 3."""
    height, width = image.shape[:2]
    rows, columns = taps(box[1], box[3], height, size), taps(box[0], box[2], width, size)
    square = np.tensordot(rows, np.tensordot(columns, image, (1, 1)), (1, 1)).transpose(0, 1, 2)
    return np.ascontiguousarray(square[:, ::-1] if mirrored else square, np.float32)


def around(box, width, height, context):
    """A square window in pixels around a box given as fractions: its long side times `context`."""
    x, y = (box[0] + box[2]) / 2 * width, (box[1] + box[3]) / 2 * height
    half = max((box[2] - box[0]) * width, (box[3] - box[1]) * height, 1) * context / 2
    return x - half, y - half, x + half, y + half
