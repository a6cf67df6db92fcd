/** Tests that tokens are read only from the scheme Bearer, in any letter case. */
import { expect, it } from 'vitest'
import { bearerTokenOf } from './authorization-header.ts'

it.each([
  ['Bearer abc', 'abc'],
  ['bearer abc', 'abc'],
  ['BEARER  aBc.-_~+/= ', 'aBc.-_~+/='],
  ['Bearer', undefined],
  ['Bearer ', undefined],
  ['Bearer a b', undefined],
  ['Bearerabc', undefined],
  ['Basic abc', undefined],
  ['x Bearer abc', undefined],
  ['', undefined],
  [undefined, undefined],
])('%j has %j', (header, token) => expect(bearerTokenOf(header)).toBe(token))
