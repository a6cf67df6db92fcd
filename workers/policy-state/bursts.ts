/**
 * Detects bursts: many new accounts that report in one zone within an hour.
 * Policies share this fold.
 */

import type { Event } from '#contract/events.ts'
import type { Zone } from '#domain/city.ts'
import { BURST_WINDOW_MS, burstAt, NEW_ACCOUNT_MS } from '#domain/report-counting.ts'
import { emptyState, type PolicyState } from '../runner/policy-state.ts'
import type { OpenReports } from './open-reports.ts'

interface Burst {
  zone: Zone
  cycle: number
  /** New accounts that reported within the hour, at detection. */
  reports: number
}

interface Bursts {
  /** Folds the next event, after `reports` has. */
  evolve(event: Event): void
  /** Returns whether the zone has an uncleared burst in its current cycle. */
  holds(zone: Zone): boolean
  /** Returns the bursts of the current cycles, including cleared ones. */
  all(): Burst[]
}

interface ZoneBursts {
  /** Last report times in ms of new accounts within the window before the newest report. */
  recent: Map<string, number>
  burst?: Burst
  cleared: boolean
}

export function createBursts(
  reports: Pick<OpenReports, 'count' | 'cycle' | 'recommendedAt'>,
  keep: PolicyState = emptyState,
): Bursts {
  /** Sign-up times of the last day, oldest first. */
  const newcomers = keep('newcomers', new Map<string, number>())
  const zones = keep('zones', new Map<Zone, ZoneBursts>())

  function zoneOf(zone: Zone): ZoneBursts {
    const known = zones.get(zone) ?? { recent: new Map(), cleared: false }
    zones.set(zone, known)
    return known
  }

  function isNew(userId: string, at: number): boolean {
    for (const [id, since] of newcomers) {
      if (at - since < NEW_ACCOUNT_MS) break
      newcomers.delete(id)
    }
    return newcomers.has(userId)
  }

  /** The first report of a cycle drops the previous burst. */
  function begin(zone: Zone): void {
    if (reports.count(zone) === 1) Object.assign(zoneOf(zone), { burst: undefined, cleared: false })
  }

  function report(zone: Zone, userId: string, at: number): void {
    const state = zoneOf(zone)
    if (!isNew(userId, at)) return
    for (const [id, time] of state.recent) if (at - time >= BURST_WINDOW_MS) state.recent.delete(id)
    // A repeated report after a collection does not count as another account.
    state.recent.set(userId, at)
    if (state.recent.size >= burstAt(reports.recommendedAt(zone)))
      state.burst ??= { zone, cycle: reports.cycle(zone), reports: state.recent.size }
  }

  return {
    evolve({ type, data }) {
      if (type === 'AccountRegistered' && data.unconfirmed) newcomers.set(data.userId, Date.parse(data.registeredAt))
      if (type === 'BinReportedFull' || type === 'ReportReopened') begin(data.zone)
      if (type === 'BinReportedFull') report(data.zone, data.userId, Date.parse(data.reportedAt))
      if (type === 'BurstCleared' && reports.cycle(data.zone) === data.cycle) zoneOf(data.zone).cleared = true
    },
    holds(zone) {
      const state = zones.get(zone)
      return state?.burst !== undefined && !state.cleared
    },
    all: () => [...zones.values()].flatMap(({ burst }) => burst ?? []),
  }
}
