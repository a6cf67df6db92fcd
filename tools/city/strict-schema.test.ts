/**
 * Tests that strict schema copies reject unknown fields at every level.
 * The original is unchanged.
 */
import { expect, it } from 'vitest'
import { z } from 'zod'
import { toStrictSchema } from './strict-schema.ts'

const Inner = z.object({ a: z.number() })
const stray = { a: 1, b: 2 }

it.each([
  ['an object', Inner, stray],
  ['a field', z.object({ x: Inner }), { x: stray }],
  ['a list', z.array(Inner), [stray]],
  ['a record', z.record(z.string(), Inner), { x: stray }],
  ['an optional field', z.object({ x: Inner.optional() }), { x: stray }],
  ['a default', Inner.default({ a: 1 }), stray],
  ['the first of a pipe', Inner.pipe(z.looseObject({ a: z.number() })), stray],
  ['the second of a pipe', z.looseObject({ a: z.number() }).pipe(Inner), stray],
])('%s takes no field that it does not know', (_, schema, value) => {
  expect(schema.safeParse(value).success).toBe(true)
  expect(toStrictSchema(schema).safeParse(value).error?.issues).toMatchObject([
    { code: 'unrecognized_keys', keys: ['b'] },
  ])
  expect(schema.safeParse(value).success).toBe(true)
})

it('checks what the first schema checks', () => {
  const checked = toStrictSchema(Inner.refine(({ a }) => a > 0, 'More than 0'))
  expect(checked.safeParse({ a: 0 }).error?.issues[0]?.message).toBe('More than 0')
  expect(checked.parse({ a: 1 })).toEqual({ a: 1 })
})
