/** Tests parsing the answers of a language model. */
import { expect, it } from 'vitest'
import { MAX_TRUCK_LOAD_KG } from '#domain/plausible-limits.ts'
import { parseVisionModelAnswer, VisionModelAnswer } from './ask-model.ts'

const nothing = { items: [], composition: null, weight_kg: null }
const weight_kg = { likely: 2, least: 1, most: 5 }

it('scales percent to 100, what rounding leaves to the largest', () => {
  const { composition } = parseVisionModelAnswer({ ...nothing, composition: { plastic: 1, paper: 1, glass: 1 } })
  expect(composition).toEqual({ plastic: 34, paper: 33, glass: 33, metal: 0, organic: 0, textile: 0, other: 0 })
})

it.each([1e308, 101, -1, Number.POSITIVE_INFINITY])('takes no composition with a part of %s percent', (part) => {
  expect(VisionModelAnswer.safeParse({ ...nothing, composition: { paper: 100, glass: 0 } }).success).toBe(true)
  expect(VisionModelAnswer.safeParse({ ...nothing, composition: { paper: part, glass: part } }).success).toBe(false)
})

it('numbers boxes, and leaves out those without an area', () => {
  const item = { material: 'metal', confidence: 0.7 } as const
  const items = [
    { ...item, box: [0, 0, 0.5, 0.5] },
    { ...item, box: [0.5, 0.5, 0.5, 0.9] },
  ]
  expect(parseVisionModelAnswer({ ...nothing, items }).boxes).toEqual([
    { id: 'b1', ...item, x0: 0, y0: 0, x1: 0.5, y1: 0.5 },
  ])
})

it('reckons the composition of the boxes where there are some, whatever the model says beside them', () => {
  const [plastic, glass] = [
    { material: 'plastic', confidence: 0.9, box: [0, 0, 0.5, 1] },
    { material: 'glass', confidence: 0.2, box: [0.5, 0, 1, 1] },
  ] as const
  const boxed = (...items: { material: 'plastic' | 'glass'; confidence: number; box: readonly number[] }[]) =>
    parseVisionModelAnswer({
      items: items.map((item) => ({ ...item, box: [...item.box] })),
      composition: { glass: 100 },
      weight_kg,
    })
  expect(boxed(plastic)).toMatchObject({ composition: { plastic: 100, glass: 0 }, weight: { kg: 2 } })
  expect(boxed(plastic, glass).composition).toMatchObject({ plastic: 7, glass: 93 })
  expect(boxed({ ...plastic, box: [0, 0, 0, 1] }).composition).toMatchObject({ plastic: 0, glass: 100 })
})

it('keeps the weight within its interval', () => {
  const said = { ...nothing, composition: { paper: 100 } }
  expect(parseVisionModelAnswer({ ...said, weight_kg }).weight).toEqual({ kg: 2, low: 1, high: 5 })
  expect(parseVisionModelAnswer({ ...said, weight_kg: { likely: 2, least: 3, most: 1 } }).weight).toEqual({
    kg: 2,
    low: 2,
    high: 2,
  })
  expect(parseVisionModelAnswer(said)).not.toHaveProperty('weight')
})

it.each([null, {}, { paper: 0 }])('takes %j for nothing found: nobody knows', (composition) =>
  expect(parseVisionModelAnswer({ ...nothing, composition, weight_kg })).toEqual({ boxes: [] }),
)

it.each(['likely', 'least', 'most'])('takes no weight that no truck carries: %s', (named) => {
  const fits = (kg: number) =>
    VisionModelAnswer.safeParse({ ...nothing, weight_kg: { ...weight_kg, [named]: kg } }).success
  expect([MAX_TRUCK_LOAD_KG, MAX_TRUCK_LOAD_KG + 1, 1e300].map(fits)).toEqual([true, false, false])
})
