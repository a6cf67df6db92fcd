/** Commands of recyclers about loads at their site, and the dispatchers' answers. */
import { z } from 'zod'
import { MATERIALS } from '#domain/city.ts'
import { sumsTo100 } from '#domain/percent-total.ts'
import { GROSS_WEIGHT_LIMIT_KG, LOAD_LIMIT_KG } from '#domain/plausible-limits.ts'
import { requiredLine } from '../text.ts'
import { OVER_SCALES, OVERLOADED } from '../weights.ts'

const TICKET = 'Enter the number on the ticket: letters, digits, hyphens, slashes and dots'

/** Weighbridge measurement of a truck, full and empty. */
export const WeighDelivery = z
  .object({
    /** Uppercase, so that one ticket has one spelling. */
    ticket: requiredLine('Ticket number', 24)
      .pipe(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9/.-]*$/, TICKET))
      .transform((text) => text.toUpperCase()),
    /** kg */
    gross: z
      .number('Enter the gross weight in kg')
      .positive('The gross weight must be above 0 kg')
      .max(GROSS_WEIGHT_LIMIT_KG, OVER_SCALES),
    /** kg */
    tare: z
      .number('Enter the tare in kg')
      .positive('The tare must be above 0 kg')
      .max(GROSS_WEIGHT_LIMIT_KG, OVER_SCALES),
    /** Time of the weighing; now by default. */
    weighedAt: z.iso.datetime({ offset: true }).optional(),
    /** Hash of the uploaded picture of the ticket. */
    picture: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'There is no such picture')
      .optional(),
  })
  // Rounded to hundredths like the stored weight; a smaller difference is zero.
  .refine(({ gross, tare }) => Math.round((gross - tare) * 100) > 0, {
    message: 'The gross weight must be above the tare',
    path: ['gross'],
  })
  .refine(({ gross, tare }) => gross - tare <= LOAD_LIMIT_KG, {
    message: OVERLOADED,
    path: ['gross'],
  })

const percent = z.number({ error: 'Enter a number from 0 to 100' }).min(0, 'At least 0').max(100, 'At most 100')

/**
 * Disputes the composition of a load.
 * Sites that sorted it add their own figures.
 */
export const DisputeComposition = z.object({
  reason: requiredLine('Reason', 300),
  composition: z
    .partialRecord(z.enum(MATERIALS), percent)
    .refine((parts) => sumsTo100(Object.values(parts)), 'Total percentage must equal 100%')
    .optional(),
})

export const SettleDispute = z.object({
  accepted: z.boolean({ error: 'Choose whether the recycler is right' }),
  /**
   * Time of the dispute to settle.
   * A newer dispute may exist when the command arrives.
   */
  disputedAt: z.iso.datetime({ error: 'Enter the disputedAt of the dispute' }),
})
