/** Numbers as people read them. */
import { expect, it } from 'vitest'
import { counted, figure } from './figure.ts'

it.each([
  [2_500, '2,500'],
  [0.125, '0.125'],
  [-1_234_567n, '-1,234,567'],
])('%s is written %s', (number, text) => expect(figure(number)).toBe(text))

it.each([
  [0, '0 bins'],
  [1, '1 bin'],
  [1_050, '1,050 bins'],
])('%d of them are %s', (count, text) => expect(counted(count, 'bin')).toBe(text))
