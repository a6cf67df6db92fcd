/**
 * Tests a handmade YOLO-like model: red is a can, blue the sky.
 * Also tests invalid folders.
 */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { readYoloFolder } from './folder.ts'
import { openYoloDetector } from './yolo.ts'

const TINY = path.join(import.meta.dirname, 'tiny')
const folder = mkdtempSync(path.join(tmpdir(), 'yolo-'))
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => {
  rmSync(folder, { recursive: true })
  cpSync(TINY, folder, { recursive: true })
})

const [WIDTH, HEIGHT] = [128, 64]
/** Draws a grey photo with a coloured rectangle (in px). */
function photo(colour: readonly number[], x0: number, y0: number, x1: number, y1: number): Uint8Array {
  return Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, index) => {
    const [x, y] = [Math.floor(index / 3) % WIDTH, Math.floor(index / 3 / WIDTH)]
    return x >= x0 && x < x1 && y >= y0 && y < y1 ? (colour[index % 3] as number) : 114
  })
}

test('a photo is seen whole, and its boxes lie where the things lie', async () => {
  const { detect, model, version } = await openYoloDetector(TINY)
  expect([model, version]).toEqual(['tiny', '3'])
  // The network's input is a square of 64 px, in which the rectangle covers one cell of 8 px.
  // Above the photo, the square has a border of 16 px.
  const { boxes, areas } = detect(photo([255, 0, 0], 32, 16, 48, 32), WIDTH, HEIGHT)
  expect(boxes).toHaveLength(1)
  expect(boxes[0]).toMatchObject({ material: 'metal' })
  const { x0 = 0, y0 = 0, x1 = 0, y1 = 0, confidence = 0 } = boxes[0] ?? {}
  for (const [place, expected] of [
    [x0, 0.25],
    [y0, 0.25],
    [x1, 0.375],
    [y1, 0.5],
  ] as const)
    expect(place).toBeCloseTo(expected, 5)
  expect(confidence).toBeCloseTo(1, 2)
  expect(areas).toMatchObject({ metal: 1, plastic: 0 })
})

test('what is no waste is left out, and nothing found is unknown', async () => {
  const { detect } = await openYoloDetector(TINY)
  expect(detect(photo([0, 0, 255], 32, 16, 48, 32), WIDTH, HEIGHT)).toEqual({ boxes: [], areas: null })
  expect(detect(photo([114, 114, 114], 0, 0, 1, 1), WIDTH, HEIGHT)).toEqual({ boxes: [], areas: null })
})

test.each<[string, string | Buffer | undefined, string]>([
  ['model.json', undefined, 'model.json cannot be read'],
  ['model.json', 'no JSON', 'is not JSON'],
  ['model.json', Buffer.from('{"name": "d\u00e9charge"}', 'latin1'), 'is not UTF-8. Save it as UTF-8'],
  ['model.json', '{"format": "layers-model"}', 'is not a graph model of TensorFlow.js'],
  ['group1-shard1of1.bin', undefined, 'lacks group1-shard1of1.bin'],
  ['materials.json', undefined, 'materials.json cannot be read'],
  ['materials.json', '{"classes": [{"name": "can", "material": "gold"}]}', 'each material one of plastic, paper'],
  ['materials.json', '{"classes": []}', 'all classes in the model'],
  ['materials.json', '{"classes": [{"material": "metal"}], "confidence": 3}', 'must be between 0 and 1'],
])('%s of %j is one sentence', async (file, text, sentence) => {
  if (text === undefined) rmSync(path.join(folder, file))
  else writeFileSync(path.join(folder, file), text)
  await expect(openYoloDetector(folder)).rejects.toThrow(sentence)
  await expect(openYoloDetector(folder)).rejects.toThrow(/^YOLO_MODEL: .*\.$/)
})

// biome-ignore lint/suspicious/noExplicitAny: a test writes anything into it
type Json = any
const inFolder = (name: string) => path.join(folder, name)
const SHARD = 'group1-shard1of1.bin'

/** Changes a JSON file of the test's model folder. */
function change(file: 'model.json' | 'materials.json', by: (json: Json) => void): void {
  const json = JSON.parse(readFileSync(inFolder(file), 'utf8'))
  by(json)
  writeFileSync(inFolder(file), JSON.stringify(json))
}
const named = (shard: string) => () => change('model.json', (model) => (model.weightsManifest[0].paths = [shard]))
const dimensions = (sizes: number[]) => (model: Json) => {
  const placeholder = model.modelTopology.node.find(({ op }: Json) => op === 'Placeholder')
  placeholder.attr.shape.shape.dim = sizes.map((size) => ({ size: String(size) }))
}
/** Replaces a file by a link to another path. */
function replaceBy(name: string, target: string): void {
  rmSync(inFolder(name))
  symlinkSync(target, inFolder(name))
}
const withClasses = (classes: Json[]) => () => change('materials.json', (json) => (json.classes = classes))

