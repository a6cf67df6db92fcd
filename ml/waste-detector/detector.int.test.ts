/** Tests the detector against results of its Python training code. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import * as tf from '@tensorflow/tfjs-core'
import { beforeAll, expect, test, vi } from 'vitest'
import { MATERIALS } from './composition.ts'
import { type Detector, detectLitterBoxes, openDetector } from './detector.ts'
import { initTensorBackend, poolBoxFeatures } from './graph.ts'
import { computeCropFeatures } from './material-classifier.ts'
import { readModelWeights } from './weights.ts'

const FOLDER = path.join(import.meta.dirname, 'weights')
const [WIDTH, HEIGHT] = [160, 120]

/** Expected results for the test picture, computed by the Python script training/export.py. */
const trainer: {
  boxes: number[][]
  asked: [number, number, number, number][]
  pooled: number[]
  seen: number[]
  shares: number[][]
  plain: number[][]
} = JSON.parse(readFileSync(path.join(FOLDER, 'check.json'), 'utf8'))
const asked = trainer.asked.map(([x0, y0, x1, y1]) => ({ x0, y0, x1, y1 }))

/** Pixels of the test picture, which the training code also draws. */
const drawn = Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, index) => {
  const [x, y] = [Math.floor(index / 3) % WIDTH, Math.floor(index / 3 / WIDTH)]
  if (x >= 80 && x < 150 && y >= 80 && y < 105) return [200, 30, 40][index % 3] as number
  if (x >= 90 && x < 130 && y >= 20 && y < 60) return [20, 40, 160][index % 3] as number
  if (x >= 20 && x < 60 && y >= 30 && y < 100) return [230, 240, 250][index % 3] as number
  return ([x * 2 + y, x + y * 2 + 60, 200 - x + y][index % 3] as number) % 256
})

let detector: Detector
const rest = vi.fn()
beforeAll(async () => {
  detector = await openDetector(FOLDER, rest)
})

const closeTo = (ours: readonly number[], theirs: readonly number[], within = 1e-3) => {
  expect(ours).toHaveLength(theirs.length)
  ours.forEach((number, index) => {
    expect(
      Math.abs(number - (theirs[index] as number)),
      `number ${index}: ${number}, not ${theirs[index]}`,
    ).toBeLessThan(within)
  })
}

test('the networks see what the trainer saw', async () => {
  await initTensorBackend()
  const { model, tensors } = await readModelWeights(FOLDER)
  const photo = { rgb: drawn, width: WIDTH, height: HEIGHT }
  const { planes } = detectLitterBoxes(photo, model, tensors)
  const pooled = planes.flatMap((plane) => poolBoxFeatures(plane, asked[0] as (typeof asked)[number]))
  closeTo(
    pooled.filter((_, index) => index % 13 === 0),
    trainer.pooled,
  )
  const [seen = []] = computeCropFeatures(photo, asked.slice(0, 1), model, tensors)
  closeTo(
    seen.filter((_, index) => index % 37 === 0),
    trainer.seen,
  )
})

test('boxes are the trainer’s, in its order', () => {
  const found = detector.find(drawn, WIDTH, HEIGHT).slice(0, trainer.boxes.length)
  expect(trainer.boxes.length).toBeGreaterThan(2)
  closeTo(
    found.flatMap(({ x0, y0, x1, y1, confidence }) => [x0, y0, x1, y1, confidence]),
    trainer.boxes.flat(),
  )
})

test('materials are the trainer’s, looked at closely or not', () => {
  const closely = detector.materialsOf(drawn, WIDTH, HEIGHT, asked)
  closeTo(
    closely.flatMap((shares) => MATERIALS.map((material) => shares[material])),
    trainer.shares.flat(),
  )
  const [first, second] = asked as [(typeof asked)[number], (typeof asked)[number]]
  const whole = { x0: 0, y0: 0, x1: 1, y1: 1 }
  const unlooked = detector.materialsOf(drawn, WIDTH, HEIGHT, [whole, whole, whole, whole, whole, first, second])
  closeTo(
    unlooked.slice(5).flatMap((shares) => MATERIALS.map((material) => shares[material])),
    trainer.plain.flat(),
  )
})

test('beside a box that counts far more, a second one is not looked at closely', () => {
  const [, second] = asked as [(typeof asked)[number], (typeof asked)[number]]
  const [, small] = detector.materialsOf(drawn, WIDTH, HEIGHT, [{ x0: 0, y0: 0, x1: 1, y1: 1 }, second])
  closeTo(
    MATERIALS.map((material) => small?.[material] ?? Number.NaN),
    trainer.plain[1] ?? [],
  )
})

test('an analysis tells shares of the area, and leaves no tensor behind', () => {
  const before = tf.memory().numTensors
  const { boxes, areas } = detector.detect(drawn, WIDTH, HEIGHT)
  expect(tf.memory().numTensors).toBe(before)
  if (boxes.length === 0) expect(areas).toBeNull()
  else expect(MATERIALS.reduce((sum, material) => sum + (areas?.[material] ?? 0), 0)).toBeCloseTo(1, 9)
})

test('it can rest between any two steps of a network', async () => {
  const { model } = await readModelWeights(FOLDER)
  rest.mockClear()
  detector.find(drawn, WIDTH, HEIGHT)
  expect(rest).toHaveBeenCalledTimes(model.detector.steps.length)
})

test('a photo without anything is unknown', () => {
  const flat = new Uint8Array(64 * 64 * 3).fill(200)
  expect(detector.detect(flat, 64, 64)).toEqual({ boxes: [], areas: null })
})

test('a photo whose numbers are not its size is refused', () => {
  expect(() => detector.detect(new Uint8Array(10), 2, 2)).toThrow('A photo of 2 × 2 has 12 numbers, not 10.')
})

test('it runs in a worker thread', async () => {
  const module = JSON.stringify(path.join(import.meta.dirname, 'detector.ts'))
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads')
     import(${module}).then(async ({ openDetector }) => {
       const detector = await openDetector(${JSON.stringify(FOLDER)})
       parentPort.postMessage(detector.find(new Uint8Array(30000).fill(90), 100, 100).length)
     })`,
    { eval: true },
  )
  const answered = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  expect(answered).toBeTypeOf('number')
  await worker.terminate()
})
