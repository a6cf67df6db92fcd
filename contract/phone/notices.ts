/** Which notifications also go out by SMS, and to whom. */
import type { NotificationKind } from '../notifications/notifications.ts'
import type { PhoneProof } from './identity.ts'

/** Confirmation, truck planned or coming, collected, not collected. */
const TEXTED: readonly NotificationKind[] = ['notice', 'schedule', 'dispatch', 'collected', 'missed']

export const isTexted = (kind: NotificationKind): boolean => TEXTED.includes(kind)

/** Who dials has no other way to hear; who linked a number on the web opts in. */
export const wantsSms = (settings: { sms?: boolean | undefined } | undefined, proof: PhoneProof | undefined): boolean =>
  settings?.sms ?? proof === 'ussd'

/** Outcome of an SMS: accepted by the gateway, or not sent because of a limit. */
export const TEXT_OUTCOMES = ['sent', 'too-many', 'daily-limit'] as const
