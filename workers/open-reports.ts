/** The open reports by zone, as the log tells of them: each is opened and closed once, by whichever of its events comes first. */
import type { Zone } from '#contract/city.ts'
import type { Event } from '#contract/events.ts'

export interface OpenReports {
  /** Takes in the next event; the zones whose last open report it closed. */
  evolve(event: Event): Zone[]
  count(zone: Zone): number
}

export function createOpenReports(): OpenReports {
  const zones = new Map<Zone, Set<string>>()

  function idsOf(zone: Zone): Set<string> {
    const known = zones.get(zone) ?? new Set<string>()
    zones.set(zone, known)
    return known
  }

  /** Whether the zone is empty with this. */
  function close(zone: Zone, reportIds: readonly string[]): boolean {
    const open = idsOf(zone)
    let closed = 0
    for (const id of reportIds) if (open.delete(id)) closed++
    return closed > 0 && open.size === 0
  }

  return {
    evolve({ type, data }) {
      switch (type) {
        case 'BinReportedFull':
          idsOf(data.zone).add(data.reportId)
          return []
        case 'ReportCollected':
          return close(data.zone, [data.reportId]) ? [data.zone] : []
        case 'TruckDispatched':
          return data.loads.filter(({ zone, reportIds }) => close(zone, reportIds)).map(({ zone }) => zone)
        default:
          return []
      }
    },
    count: (zone) => idsOf(zone).size,
  }
}
