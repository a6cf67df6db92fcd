/**
 * Tests that a refit of the detector learns from corrections and changes nothing else.
 * The refit is scored on photos that it has not seen.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { MATERIALS, type Material, type MaterialShares, mapMaterials, softmaxSharesOf } from './composition.ts'
import { initTensorBackend } from './graph.ts'
import { type TrainingRow, trainLinearLayer } from './logistic-regression.ts'
import type { BoxFeatures } from './material-classifier.ts'
import { applyLinearLayer } from './material-classifier.ts'
import { isRefitBetter, type RefitScores, type RefittableHeads, refitHeads, type TrainingPhoto } from './refit.ts'

beforeAll(async () => void (await initTensorBackend()))

/** Number of features of a crop in the real detector. */
const FEATURES = 4_072

/** Returns deterministic numbers from 0 to 1. */
function chanceFrom(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** The shipped layers classify everything as plastic, with 70 % confidence. */
const SHIPPED: MaterialShares = mapMaterials((material) => (material === 'plastic' ? 0.7 : 0.05))

const heads: RefittableHeads = {
  materials: MATERIALS,
  sizes: { own: FEATURES, crop: FEATURES },
  inUse: undefined,
  judged({ own, crop }, additions) {
    if (!additions) return SHIPPED
    const added = crop ? applyLinearLayer([crop], additions.crop) : applyLinearLayer([own], additions.box)
    return softmaxSharesOf(
      MATERIALS.map((material, index) => Math.log(SHIPPED[material]) + (added[index] as number)),
      MATERIALS,
    )
  },
}

/**
 * Returns photos in which glass and metal look different.
 * `named` returns the material that people choose for a box.
 */
function photosOf(count: number, named: (shown: Material, chance: number) => Material, known = false): TrainingPhoto[] {
  const chance = chanceFrom(7)
  return Array.from({ length: count }, (_, photo) => {
    const boxes = [0, 1].map((box) => {
      const shown: Material = (photo + box) % 3 === 0 ? 'glass' : 'metal'
      const look = () =>
        Array.from({ length: FEATURES }, (_, at) => chance() + (at % 2 === Number(shown === 'glass') ? 1 : 0))
      const view: BoxFeatures = box === 0 ? { own: look(), crop: look() } : { own: look() }
      return { ...view, material: named(shown, chance()) }
    })
    return { picture: `p${known ? 'k' : ''}${photo}`, boxes, known }
  })
}

test('learns what people say consistently, and is taken', () => {
  const made = refitHeads(
    photosOf(20, (shown) => shown),
    heads,
  )
  expect(made?.trainedOn).toEqual({ photos: 20, boxes: 40 })
  expect(made?.scoredOn).toMatchObject({ photos: 20, boxes: 40, before: { right: 0 }, better: 20, worse: 0 })
  expect(made?.scoredOn.after.right).toBeGreaterThanOrEqual(38)
  expect(made?.isBetter).toBe(true)
})

test('is not taken where people say anything', () => {
  const made = refitHeads(
    photosOf(40, (_, chance) => MATERIALS[Math.floor(chance * MATERIALS.length)] as Material),
    { ...heads, judged: (view, additions) => (additions ? heads.judged(view, additions) : mapMaterials(() => 1 / 7)) },
  )
  expect(made?.isBetter).toBe(false)
})

test('is not taken where what is in use is right already', () => {
  const right = photosOf(20, () => 'plastic')
  expect(refitHeads(right, heads)).toMatchObject({ isBetter: false, scoredOn: { before: { right: 40 }, worse: 0 } })
})

test('learns from photos that the heads in use know, and is scored on the others alone', () => {
  const known = photosOf(30, (shown) => shown, true)
  const others = photosOf(6, (shown) => shown)
  expect(refitHeads([...known, ...others], heads)).toMatchObject({
    trainedOn: { photos: 36 },
    scoredOn: { photos: 6, boxes: 12 },
  })
  expect(refitHeads([...known, ...others.slice(0, 4)], heads)).toBeUndefined()
})

test('gives the same numbers for the same corrections in any order', () => {
  const photos = photosOf(12, (shown) => shown)
  const [one, other] = [refitHeads(photos, heads), refitHeads([...photos], heads)]
  expect(one?.additions).toEqual(other?.additions)
  expect(refitHeads([...photos].reverse(), heads)?.scoredOn).toEqual(one?.scoredOn)
})

describe('few corrections', () => {
  const lesson = (features: number[], right: number): TrainingRow => ({ features, said: [2, 0, 0], right })
  const added = (lessons: TrainingRow[], features: number[]) =>
    Array.from(applyLinearLayer([features], trainLinearLayer(lessons, FEATURES, 3)))
  const chance = chanceFrom(3)
  const look = () => Array.from({ length: FEATURES }, chance)

  test('move what is like them, and hardly what is not', () => {
    const [one, other] = [look(), look()]
    const lessons = [lesson(one, 1), lesson(other, 0)]
    const [a = 0, b = 0] = added(lessons, one)
    const [far = 0, same = 0] = added(lessons, look())
    expect(b - a).toBeGreaterThan(0)
    expect(Math.abs(same - far)).toBeLessThan((b - a) / 2)
  })

  test('none move nothing', () => {
    expect(added([], look())).toEqual([0, 0, 0])
  })

  test('that agree with what is said move nothing much', () => {
    const said = look()
    const [first = 0, second = 0] = added([lesson(said, 0)], said)
    expect(Math.abs(first - second)).toBeLessThan(0.2)
  })
})

describe('better', () => {
  const compared = (better: number, worse: number, losses: [number, number] = [1, 0.9]): RefitScores => ({
    photos: 20,
    boxes: 20,
    better,
    worse,
    before: { right: 5, logLoss: losses[0] },
    after: { right: 5 + better - worse, logLoss: losses[1] },
  })

  test.each([
    [5, 0, true],
    [4, 0, false],
    [9, 1, true],
    [8, 3, false],
    [0, 0, false],
    [0, 9, false],
  ])('on %i photos and worse on %i: %s', (better, worse, taken) => {
    expect(isRefitBetter(compared(better, worse))).toBe(taken)
  })

  test('only where it is no less sure of what is right', () => {
    expect(isRefitBetter(compared(9, 0, [0.9, 1]))).toBe(false)
  })
})
