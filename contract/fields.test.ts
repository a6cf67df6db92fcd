/** Tests how fields of a schema are picked from an object. */
import { expect, it } from 'vitest'
import { z } from 'zod'
import { wireFields } from './fields.ts'

it('picks the fields of the schema, and no others', () => {
  const fieldsOf = wireFields(
    z.object({ id: z.string(), note: z.string().optional(), toString: z.string().optional() }),
  )
  const row: { id: string; note: string | undefined; sealed: string } = { id: 'a', note: undefined, sealed: 'x' }
  expect(Object.entries(fieldsOf(row))).toEqual([['id', 'a']])
  expect(fieldsOf({ ...row, note: 'b' })).toEqual({ id: 'a', note: 'b' })
})
