/** Text that people type: names, addresses, phone numbers and single lines. */

import { z } from 'zod'
import { figure } from '#rules/figure.ts'

/** Control characters, halves of characters, and marks that turn the direction of what stands after them on a screen. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u

/** Text that a person typed: trimmed, nothing unprintable in it, at most `limit` characters. */
export const line = (limit: number) =>
  z
    .string()
    .trim()
    .max(limit, `Use at most ${figure(limit)} characters`)
    .refine((text) => !UNPRINTABLE.test(text), 'Use plain text only')

/** Something of it can be seen: white space and joiners alone are nothing. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/** A line with something in it; `what` is the label of its field. */
export const needed = (what: string, limit: number) =>
  z
    .string({ error: `${what} is required` })
    .pipe(line(limit))
    .pipe(z.string().regex(VISIBLE, `${what} is required`))

export const name = needed('Name', 100)

export const email = z
  .string({ error: 'Email is required' })
  .trim()
  .min(1, 'Email is required')
  .max(254, 'Invalid email address')
  .pipe(z.email('Invalid email address'))
  .transform((text) => text.toLowerCase())

const phone = line(20).regex(/^\+?\d[\d\s-]*$/, 'Invalid phone number')
/** An empty field is no number. */
export const optionalPhone = z.union([z.literal('').transform(() => undefined), phone]).optional()
