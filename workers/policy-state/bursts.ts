/**
 * Detects bursts: many new accounts that report in one zone within an hour.
 * Several policies use it.
 */

import type { Event } from '#contract/events.ts'
import type { Zone } from '#domain/city.ts'
import { NEW_ACCOUNT_MAX_AGE_MS, REPORT_BURST_WINDOW_MS, reportBurstThresholdOf } from '#domain/report-rules.ts'
import { openUnstoredState, type PolicyStatePartOpener } from '../runner/policy.ts'
import type { OpenReportsState } from './open-reports.ts'

interface Burst {
  zone: Zone
  cycle: number
  /** Number of new accounts that reported in the zone within an hour, when the burst was detected. */
  reports: number
}

interface Bursts {
  /**
   * Applies an event.
   * Call it after the state of open reports has applied the same event.
   */
  evolve(event: Event): void
  /**
   * Returns whether the zone's cycle has a burst (many reports by new accounts).
   * Ignores bursts that a dispatcher cleared.
   */
  holds(zone: Zone): boolean
  /**
   * Returns the bursts of reports from new accounts in all current collection cycles.
   * Includes bursts that a dispatcher has cleared.
   */
  all(): Burst[]
}

interface ZoneBursts {
  /**
   * Time (epoch ms) of the last report of each new account, by user.
   * Contains only reports of the last hour.
   */
  recent: Map<string, number>
  burst?: Burst
  cleared: boolean
}

/**
 * Whether two times are less than `ms` apart.
 * Either may be the later one: a wrong clock may have stored the future.
 */
const isWithin = (at: number, other: number, ms: number) => Math.abs(at - other) < ms

export function createReportBurstState(
  reports: Pick<OpenReportsState, 'count' | 'cycle' | 'recommendedAt'>,
  keep: PolicyStatePartOpener = openUnstoredState,
): Bursts {
  /** Sign-up times within the last day, by user, oldest first. */
  const newcomers = keep('newcomers', new Map<string, number>())
  const zones = keep('zones', new Map<Zone, ZoneBursts>())

  function zoneOf(zone: Zone): ZoneBursts {
    const known = zones.get(zone) ?? { recent: new Map(), cleared: false }
    zones.set(zone, known)
    return known
  }

  function isNew(userId: string, at: number): boolean {
    for (const [id, since] of newcomers) {
      if (isWithin(at, since, NEW_ACCOUNT_MAX_AGE_MS)) break
      newcomers.delete(id)
    }
    return newcomers.has(userId)
  }

  /** Drops the zone's burst (reports by new accounts) when a cycle starts. */
  function begin(zone: Zone): void {
    if (reports.count(zone) === 1) Object.assign(zoneOf(zone), { burst: undefined, cleared: false })
  }

  function report(zone: Zone, userId: string, at: number): void {
    const state = zoneOf(zone)
    if (!isNew(userId, at)) return
    for (const [id, time] of state.recent) if (!isWithin(at, time, REPORT_BURST_WINDOW_MS)) state.recent.delete(id)
    // An account that reports again after a collection counts only once.
    state.recent.set(userId, at)
    if (state.recent.size >= reportBurstThresholdOf(reports.recommendedAt(zone)))
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
