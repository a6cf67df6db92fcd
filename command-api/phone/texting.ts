/** Sends SMS within the limits of the installation, which survive a restart. */
import type { SmsSender } from '#platform/sms/sms.ts'
import { SMS_OF_DAY, type StoredLimiters, storedLimiters } from '#platform/vault/counts.ts'
import type { Kernel } from '../kernel/kernel.ts'

const DAY = 24 * 60 * 60

export interface Texting {
  sms: SmsSender
  limiters: StoredLimiters
  /** Counts one SMS of the day; returns false above the limit. */
  mayText(): Promise<boolean>
  /**
   * Counts one code of the day; returns false above the limit.
   * Anyone can ask for codes, so half of the day's SMS are left for the others.
   */
  mayTextCode(): Promise<boolean>
  /** Takes back the count of an SMS that the gateway refused. */
  notTexted(): Promise<void>
}

/** `perDay` is the limit of the installation. */
export function createTexting(
  { vault, keys, clock }: Pick<Kernel, 'vault' | 'keys' | 'clock'>,
  sms: SmsSender,
  perDay: number,
): Texting {
  const limiters = storedLimiters(vault, keys.fingerprints, () => clock().getTime())
  const daily = limiters(SMS_OF_DAY, { points: perDay, duration: DAY })
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
