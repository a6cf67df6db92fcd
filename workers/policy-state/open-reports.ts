/**
 * Open reports by zone, and their threshold settings.
 * If several events open or close a report, the first counts.
 * A cycle lasts from a zone's first open report until none is open.
 */

import type { Event, EventData } from '#contract/events.ts'
import { DEFAULT_CONFIGURATION } from '#contract/settings/configuration.ts'
import type { Zone } from '#domain/city.ts'
import { countedReportsOf, recommendationThresholdOf, type UnconfirmedReportRule } from '#domain/report-rules.ts'
import { findInitialZone } from '#domain/zones.ts'
import { openUnstoredState, type PolicyStatePartOpener } from '../runner/policy.ts'

export interface OpenReportsState {
  /**
   * Applies an event.
   * Returns zones whose last open report it closed.
   */
  evolve(event: Event): Zone[]
  /** Returns all zones that any event so far has named. */
  zones(): Zone[]
  count(zone: Zone): number
  /** Returns the number of open reports that count towards a collection. */
  counted(zone: Zone): number
  customers(zone: Zone): number
  /** Returns the number of reports at which a collection is recommended. */
  recommendedAt(zone: Zone): number
  /**
   * Returns the number of the zone's current or last collection cycle.
   * Returns 0 before the first cycle.
   */
  cycle(zone: Zone): number
}

type Opened = EventData<'BinReportedFull' | 'ReportReopened'>

interface ZoneReports {
  open: Set<string>
  /** Ids of the open reports of unconfirmed accounts. */
  unconfirmed: Set<string>
  customers: number
  cycle: number
}

/** Threshold settings that apply to all zones. */
interface ThresholdSettings {
  thresholds: EventData<'ConfigurationChanged'>['configuration']['thresholds']
  rule?: UnconfirmedReportRule | undefined
  mailServer?: boolean
}

export function createOpenReportsState(keep: PolicyStatePartOpener = openUnstoredState): OpenReportsState {
  const zones = keep('zones', new Map<Zone, ZoneReports>())
  const measures = keep<ThresholdSettings>('measures', { thresholds: DEFAULT_CONFIGURATION.thresholds })

  function zoneOf(zone: Zone): ZoneReports {
    const known = zones.get(zone) ?? {
      open: new Set(),
      unconfirmed: new Set(),
      customers: findInitialZone(zone)?.customers ?? 0,
      cycle: 0,
    }
    zones.set(zone, known)
    return known
  }

  function report({ zone, reportId, unconfirmed }: Pick<Opened, 'zone' | 'reportId' | 'unconfirmed'>): void {
    const state = zoneOf(zone)
    if (state.open.size === 0) state.cycle++
    state.open.add(reportId)
    if (unconfirmed) state.unconfirmed.add(reportId)
  }

  /**
   * Closes reports.
   * Returns whether the zone has no open reports left.
   */
  function close(zone: Zone, reportIds: readonly string[]): boolean {
    const { open, unconfirmed } = zoneOf(zone)
    let closed = 0
    for (const id of reportIds) {
      if (open.delete(id)) closed++
      unconfirmed.delete(id)
    }
    return closed > 0 && open.size === 0
  }

  function configure({ configuration }: EventData<'ConfigurationChanged'>): void {
    measures.thresholds = configuration.thresholds
    measures.rule = configuration.unconfirmedReports
    for (const [zone, { totalCustomers }] of Object.entries(configuration.zone_customers))
      zoneOf(zone).customers = totalCustomers
  }

  return {
    evolve({ type, data }) {
      switch (type) {
        case 'BinReportedFull':
        case 'ReportReopened':
          report(data)
          return []
        case 'ReportConfirmed':
          zoneOf(data.zone).unconfirmed.delete(data.reportId)
          return []
        case 'ConfigurationChanged':
          configure(data)
          return []
        case 'ZoneOpened':
          zoneOf(data.zoneId).customers = data.customers
          return []
        case 'ZoneConfigured':
          zoneOf(data.zone).customers = data.totalCustomers
          return []
        case 'MailServerSet':
          measures.mailServer = data.isSet
          return []
        case 'ReportCollected':
          return close(data.zone, [data.reportId]) ? [data.zone] : []
        case 'TruckDispatched':
          return data.loads.filter(({ zone, reportIds }) => close(zone, reportIds)).map(({ zone }) => zone)
        default:
          return []
      }
    },
    zones: () => [...zones.keys()],
    count: (zone) => zoneOf(zone).open.size,
    counted(zone) {
      const { open, unconfirmed, customers } = zoneOf(zone)
      const { rule, mailServer } = measures
      return countedReportsOf({ open: open.size, unconfirmed: unconfirmed.size, customers, rule, mailServer })
    },
    customers: (zone) => zoneOf(zone).customers,
    recommendedAt: (zone) => recommendationThresholdOf(zoneOf(zone).customers, measures.thresholds),
    cycle: (zone) => zoneOf(zone).cycle,
  }
}
