/** Selects the row fields that clients may receive, by schema. */

import type { z } from 'zod'
import { lookUp } from '#domain/dictionary.ts'

/** Returns a function that selects the schema's fields from a row. */
export function createFieldPicker<S extends z.ZodRawShape>(schema: z.ZodObject<S>) {
  const names = Object.keys(schema.shape)
  return <R extends object>(row: R): Pick<R, keyof R & keyof S> =>
    Object.fromEntries(
      names.filter((name) => Object.hasOwn(row, name)).map((name) => [name, lookUp(row, name)]),
    ) as Pick<R, keyof R & keyof S>
}
