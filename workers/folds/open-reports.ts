/** The open reports by zone, as the log tells of them: each is opened and closed once, by whichever of its events comes first. */

import type { Event } from '#contract/events.ts'
import type { Zone } from '#rules/city.ts'
import { countedOf, type UnconfirmedRule } from '#rules/counting.ts'

export interface OpenReports {
  /** Takes in the next event; the zones whose last open report it closed. */
  evolve(event: Event): Zone[]
  count(zone: Zone): number
  /** Of those, as many as count towards a collection of a zone with so many customers. */
  counted(zone: Zone, customers: number): number
}

export function createOpenReports(): OpenReports {
  const zones = new Map<Zone, Set<string>>()
  /** By zone, those of the open ones whose reporters are not confirmed. */
  const unconfirmed = new Map<Zone, Set<string>>()
  let rule: UnconfirmedRule | undefined
  let mailServer: boolean | undefined

  function idsOf(zone: Zone): Set<string> {
    const known = zones.get(zone) ?? new Set<string>()
    zones.set(zone, known)
    return known
  }

  /** Whether the zone is empty with this. */
  function close(zone: Zone, reportIds: readonly string[]): boolean {
    const open = idsOf(zone)
    let closed = 0
    for (const id of reportIds) {
      if (open.delete(id)) closed++
      unconfirmed.get(zone)?.delete(id)
    }
    return closed > 0 && open.size === 0
  }

  return {
    evolve({ type, data }) {
      switch (type) {
        case 'BinReportedFull':
          idsOf(data.zone).add(data.reportId)
          if (data.unconfirmed) unconfirmed.set(data.zone, (unconfirmed.get(data.zone) ?? new Set()).add(data.reportId))
          return []
        case 'ReportConfirmed':
          unconfirmed.get(data.zone)?.delete(data.reportId)
          return []
        case 'ConfigurationChanged':
          rule = data.configuration.unconfirmedReports
          return []
        case 'MailServerSet':
          mailServer = data.isSet
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
    counted(zone, customers) {
      const [open, unsure] = [idsOf(zone).size, unconfirmed.get(zone)?.size ?? 0]
      return countedOf({ open, unconfirmed: unsure, customers, rule, mailServer })
    },
  }
}
