/** Commands of residents about reports and the location of their bin. */

import { z } from 'zod'
import { msg } from '#contract/languages/message.ts'
import { REPORT_DESCRIPTION_LIMIT } from '#domain/city.ts'
import { isFullCode, isShortCode } from '#domain/plus-code.ts'
import { createLineSchema, createParagraphsSchema } from '../text.ts'
import { coordinatesSchema } from '../zones/commands.ts'

export const ReportBinFullBody = z.object({
  userId: z.string().optional(),
  description: createParagraphsSchema(REPORT_DESCRIPTION_LIMIT).optional(),
})

/** A GhanaPostGPS address, such as GA-183-8164. */
const DIGITAL_ADDRESS = /^[A-Z][A-Z0-9]-\d{3,4}-\d{4}$/
/**
 * Returns whether a Plus Code is precise enough for a bin.
 * Fewer than two digits behind the plus are too imprecise.
 */
const isPreciseCode = (code: string) => /\+[^+]{2,}$/.test(code) && (isFullCode(code) || isShortCode(code))

/**
 * Returns the schema of an optional location code, which is converted to capitals.
 * An empty field means that the user gave no code.
 */
const optionalCode = (isValid: (code: string) => boolean, message: string) =>
  z
    .string()
    .trim()
    .max(40, message)
    .toUpperCase()
    .refine((code) => code === '' || isValid(code), message)
    .transform((code) => code || undefined)
    .optional()

const placeFields = {
  digitalAddress: optionalCode(
    (code) => DIGITAL_ADDRESS.test(code),
    msg`Enter a digital address such as GA-183-8164`.message,
  ),
  /** A full Plus Code, or one relative to the zone. */
  plusCode: optionalCode(isPreciseCode, msg`Enter a Plus Code such as 6CQXJ6X8+2V or J6X8+2V`.message),
  lat: coordinatesSchema.shape.lat.optional(),
  lng: coordinatesSchema.shape.lng.optional(),
  landmark: createLineSchema(120)
    .transform((text) => text || undefined)
    .optional(),
}

/** Roles that can record the location of a bin. */
export const BIN_PLACE_SOURCES = ['resident', 'driver'] as const

/** Location of a bin; without any field, it is unknown. */
export const BinPlace = z.object(placeFields)
export type BinPlace = z.output<typeof BinPlace>

export const SetBinPlaceBody = BinPlace.extend({
  /** Set to confirm a pin far outside the zone. */
  confirm: z.boolean().optional(),
})
  .refine(({ lat, lng }) => (lat === undefined) === (lng === undefined), {
    message: msg`A pin needs a latitude and a longitude`.message,
    path: ['lat'],
  })
  .refine(({ lat, lng }) => lat !== 0 || lng !== 0, {
    message: msg`Put the pin where your bin is`.message,
    path: ['lat'],
  })
