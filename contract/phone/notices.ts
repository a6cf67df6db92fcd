/** Which notifications also go out by SMS, and to whom. */
import type { NotificationKind } from '../notifications/notifications.ts'
import type { PhoneProof } from './identity.ts'

/** Confirmation, truck planned or coming, collected, not collected. */
const TEXTED: readonly NotificationKind[] = ['notice', 'schedule', 'dispatch', 'collected', 'missed']

export const isSentBySms = (kind: NotificationKind): boolean => TEXTED.includes(kind)

/** Returns whether a person wants SMS. By default, people who dialled do and people who linked a number do not. */
export const wantsSms = (settings: { sms?: boolean | undefined } | undefined, proof: PhoneProof | undefined): boolean =>
  settings?.sms ?? proof === 'ussd'

/**
 * Outcome of an SMS.
 *
 * - `sent`: the gateway accepted it.
 * - `too-many`, `daily-limit`: withheld by the limit of the person or of the day.
 * - `refused`: the gateway refused each attempt.
 * - `unknown`: a crash or a silent gateway interrupted it.
 */
export const SMS_OUTCOMES = ['sent', 'too-many', 'daily-limit', 'refused', 'unknown'] as const
/** Attempts to send an SMS that the gateway refuses. */
export const MAX_TEXT_ATTEMPTS = 4
export type TextOutcome = (typeof SMS_OUTCOMES)[number]
