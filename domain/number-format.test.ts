/** Tests the format of numbers. */
import { expect, it } from 'vitest'
import { formatCountedNoun, formatNumber, formatOneDecimal, withUnit } from './number-format.ts'

it.each([
  [2_500, '2,500'],
  [0.125, '0.125'],
  [-1_234_567n, '-1,234,567'],
])('%s is written %s', (number, text) => expect(formatNumber(number)).toBe(text))

it.each([
  [0, '0 bins'],
  [1, '1 bin'],
  [1_050, '1,050 bins'],
])('%d of them are %s', (count, text) => expect(formatCountedNoun(count, 'bin')).toBe(text))

it.each([
  [12, '12.0'],
  [4.05, '4.1'],
  [1_250.44, '1,250.4'],
])('%d with one decimal is %s', (number, text) => expect(formatOneDecimal(number)).toBe(text))

it('keeps a unit on the line of its number', () => {
  expect(withUnit(12_450, 'kg')).toBe('12,450\u00a0kg')
  expect(withUnit(formatOneDecimal(12), 'km')).toBe('12.0\u00a0km')
})
