/**
 * Schemas of fields that events, commands and views share.
 * Weights in kg are limited by what trucks can carry and scales can measure.
 */

import { z } from 'zod'
import { msg } from '#contract/languages/message.ts'
import { lookUp } from '#domain/dictionary.ts'
import { withUnit } from '#domain/number-format.ts'
import { GROSS_WEIGHT_LIMIT_KG, MAX_TRUCK_LOAD_KG } from '#domain/plausible-limits.ts'

/** Id of a zone: the name under which it was opened. */
export const zoneIdSchema = z.string().min(1)
export const timestampSchema = z.iso.datetime()
export const userIdSchema = z.string().min(1)
/**
 * A truck's work in a plan: reports, trips, km and litres.
 * Km and litres include all trips.
 */
export const truckPlanSchema = z.object({
  reports: z.int().min(0),
  trips: z.int().min(1),
  km: z.number(),
  litres: z.number(),
})
/** Set if the data comes from simulated activity, even a past one. */
export const simulatedSchema = z.literal(true).optional()
/** Personal data, AES-256-GCM under the person's key: base64url of nonce, ciphertext, tag. */
export const sealedSchema = z.string().min(1).meta({ sealed: true })

/** Hour at which a checkpoint is due (UTC), such as `2026-03-01T14`. */
export const checkpointIdSchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d$/, msg`Must be an hour such as 2026-03-01T14`.message)

export const LOAD_LIMIT_MESSAGE = `A truck carries at most ${withUnit(MAX_TRUCK_LOAD_KG, 'kg')}`
export const SCALES_LIMIT_MESSAGE = `Scales take at most ${withUnit(GROSS_WEIGHT_LIMIT_KG, 'kg')}`

/** Weight of a load. */
export const truckLoadWeightSchema = z
  .number(msg`Enter the weight in kg`.message)
  .positive(msg`The weight must be above 0 kg`.message)
  .max(MAX_TRUCK_LOAD_KG, LOAD_LIMIT_MESSAGE)

/** Returns a function that picks the schema's defined fields from an object. */
export function createSchemaFieldPicker<S extends z.ZodRawShape>({ shape }: z.ZodObject<S>) {
  const names = Object.keys(shape)
  return <T extends object>(from: T) => {
    const entries = names.map((name) => [name, lookUp(from, name)] as const)
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Pick<T, keyof T & keyof S>
  }
}
