/** Bursts: many new accounts that report in one zone within an hour; the fold that policies share. */

import { DEFAULT_CONFIGURATION } from '#contract/configuration.ts'
import type { Event, EventData } from '#contract/events.ts'
import { DEFAULT_CUSTOMERS, type Zone } from '#rules/city.ts'
import { BURST_WINDOW_MS, burstAt, NEW_ACCOUNT_MS } from '#rules/counting.ts'
import { recommendAt } from '#rules/thresholds.ts'
import type { OpenReports } from './open-reports.ts'

export interface Burst {
  zone: Zone
  cycle: number
  /** New accounts that reported within the hour, when it was noticed. */
  reports: number
}

export interface Bursts {
  /** Takes in the next event, after `reports` has. */
  evolve(event: Event): void
  /** Whether the zone has a burst in its present cycle that no dispatcher has cleared. */
  holds(zone: Zone): boolean
  /** The bursts of the present cycles, cleared ones too. */
  all(): Burst[]
}

interface ZoneBursts {
  customers: number
  cycle: number
  /** The new accounts that reported here within the window before the newest report, and when they last did, in ms. */
  recent: Map<string, number>
  burst?: Burst
  cleared: boolean
}

export function createBursts(reports: Pick<OpenReports, 'count'>): Bursts {
  /** When those signed up who did so within the last day, the longest ago first. */
  const newcomers = new Map<string, number>()
  const zones = new Map<Zone, ZoneBursts>()
  let { thresholds } = DEFAULT_CONFIGURATION

  function zoneOf(zone: Zone): ZoneBursts {
    const known = zones.get(zone) ?? { customers: DEFAULT_CUSTOMERS[zone], cycle: 0, recent: new Map(), cleared: false }
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

  function report(zone: Zone, userId: string, at: number): void {
    const state = zoneOf(zone)
    if (reports.count(zone) === 1) Object.assign(state, { cycle: state.cycle + 1, burst: undefined, cleared: false })
    if (!isNew(userId, at)) return
    for (const [id, time] of state.recent) if (at - time >= BURST_WINDOW_MS) state.recent.delete(id)
    // Whoever reports again, because the truck was there in between, is no further account.
    state.recent.set(userId, at)
    if (state.recent.size >= burstAt(recommendAt(state.customers, thresholds)))
      state.burst ??= { zone, cycle: state.cycle, reports: state.recent.size }
  }

  function configure({
    zone_customers,
    thresholds: configured,
  }: EventData<'ConfigurationChanged'>['configuration']): void {
    thresholds = configured
    for (const [zone, { totalCustomers }] of Object.entries(zone_customers))
      zoneOf(zone as Zone).customers = totalCustomers
  }

  return {
    evolve({ type, data }) {
      if (type === 'ConfigurationChanged') configure(data.configuration)
      if (type === 'ZoneConfigured') zoneOf(data.zone).customers = data.totalCustomers
      if (type === 'AccountRegistered' && data.unconfirmed) newcomers.set(data.userId, Date.parse(data.registeredAt))
      if (type === 'BinReportedFull') report(data.zone, data.userId, Date.parse(data.reportedAt))
      if (type === 'BurstCleared' && zoneOf(data.zone).cycle === data.cycle) zoneOf(data.zone).cleared = true
    },
    holds(zone) {
      const state = zones.get(zone)
      return state?.burst !== undefined && !state.cleared
    },
    all: () => [...zones.values()].flatMap(({ burst }) => burst ?? []),
  }
}
