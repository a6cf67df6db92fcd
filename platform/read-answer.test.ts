/** Tests that measuring the depth of a JSON answer takes one pass, even with many quotes. */
import { expect, it } from 'vitest'
import { parseJson } from './read-answer.ts'

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

it.each(['"', '\\"', '"\\"', '"\\\\"', '\\', '[', '{"'])('reads nothing of %j, repeated', (text) => {
  // The parser would take minutes for this text if it restarted its search at every quote.
  expect(parseJson(`"${text.repeat(300_000)}`)).toBeUndefined()
})

it('counts no brackets in strings', () => {
  const text = String.raw`{"a":"[[[[\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\\","b":[1]}`
  expect(parseJson(text)).toEqual({ a: `[[[["${'['.repeat(38)}\\`, b: [1] })
  expect(parseJson(nested(32))).toBeDefined()
  expect(parseJson(nested(33))).toBeUndefined()
})
