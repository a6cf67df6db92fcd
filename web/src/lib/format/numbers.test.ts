/** Tests numbers on screens and in fields. */
import { describe, expect, it } from 'vitest'
import { formatBytes, formatUpToTenths, parseNumber } from './numbers.ts'

describe('numbers', () => {
  it.each([
    [0, '0\u00a0B'],
    [999, '999\u00a0B'],
    [1_500, '1.5\u00a0kB'],
    [83_182_665_728, '83\u00a0GB'],
    [4e15, '4,000\u00a0TB'],
  ])('%d bytes are %s', (count, text) => expect(formatBytes(count)).toBe(text))

  it.each([
    [12, '12'],
    [12.34, '12.3'],
    [1_234.56, '1,234.6'],
  ])('an estimate of %d reads %s', (value, text) => expect(formatUpToTenths(value)).toBe(text))

  it.each([
    ['', undefined],
    ['  ', undefined],
    ['12.5', 12.5],
    ['twelve', Number.NaN],
  ])('a field that holds ‘%s’ holds %s', (text, value) => expect(parseNumber(text)).toBe(value))
})
