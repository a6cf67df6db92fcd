/** A statement states the basis of its ranges and open disputes. */
import { expect, it } from 'vitest'
import { basisOf, disputedWords, rangeOf, rough, tonnes } from './statement-words.ts'

const basis = (from: 'weighings' | 'rule', weighed_loads: number, estimated_kg = 900) =>
  basisOf({ estimated_kg, estimate: { low: 0.7, high: 1.3, weighed_loads, from } })

it('writes tonnes to the hundredth and savings to three digits', () => {
  expect([tonnes(2_400), tonnes(0), tonnes(1_234_567)]).toEqual(['2.40\u00a0t', '0.00\u00a0t', '1,234.57\u00a0t'])
  expect([rough(0.012_34), rough(16_649)]).toEqual(['0.0123', '16,600'])
})

it('gives a range only where there is one', () => {
  expect(rangeOf({ low: 0.84, high: 1.56 }, 't')).toBe('between 0.84 and 1.56\u00a0t')
  expect(rangeOf({ low: 2, high: 2 }, 't')).toBeUndefined()
})

it('says whether a range comes from weighings or from the rule', () => {
  expect(basis('rule', 0)).toContain(
    '450\u00a0kg a load and 75\u00a0kg a report) is taken to lie between 70\u00a0% and 130\u00a0%',
  )
  expect(basis('rule', 0)).toContain('no load was estimated and then weighed')
  expect(basis('rule', 7)).toContain('only 7 loads were')
  expect(basis('weighings', 25)).toContain('come from weighings: of 25 loads')
  expect(basis('rule', 0, 0)).toBe('All weights were measured: the figures have no range.')
})

it('counts what is disputed', () => {
  expect(disputedWords(0)).toBe('No load of the period is disputed.')
  expect(disputedWords(1)).toContain('The composition of 1 load is disputed')
})
