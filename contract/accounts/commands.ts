/** Commands about one's own account: sign-up, sign-in, passwords, settings, deletion. */

import { z } from 'zod'
import { msg } from '#contract/languages/message.ts'
import { EMPLOYEE_ID_PATTERN } from '#domain/city.ts'
import { toCanonicalEmail, toCanonicalPhone } from '#domain/contacts.ts'
import { SetBinPlaceBody } from '../reports/commands.ts'
import { emailSchema, nameSchema, optionalPhoneSchema, phoneSchema } from '../text.ts'
import { createZoneNameSchema } from '../zones/commands.ts'
import { AccountSettings } from './views.ts'

/** A new password: any Unicode, 8 to 256 characters. */
const newPassword = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .min(8, 'Password must be at least 8 characters')
  .max(256, 'Password must be at most 256 characters')

/** The current password, which proves that the owner sends the command. */
const presentPassword = z
  .string({ error: msg`Please enter your password`.message })
  .min(1, msg`Please enter your password`.message)
  .max(256)

/** A code from an authenticator app, or a recovery code. */
const code = z
  .string({ error: msg`Enter the code`.message })
  .trim()
  .min(6, msg`Enter the code`.message)
  .max(20, msg`Enter the code`.message)

/**
 * Device tokens from earlier sign-ins on this device.
 * Strangers' wrong passwords do not lock out a device with such a token.
 */
const devices = z.array(z.string().max(120)).max(5).optional()

export const SignUpBody = z.object({
  email: emailSchema,
  password: newPassword,
  name: nameSchema,
  phone: optionalPhoneSchema,
  zone: createZoneNameSchema('Zone is required'),
  role: z.literal('resident').default('resident'),
  /** Location of the resident's bin. */
  place: SetBinPlaceBody.optional(),
})

export const SignInBody = z
  .object({
    email: z.string().max(254).optional(),
    employee_id: z.string().max(254).optional(),
    password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(256),
    code: code.optional(),
    devices,
  })
  .refine((body) => Boolean(body.email || body.employee_id), {
    message: 'Email or Employee ID is required',
    path: ['email'],
  })

/** One field accepts an email, an employee id or a phone number. */
export const SignInForm = z.object({
  identifier: z
    .string()
    .trim()
    .min(1, 'Email or Employee ID is required')
    .refine(
      (text) =>
        EMPLOYEE_ID_PATTERN.test(text) || toCanonicalEmail(text) !== undefined || toCanonicalPhone(text) !== undefined,
      msg`Enter a valid email, phone number or employee ID`.message,
    ),
  password: z.string().min(1, 'Password is required').min(6, 'Password must be at least 6 characters'),
})

export const ChangePasswordBody = z.object({ currentPassword: presentPassword, newPassword })

export const DeleteAccountBody = z.object({ password: presentPassword })

export const ForgotPasswordBody = z.object({
  identifier: z
    .string({ error: 'Email or Employee ID is required' })
    .trim()
    .min(1, 'Email or Employee ID is required')
    .max(254, msg`Enter a valid email, phone number or employee ID`.message),
  devices,
})

export const ConfirmEmailBody = z.object({
  token: z
    .string({ error: msg`The link is not complete`.message })
    .min(1, msg`The link is not complete`.message)
    .max(200),
})

export const BeginSecondFactorBody = z.object({ password: presentPassword })

export const ConfirmSecondFactorBody = z.object({ code })

export const EndSecondFactorBody = z.object({ password: presentPassword, code })

export const ResetPasswordBody = z.object({
  token: z
    .string({ error: msg`The link is not complete`.message })
    .min(1, msg`The link is not complete`.message)
    .max(200),
  password: newPassword,
})

/**
 * Profile fields that owners can change.
 * An empty `phone` removes the number.
 */
export const ChangeProfileBody = z.object({ name: nameSchema, phone: optionalPhoneSchema })

/** White space, hyphens and invisible marks, which people copy with a code. */
const BETWEEN_DIGITS = /[\s\p{Pd}\p{Cf}]/gu

/** A code of six digits, sent by SMS. */
const phoneCode = z
  .string({ error: msg`Enter the code`.message })
  .max(40, msg`Enter the six digits of the code`.message)
  .transform((text) => text.normalize('NFKC').replace(BETWEEN_DIGITS, ''))
  .pipe(z.string().min(1, msg`Enter the code`.message))
  .pipe(z.string().regex(/^\d{6}$/, msg`Enter the six digits of the code`.message))

/** Requests a code by SMS, without signing in. */
export const RequestPhoneCodeBody = z.object({ phone: phoneSchema })

/** Requests a code for a number that will sign in to the caller's account. */
export const RequestPhoneLinkCodeBody = z.object({ phone: phoneSchema, password: presentPassword })

/** Links a phone number to the caller's own account. */
export const LinkPhoneBody = z.object({ phone: phoneSchema, code: phoneCode })

/** Gives an account registered by phone an email and a password. */
export const ClaimAccountByPhoneBody = z.object({
  phone: phoneSchema,
  code: phoneCode,
  email: emailSchema,
  password: newPassword,
  name: nameSchema.optional(),
})

/**
 * Sets a new password with a code from an SMS.
 * After that, the phone number can be used to sign in.
 */
export const ResetPasswordByPhoneBody = z.object({ phone: phoneSchema, code: phoneCode, password: newPassword })

export const SaveSettingsBody = AccountSettings
