/**
 * Commands of recyclers about deliveries to their site.
 * Also dispatchers' commands that settle disputes.
 */
import { z } from 'zod'
import { msg } from '#contract/languages/message.ts'
import { MATERIALS } from '#domain/city.ts'
import { isSumOf100 } from '#domain/percent-total.ts'
import { GROSS_WEIGHT_LIMIT_KG, MAX_TRUCK_LOAD_KG } from '#domain/plausible-limits.ts'
import { LOAD_LIMIT_MESSAGE, SCALES_LIMIT_MESSAGE } from '../fields.ts'
import { createRequiredLineSchema } from '../text.ts'

const TICKET = msg`Enter the number on the ticket: letters, digits, hyphens, slashes and dots`.message

/** Weighbridge measurement of a truck, full and empty. */
export const WeighDeliveryBody = z
  .object({
    /** Ticket number, uppercase for a unique spelling. */
    ticket: createRequiredLineSchema('Ticket number', 24)
      .pipe(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9/.-]*$/, TICKET))
      .transform((text) => text.toUpperCase()),
    /** kg */
    gross: z
      .number(msg`Enter the gross weight in kg`.message)
      .positive(msg`The gross weight must be above 0 kg`.message)
      .max(GROSS_WEIGHT_LIMIT_KG, SCALES_LIMIT_MESSAGE),
    /** kg */
    tare: z
      .number(msg`Enter the tare in kg`.message)
      .positive(msg`The tare must be above 0 kg`.message)
      .max(GROSS_WEIGHT_LIMIT_KG, SCALES_LIMIT_MESSAGE),
    /** Time of the weighing; by default now. */
    weighedAt: z.iso.datetime({ offset: true }).optional(),
    /** Hash of the uploaded picture of the ticket. */
    picture: z
      .string()
      .regex(/^[0-9a-f]{64}$/, msg`There is no such picture`.message)
      .optional(),
  })
  // Compares the weights in hundredths of a kg, because they are stored with that precision.
  .refine(({ gross, tare }) => Math.round((gross - tare) * 100) > 0, {
    message: msg`The gross weight must be above the tare`.message,
    path: ['gross'],
  })
  .refine(({ gross, tare }) => gross - tare <= MAX_TRUCK_LOAD_KG, {
    message: LOAD_LIMIT_MESSAGE,
    path: ['gross'],
  })

const percent = z
  .number({ error: msg`Enter a number from 0 to 100`.message })
  .min(0, 'At least 0')
  .max(100, 'At most 100')

/**
 * Disputes the composition of a load.
 * Recyclers who sorted it add their own figures.
 */
export const DisputeCompositionBody = z.object({
  reason: createRequiredLineSchema('Reason', 300),
  composition: z
    .partialRecord(z.enum(MATERIALS), percent)
    .refine((parts) => isSumOf100(Object.values(parts)), msg`Total percentage must equal 100%`.message)
    .optional(),
})

export const SettleDisputeBody = z.object({
  accepted: z.boolean({ error: msg`Choose whether the recycler is right`.message }),
  /**
   * Time of the dispute to settle.
   * Disputes that were raised later stay open.
   */
  disputedAt: z.iso.datetime({ error: msg`Enter disputedAt, the time of the dispute`.message }),
})
