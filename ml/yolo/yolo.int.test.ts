/** Tests a handmade model with YOLO's head, for which red is a can and blue the sky, and invalid folders. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readYoloFolder } from './folder.ts'
import { openYolo } from './yolo.ts'

const TINY = path.join(import.meta.dirname, 'tiny')
const folder = mkdtempSync(path.join(tmpdir(), 'yolo-'))
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => cpSync(TINY, folder, { recursive: true }))

const [WIDTH, HEIGHT] = [128, 64]
/** Draws a grey photo with a rectangle of one colour (in px). */
function photo(colour: readonly number[], x0: number, y0: number, x1: number, y1: number): Uint8Array {
  return Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, index) => {
    const [x, y] = [Math.floor(index / 3) % WIDTH, Math.floor(index / 3 / WIDTH)]
    return x >= x0 && x < x1 && y >= y0 && y < y1 ? (colour[index % 3] as number) : 114
  })
}

test('a photo is seen whole, and its boxes lie where the things lie', async () => {
  const { detect, model, version } = await openYolo(TINY)
  expect([model, version]).toEqual(['tiny', '3'])
  // In the square of 64 px, this is one cell of 8 below 16 px of grey.
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
  const { detect } = await openYolo(TINY)
  expect(detect(photo([0, 0, 255], 32, 16, 48, 32), WIDTH, HEIGHT)).toEqual({ boxes: [], areas: null })
  expect(detect(photo([114, 114, 114], 0, 0, 1, 1), WIDTH, HEIGHT)).toEqual({ boxes: [], areas: null })
})

test.each<[string, string | Buffer | undefined, string]>([
  ['model.json', undefined, 'there is no model.json that can be read'],
  ['model.json', 'no JSON', 'is no JSON'],
  ['model.json', Buffer.from('{"name": "d\u00e9charge"}', 'latin1'), 'is not UTF-8. Save it as UTF-8'],
  ['model.json', '{"format": "layers-model"}', 'is no graph model of TensorFlow.js'],
  ['group1-shard1of1.bin', undefined, 'lacks group1-shard1of1.bin'],
  ['materials.json', undefined, 'there is no materials.json'],
  ['materials.json', '{"classes": [{"name": "can", "material": "gold"}]}', 'each material one of plastic, paper'],
  ['materials.json', '{"classes": []}', 'all classes in the model'],
  ['materials.json', '{"classes": [{"material": "metal"}], "confidence": 3}', 'must lie between 0 and 1'],
])('%s of %j is one sentence', async (file, text, sentence) => {
  if (text === undefined) rmSync(path.join(folder, file))
  else writeFileSync(path.join(folder, file), text)
  await expect(openYolo(folder)).rejects.toThrow(sentence)
  await expect(openYolo(folder)).rejects.toThrow(/^YOLO_MODEL: .*\.$/)
})

test('classes that the model does not have are said at start, and with the first photo where it did not say its shape', async () => {
  writeFileSync(
    path.join(folder, 'materials.json'),
    '{"classes": [{"material": "metal"}, {"material": null}, {"material": null}]}',
  )
  await expect(readYoloFolder(folder)).rejects.toThrow(
    'in the shape 1 × 6 × 64, which is none of a YOLO with the 3 classes',
  )
  const { signature, ...model } = JSON.parse(readFileSync(path.join(folder, 'model.json'), 'utf8'))
  const { outputs: _, ...inputs } = signature
  writeFileSync(path.join(folder, 'model.json'), JSON.stringify({ ...model, signature: inputs }))
  const { detect } = await openYolo(folder)
  expect(() => detect(photo([255, 0, 0], 0, 0, 9, 9), WIDTH, HEIGHT)).toThrow('1 × 6 × 64')
})
