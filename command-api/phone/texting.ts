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
  return {
    sms,
    limiters,
    mayText: async () => perDay > 0 && (await daily.count('all')) === undefined,
    notTexted: () => daily.reward('all'),
  }
}