const HOSTILE: Record<string, [spoil: () => unknown, sentence: string]> = {
  'a weight that is no number': [
    () => {
      const weights = Float32Array.from(new Float32Array(Uint8Array.from(readFileSync(inFolder(SHARD))).buffer))
      weights[7] = Number.NaN
      writeFileSync(inFolder(SHARD), Buffer.from(weights.buffer))
    },
    'has a weight with values that are no numbers',
  ],
  'a shard that was cut off': [() => truncateSync(inFolder(SHARD), 100), 'which has 100'],
  'an empty shard': [() => truncateSync(inFolder(SHARD), 0), 'which has 0'],
  'a shard of 2 GB': [() => truncateSync(inFolder(SHARD), 2 ** 31), 'which has 2147483648'],
  'a model.json of 2 GB': [() => truncateSync(inFolder('model.json'), 2 ** 31), 'it has more than 32 MB'],
  'a materials.json of 2 GB': [() => truncateSync(inFolder('materials.json'), 2 ** 31), 'it has more than 1 MB'],
  'huge dimensions of a weight': [
    () => change('model.json', (model) => (model.weightsManifest[0].weights[0].shape = [1e9, 1e9])),
    'has weights of more than 512 MB',
  ],
  'dimensions of a weight below zero': [
    () => change('model.json', (model) => (model.weightsManifest[0].weights[0].shape = [-1, 5])),
    'is not a graph model',
  ],
  'huge pictures': [() => change('model.json', dimensions([1, 100_000, 100_000, 3])), 'of at most 2048 px'],
  'oblong pictures': [() => change('model.json', dimensions([1, 64, 32, 3])), 'must take square pictures'],
  'grey pictures': [() => change('model.json', dimensions([1, 64, 64, 1])), 'with three colours last'],
  'a weight twice': [
    () => change('model.json', ({ weightsManifest: [one] }) => one.weights.push(one.weights[0])),
    'names a weight twice',
  ],
  'a shard twice': [
    () => change('model.json', ({ weightsManifest: [one] }) => one.paths.push(one.paths[0])),
    'names group1-shard1of1.bin twice',
  ],
  'a shard above the folder': [named('../group1-shard1of1.bin'), 'that is not beside it'],
  'a shard at a path of its own': [named('/etc/passwd'), 'that is not beside it'],
  'a shard on the web': [named('http://127.0.0.1/group1-shard1of1.bin'), 'that is not beside it'],
  'a shard with a line feed in its name': [named('a\nb'), 'that is not beside it'],
  'a shard that is the folder': [named('.'), 'that is not beside it'],
  'a shard that is a folder': [
    () => {
      rmSync(inFolder(SHARD))
      mkdirSync(inFolder(SHARD))
    },
    'is not a regular file',
  ],
  'a link as a shard': [() => replaceBy(SHARD, path.join(TINY, SHARD)), 'is a link that leads out of the folder'],
  'a device as a shard': [() => replaceBy(SHARD, '/dev/zero'), 'is a link that leads out of the folder'],
  'a device as model.json': [() => replaceBy('model.json', '/dev/zero'), 'it is a link that leads out'],
  'a link to nothing as materials.json': [() => replaceBy('materials.json', 'nothing'), 'it is missing'],
  'links in a circle': [() => replaceBy('materials.json', 'materials.json'), 'it is missing'],
  'a class twice': [
    withClasses([
      { name: 'can', material: 'metal' },
      { name: 'can', material: null },
    ]),
    'names a class twice',
  ],
  'a class too many': [
    withClasses([{ material: 'metal' }, { material: null }, { material: null }]),
    'with the 3 classes',
  ],
  'a class of no known material': [
    withClasses([{ material: 'constructor' }, { material: '__proto__' }]),
    'each material one of plastic',
  ],
  'more classes than any model has': [withClasses(Array(10_001).fill({ material: null })), 'all classes in the model'],
  'control characters in the name': [
    () => change('materials.json', (json) => (json.name = 'tiny\u001b[2J')),
    'and no control characters',
  ],
  'a nested list without end': [() => writeFileSync(inFolder('model.json'), '['.repeat(10_000_000)), 'is not JSON'],
}

test.each(Object.entries(HOSTILE))('a folder with %s is one sentence', async (_, [spoil, sentence]) => {
  spoil()
  await expect(readYoloFolder(folder)).rejects.toThrow(sentence)
  await expect(readYoloFolder(folder)).rejects.toThrow(/^YOLO_MODEL: [^\p{C}]*\.$/u)
})

test.skipIf(process.platform === 'win32').each(['model.json', 'materials.json', SHARD])(
  'nobody waits for a pipe as %s',
  async (name) => {
    rmSync(inFolder(name))
    execFileSync('mkfifo', [inFolder(name)])
    await expect(readYoloFolder(folder)).rejects.toThrow('is not a regular file')
  },
)

test('classes may have any name, and the folder may be a link with links in it', async () => {
  withClasses([
    { name: '__proto__', material: 'metal' },
    { name: 'constructor\u0000\n', material: null },
  ])()
  renameSync(inFolder(SHARD), inFolder('data'))
  symlinkSync('data', inFolder(SHARD))
  const link = `${folder}-link`
  symlinkSync(folder, link)
  onTestFinished(() => rmSync(link))
  const { detect } = await openYoloDetector(link)
  expect(detect(photo([255, 0, 0], 32, 16, 48, 32), WIDTH, HEIGHT).boxes).toHaveLength(1)
})

test('classes that the model does not have are said at start, and with the first photo where it did not say its shape', async () => {
  writeFileSync(
    path.join(folder, 'materials.json'),
    '{"classes": [{"material": "metal"}, {"material": null}, {"material": null}]}',
  )
  await expect(readYoloFolder(folder)).rejects.toThrow(
    'in the shape 1 × 6 × 64, which does not fit a YOLO with the 3 classes',
  )
  const { signature, ...model } = JSON.parse(readFileSync(path.join(folder, 'model.json'), 'utf8'))
  const { outputs: _, ...inputs } = signature
  writeFileSync(path.join(folder, 'model.json'), JSON.stringify({ ...model, signature: inputs }))
  const { detect } = await openYoloDetector(folder)
  expect(() => detect(photo([255, 0, 0], 0, 0, 9, 9), WIDTH, HEIGHT)).toThrow('1 × 6 × 64')
})
