/** Phone numbers of accounts: how ownership is proved, and which notifications they receive. */

import type { NotificationKind } from '../notifications/notifications.ts'

/** Value of `registeredBy` for people who registered by phone. */
export const REGISTERED_BY_PHONE = 'phone'

/**
 * How a person proved ownership of a phone number.
 * `ussd`: the operator confirmed the caller's number.
 * `code`: an SMS code was entered.
 */
export const PHONE_OWNERSHIP_PROOFS = ['ussd', 'code'] as const
export type PhoneOwnershipProof = (typeof PHONE_OWNERSHIP_PROOFS)[number]

/**
 * Kinds of notifications that are also sent by SMS.
 * They are confirmations, and news of trucks and bins.
 */
const SMS_NOTIFICATION_KINDS: readonly NotificationKind[] = ['notice', 'schedule', 'dispatch', 'collected', 'missed']

export const isSentBySms = (kind: NotificationKind): boolean => SMS_NOTIFICATION_KINDS.includes(kind)

/**
 * Returns whether a person wants SMS.
 * By default, only people who dialled do, not those who linked numbers.
 */
export const wantsSms = (
  settings: { sms?: boolean | undefined } | undefined,
  proof: PhoneOwnershipProof | undefined,
): boolean => settings?.sms ?? proof === 'ussd'

/**
 * Outcome of an SMS.
 *
 * - `sent`: the gateway accepted the SMS.
 * - `too-many`, `daily-limit`: the limit of the person or of the day withheld it.
 * - `refused`: the gateway refused each attempt.
 * - `unknown`: a crash or a silent gateway interrupted the attempt.
 */
export const SMS_OUTCOMES = ['sent', 'too-many', 'daily-limit', 'refused', 'unknown'] as const
export type SmsOutcome = (typeof SMS_OUTCOMES)[number]

/** Maximum of attempts to send an SMS that the gateway refuses. */
export const MAX_SMS_ATTEMPTS = 4
