/** Schemas of entered text: names, emails, phone numbers, lines. */

import { z } from 'zod'
import { msg } from '#contract/languages/message.ts'
import { toCanonicalEmail, toCanonicalPhone } from '#domain/contacts.ts'
import { formatNumber } from '#domain/number-format.ts'

/** Matches control characters, surrogates, line ends and direction marks. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u
const isPlain = (text: string) => !UNPRINTABLE.test(text)
const PLAIN = msg`Use plain text only`.message

/** Returns the schema of a trimmed printable line up to `limit` characters. */
export const createLineSchema = (limit: number) =>
  z
    .string()
    .trim()
    .max(limit, `Use at most ${formatNumber(limit)} characters`)
    .refine(isPlain, PLAIN)

/** Matches visible characters: no white space, joiners, blank letters or signs. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800\u{1D159}\uFFFC])[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * Returns the schema of a multiline text, at most `limit` characters.
 * A text without visible characters parses to undefined.
 */
export const createParagraphsSchema = (limit: number) =>
  z
    .string()
    .trim()
    .max(limit, `Use at most ${formatNumber(limit)} characters`)
    .transform((text) => text.replace(/\r\n?/g, '\n'))
    .refine((text) => isPlain(text.replace(/[\n\t]/g, '')), PLAIN)
    .transform((text) => (VISIBLE.test(text) ? text : undefined))

/** Returns a required line's schema; `what` is the form field's label. */
export const createRequiredLineSchema = (what: string, limit: number) =>
  z
    .string({ error: `${what} is required` })
    .pipe(createLineSchema(limit))
    .pipe(z.string().regex(VISIBLE, `${what} is required`))

export const nameSchema = createRequiredLineSchema('Name', 100)

const NONE = Symbol('no canonical form')
/**
 * Returns a Zod transform that converts text with `canonical`.
 * Rejects text that has no canonical form.
 */
const canonicalOr =
  <T>(canonical: (text: string) => T | typeof NONE, message: string) =>
  (text: string, context: z.RefinementCtx): T => {
    const form = canonical(text)
    if (form !== NONE) return form
    context.addIssue(message)
    return z.NEVER
  }
export const emailSchema = z
  .string({ error: 'Email is required' })
  .trim()
  .min(1, 'Email is required')
  .max(254, msg`Invalid email address`.message)
  .transform(canonicalOr((text) => toCanonicalEmail(text) ?? NONE, msg`Invalid email address`.message))

/**
 * An optional phone number.
 * An empty field means no number.
 */
export const optionalPhoneSchema = z
  .string()
  .trim()
  .max(40, msg`Invalid phone number`.message)
  .transform(
    canonicalOr(
      (text) => (text === '' ? undefined : (toCanonicalPhone(text) ?? NONE)),
      msg`Invalid phone number`.message,
    ),
  )
  .optional()

const INVALID_PHONE = msg`Enter a phone number, such as 024 412 3456`.message

/** A required phone number, interpreted by the city's country. */
export const phoneSchema = z
  .string({ error: INVALID_PHONE })
  .trim()
  .max(40, INVALID_PHONE)
  .transform(canonicalOr((text) => toCanonicalPhone(text) ?? NONE, INVALID_PHONE))
