/** Tests that the random number generator is deterministic, independent and correctly distributed. */
import { describe, expect, it } from 'vitest'
import { createRandom } from './random.ts'

const draw = (count: number, one: () => number) => Array.from({ length: count }, one)
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const deviation = (values: number[], middle: number) => Math.sqrt(mean(values.map((value) => (value - middle) ** 2)))

describe('randomOf', () => {
  it('begins anew with its key', () =>
    expect(draw(50, createRandom('a/1').uniform)).toEqual(draw(50, createRandom('a/1').uniform)))

  it('gives neighbouring keys unlike first draws, evenly from 0 to 1', () => {
    const firsts = Array.from({ length: 20_000 }, (_, n) => createRandom(`seed/${n}`).uniform())
    expect(Math.min(...firsts)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...firsts)).toBeLessThan(1)
    const bins = Array.from({ length: 20 }, (_, bin) => firsts.filter((value) => Math.floor(value * 20) === bin).length)
    // Chi-square bound for 19 degrees of freedom: one in 1,000 runs exceeds it.
    expect(bins.reduce((sum, bin) => sum + (bin - 1000) ** 2 / 1000, 0)).toBeLessThan(43.8)
  })

  it('is normal and exponential with the parameters it is given', () => {
    const random = createRandom('moments')
    const normal = draw(20_000, () => random.normal(5, 2))
    expect(mean(normal)).toBeCloseTo(5, 1)
    expect(deviation(normal, 5)).toBeCloseTo(2, 1)
    expect(mean(draw(20_000, () => random.exponential(3)))).toBeCloseTo(3, 0.8)
  })

  it('picks each of a list', () => {
    const random = createRandom('pick')
    expect(new Set(Array.from({ length: 100 }, () => random.pick(['a', 'b', 'c'])))).toEqual(new Set(['a', 'b', 'c']))
  })
})
