/** Sends SMS within the installation's limits, which survive a restart. */
import type { SmsSender } from '#platform/sms/sms.ts'
import { createStoredLimiters, DAILY_SMS_LIMITER_NAME, type StoredLimiters } from '#platform/vault/counts.ts'
import type { Kernel } from '../kernel/kernel.ts'

const DAY = 24 * 60 * 60

export interface SmsServices {
  sms: SmsSender
  limiters: StoredLimiters
  /** Counts an SMS against the daily limit; returns false above it. */
  mayText(): Promise<boolean>
  /**
   * Counts a code against the daily limit; returns false above it.
   * Codes get half of the day's SMS, because anyone can request them.
   */
  mayTextCode(): Promise<boolean>
  /** Undoes the count of an SMS that the gateway refused. */
  notTexted(): Promise<void>
}

/**
 * Creates the sender of SMS.
 * It sends at most `perDay` messages a day for the installation.
 */
export function createSmsServices(
  { vault, keys, clock }: Pick<Kernel, 'vault' | 'keys' | 'clock'>,
  sms: SmsSender,
  perDay: number,
): SmsServices {
  const limiters = createStoredLimiters(vault, keys.fingerprints, () => clock().getTime())
  const daily = limiters(DAILY_SMS_LIMITER_NAME, { points: perDay, duration: DAY })
  const codes = limiters('codes of a day', { points: Math.ceil(perDay / 2), duration: DAY })
  const mayText = async () => perDay > 0 && (await daily.count('all')) === undefined
  return {
    sms,
    limiters,
    mayText,
    mayTextCode: async () => (await codes.count('all')) === undefined && mayText(),
    notTexted: () => daily.reward('all'),
  }
}
