/** Which notifications also go out by SMS, and to whom. */
import type { NotificationKind } from '../notifications/notifications.ts'
import type { PhoneOwnershipProof } from './identity.ts'

/** Kinds that are also sent by SMS: a confirmation; a truck planned or coming; a bin collected or not collected. */
const SMS_NOTIFICATION_KINDS: readonly NotificationKind[] = ['notice', 'schedule', 'dispatch', 'collected', 'missed']

export const isSentBySms = (kind: NotificationKind): boolean => SMS_NOTIFICATION_KINDS.includes(kind)

/**
 * Returns whether a person wants SMS.
 * By default, people who dialled want them, and people who linked a number do not.
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
/** Maximum of attempts to send an SMS that the gateway refuses. */
export const MAX_SMS_ATTEMPTS = 4
export type SmsOutcome = (typeof SMS_OUTCOMES)[number]
