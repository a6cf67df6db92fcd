/** Digest policy: each member of staff whose role has a report gets it at its hour by the city's clocks; one that was missed, once, within a day. */

import type { Event } from '#contract/events.ts'
import { type Digest, type DigestDue, digestId, digestOf, dueAround } from '#contract/people/digests.ts'
import { wants } from '#contract/people/notifications.ts'
import type { Settings } from '#contract/people/settings.ts'
import { NEWS_MS } from '#contract/system-commands.ts'
import type { Role } from '#rules/city.ts'
import { FIRST_CITY } from '#rules/city-words.ts'
import { type Keep, unkept } from '../runner/keep.ts'
import type { Outstanding, Policy } from '../runner/policy.ts'

interface Reader {
  role: Role
  digest: Digest
  /** Since when they want it, epoch ms; absent while they don't. */
  since?: number
  /** The notification with the last one that they got. */
  told?: string
}

/** `clock` tells which report is due. Each is asked for ahead of its hour: at that hour the log may well be silent. */
export function createDigestPolicy(clock: () => Date, keep: Keep = unkept): Policy {
  const readers = keep('readers', new Map<string, Reader>())
  /** How often they want it, whatever their role is. */
  const often = keep('often', new Map<string, Settings['reportEvery']>())
  const city = keep('city', { timeZone: FIRST_CITY.timeZone })

  function employed(userId: string, role: Role, since: number): void {
    const digest = digestOf(role, { reportEvery: often.get(userId) })
    if (digest) readers.set(userId, { role, digest, since })
    else readers.delete(userId)
  }

  function chose(userId: string, settings: Settings, at: number): void {
    if (settings.reportEvery) often.set(userId, settings.reportEvery)
    else often.delete(userId)
    const reader = readers.get(userId)
    if (!reader) return
    const digest = digestOf(reader.role, settings) ?? reader.digest
    // What was due at the other times, before they chose these, was not missed.
    if (digest !== reader.digest) Object.assign(reader, { digest, since: reader.since && at })
    reader.since = wants(reader.role, settings, 'digest') ? (reader.since ?? at) : undefined
  }

  function dueTo([userId, { digest, since, told }]: [string, Reader]): Outstanding[] {
    if (since === undefined) return []
    const now = clock().getTime()
    const { last, next } = dueAround(digest, city.timeZone, now)
    const missed = { digest, userId, ...last }
    const at = Date.parse(last.until)
    const isMissed = since < at && now - at < NEWS_MS && told !== digestId(missed)
    return [...(isMissed ? [askFor(missed)] : []), askFor({ digest, userId, ...next })]
  }

  return {
    evolve({ type, data }: Event, at = clock().getTime()) {
      switch (type) {
        // By when it was recorded: accounts of the demo are dated back, and were told nothing in that time.
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
    outstanding: () => [...readers].flatMap(dueTo),
  }
}

const askFor = (due: DigestDue): Outstanding => ({
  id: `digest-${digestId(due)}`,
  job: 'digest',
  data: due,
  notBefore: due.until,
})
