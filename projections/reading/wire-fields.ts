/** What of a row the wire shows: the fields that its schema names, so that what a row keeps for itself needs no list. */
import type { z } from 'zod'

/** A function that picks the fields of `schema` from a row that has them. */
export function wireFields<S extends z.ZodRawShape>(schema: z.ZodObject<S>) {
  const names = Object.keys(schema.shape)
  return <R extends object>(row: R): Pick<R, keyof R & keyof S> =>
    Object.fromEntries(names.filter((name) => name in row).map((name) => [name, row[name as keyof R]])) as Pick<
      R,
      keyof R & keyof S
    >
}
