/** Tests that a bearer token is read whatever the letter case of its scheme, and from no other scheme. */
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
