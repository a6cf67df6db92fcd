/** Which notifications also go out by SMS, and to whom. */
import type { NotificationKind } from '../notifications/notifications.ts'
import type { PhoneProof } from './identity.ts'

/** Confirmation, truck planned or coming, collected, not collected. */
const TEXTED: readonly NotificationKind[] = ['notice', 'schedule', 'dispatch', 'collected', 'missed']

export const isSentBySms = (kind: NotificationKind): boolean => TEXTED.includes(kind)

/** Who dials has no other way to hear; who linked a number on the web opts in. */
export const wantsSms = (settings: { sms?: boolean | undefined } | undefined, proof: PhoneProof | undefined): boolean =>
  settings?.sms ?? proof === 'ussd'

/**
 * Outcome of an SMS: accepted by the gateway, withheld by a limit (of the person, of the day), refused by the gateway
 * each time, or unknown because a crash or a silent gateway interrupted it.
 */
export const SMS_OUTCOMES = ['sent', 'too-many', 'daily-limit', 'refused', 'unknown'] as const
/** Attempts to send an SMS that the gateway refuses. */
export const MAX_TEXT_ATTEMPTS = 4
export type TextOutcome = (typeof SMS_OUTCOMES)[number]
