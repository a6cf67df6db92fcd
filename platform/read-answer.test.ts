/** Tests that the depth of a JSON answer is found in one pass, whatever its quotes are. */
import { expect, it } from 'vitest'
import { parseJson } from './read-answer.ts'

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

it.each(['"', '\\"', '"\\"', '"\\\\"', '\\', '[', '{"'])('reads nothing of %j, repeated', (text) => {
  // This text would take minutes in a search that starts again at every quote.
  expect(parseJson(`"${text.repeat(300_000)}`)).toBeUndefined()
})

it('counts no brackets in strings', () => {
  const text = String.raw`{"a":"[[[[\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\\","b":[1]}`
  expect(parseJson(text)).toEqual({ a: `[[[["${'['.repeat(38)}\\`, b: [1] })
  expect(parseJson(nested(32))).toBeDefined()
  expect(parseJson(nested(33))).toBeUndefined()
})
