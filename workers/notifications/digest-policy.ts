/**
 * Digest policy: sends staff a digest at a fixed hour of the city.
 * A missed digest is sent later, once, within a day.
 */

import type { AccountSettings } from '#contract/accounts/views.ts'
import type { Event } from '#contract/events.ts'
import { NOTIFICATION_MAX_AGE_MS } from '#contract/internal-commands.ts'
import {
  type Digest,
  type DigestJobData,
  digestDueTimes,
  digestIdOf,
  digestOf,
} from '#contract/notifications/digests.ts'
import { wantsNotification } from '#contract/notifications/notifications.ts'
import type { Role } from '#domain/city.ts'
import { DEFAULT_CITY } from '#domain/city-settings.ts'
import {
  type OutstandingJob,
  openUnstoredState,
  type Policy,
  type PolicyStatePartOpener,
  yieldFurtherJobs,
} from '../runner/policy.ts'

interface Reader {
  role: Role
  digest: Digest
  /** Time of the user's subscription in epoch ms, if subscribed. */
  since?: number
  /** Id of the last digest sent to the user. */
  told?: string
}

/**
 * Creates the policy that requests digests.
 * `clock` decides which digests are due.
 * A digest is queued in advance, because no event may occur in the hour in which it is due.
 */
export function createDigestPolicy(clock: () => Date, keep: PolicyStatePartOpener = openUnstoredState): Policy {
  const readers = keep('readers', new Map<string, Reader>())
  /** Each user's digest frequency, for any role. */
  const often = keep('often', new Map<string, AccountSettings['reportEvery']>())
  const city = keep('city', { timeZone: DEFAULT_CITY.timeZone })

  function employed(userId: string, role: Role, since: number): void {
    const digest = digestOf(role, { reportEvery: often.get(userId) })
    if (digest) readers.set(userId, { role, digest, since })
    else readers.delete(userId)
  }

  function chose(userId: string, settings: AccountSettings, at: number): void {
    if (settings.reportEvery) often.set(userId, settings.reportEvery)
    else often.delete(userId)
    const reader = readers.get(userId)
    if (!reader) return
    const digest = digestOf(reader.role, settings) ?? reader.digest
    // A new digest frequency counts from the time at which the user chose it.
    // Digests of this frequency that were due earlier do not count as missed.
    if (digest !== reader.digest) Object.assign(reader, { digest, since: reader.since && at })
    reader.since = wantsNotification(reader.role, settings, 'digest') ? (reader.since ?? at) : undefined
  }

  function dueTo([userId, { digest, since, told }]: [string, Reader]): OutstandingJob[] {
    if (since === undefined) return []
    const now = clock().getTime()
    const { last, next } = digestDueTimes(digest, city.timeZone, now)
    const missed = { digest, userId, ...last }
    const at = Date.parse(last.until)
    const isMissed = since < at && now - at < NOTIFICATION_MAX_AGE_MS && told !== digestIdOf(missed)
    return [...(isMissed ? [askFor(missed)] : []), askFor({ digest, userId, ...next })]
  }

  return {
    evolve({ type, data }: Event, at = clock().getTime()) {
      switch (type) {
        // Uses the time at which the event was recorded.
        // The registration times of demo accounts are in the past.
        case 'AccountRegistered':
        case 'AccountReassigned':
          return employed(data.userId, data.role, at)
        case 'AccountErased':
          readers.delete(data.userId)
          often.delete(data.userId)
          return
        case 'SettingsSaved':
          return chose(data.userId, data.settings, at)
        case 'ConfigurationChanged':
          city.timeZone = data.configuration.city.timeZone
          return
        case 'NotificationSent': {
          const reader = data.kind === 'digest' && readers.get(data.userId ?? '')
          if (reader) reader.told = data.notificationId
          return
        }
      }
    },
    // A digest reads reports, schedules and trips, and all are due in the same minute.
    outstanding: () => yieldFurtherJobs([...readers].flatMap(dueTo), () => ''),
  }
}

const askFor = (due: DigestJobData): OutstandingJob => ({
  id: `digest-${digestIdOf(due)}`,
  job: 'digest',
  data: due,
  notBefore: due.until,
})
