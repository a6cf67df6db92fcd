/** What of a row the wire shows: the fields that its schema names, so that what a row keeps for itself needs no list. */

import type { z } from 'zod'
import { lookUp } from '#rules/dictionary.ts'

/** A function that picks the fields of `schema` from a row that has them. */
export function wireFields<S extends z.ZodRawShape>(schema: z.ZodObject<S>) {
  const names = Object.keys(schema.shape)
  return <R extends object>(row: R): Pick<R, keyof R & keyof S> =>
    Object.fromEntries(
      names.filter((name) => Object.hasOwn(row, name)).map((name) => [name, lookUp(row, name)]),
    ) as Pick<R, keyof R & keyof S>
}
