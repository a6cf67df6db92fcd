/** Makes a schema reject unknown fields at every level. */
import { z } from 'zod'

type SchemaDefinition = z.core.$ZodTypeDef & Record<string, unknown>
type Schema = z.core.$ZodType

/** Properties of a zod schema definition that contain nested schemas. */
const NESTED_SCHEMA_KEYS = ['innerType', 'element', 'valueType', 'in', 'out'] as const

/**
 * Returns a copy of a schema that rejects unknown fields.
 * Objects inside lists, records, defaults and pipes reject them too.
 */
export function toStrictSchema<S extends Schema>(schema: S): S {
  const def = { ...schema._zod.def } as SchemaDefinition
  for (const part of NESTED_SCHEMA_KEYS) if (isSchema(def[part])) def[part] = toStrictSchema(def[part])
  if (def.type === 'object') {
    const shape = Object.entries(def.shape as Record<string, Schema>)
    def.shape = Object.fromEntries(shape.map(([field, inner]) => [field, toStrictSchema(inner)]))
    def.catchall ??= z.never()
  }
  return z.clone(schema, def as S['_zod']['def'])
}

const isSchema = (part: unknown): part is Schema => typeof part === 'object' && part !== null && '_zod' in part
