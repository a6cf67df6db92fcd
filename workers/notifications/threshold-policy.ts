/** Threshold policy: a zone whose reports reach its customers alerts dispatchers, once a cycle; the cycle's end archives it. */
import { DEFAULT_CUSTOMERS, ZONES, type Zone } from '#contract/city.ts'
import type { Event } from '#contract/events.ts'
import { thresholdAlertId } from '#contract/system-commands.ts'
import { createOpenReports } from '../open-reports.ts'
import type { Outstanding, Policy } from '../policy.ts'

interface ZoneCycle {
  required: number
  cycle: number
  /** The cycle that was alerted last; 0 for none. */
  alerted: number
}

export function createThresholdPolicy(): Policy {
  const zones = new Map<Zone, ZoneCycle>()
  const reports = createOpenReports()
  const outstanding = new Map<string, Outstanding>()
  /** Archivings that wait for their alert to be there: of two jobs at once the second may run first. */
  const afterSent = new Map<string, Outstanding>()
  /** Alerts that somebody archived before the end of their cycle. */
  const archived = new Set<string>()

  function zoneOf(zone: Zone): ZoneCycle {
    const known = zones.get(zone) ?? { required: DEFAULT_CUSTOMERS[zone], cycle: 0, alerted: 0 }
    zones.set(zone, known)
    return known
  }

  function ask(id: string, command: Outstanding['command']): void {
    outstanding.set(id, { id, command })
  }

  /** Also called when the customers change: fewer of them may be what makes a zone ready. */
  function alertWhenReady(zone: Zone, state: ZoneCycle): void {
    const open = reports.count(zone)
    if (open === 0 || open < state.required || state.alerted === state.cycle) return
    state.alerted = state.cycle
    const { cycle, required } = state
    ask(`raise-${thresholdAlertId(zone, cycle)}`, { type: 'RaiseThresholdAlert', zone, cycle, reports: open, required })
  }

  function archiveOnceSent(zone: Zone, cycle: number): void {
    const alert = thresholdAlertId(zone, cycle)
    if (archived.delete(alert)) return
    const archiving = { id: `archive-${alert}`, command: { type: 'ArchiveThresholdAlert', zone, cycle } } as const
    if (outstanding.has(`raise-${alert}`)) afterSent.set(alert, archiving)
    else outstanding.set(archiving.id, archiving)
  }

  function wasSent(alert: string): void {
    outstanding.delete(`raise-${alert}`)
    const archiving = afterSent.get(alert)
    if (!archiving) return
    afterSent.delete(alert)
    outstanding.set(archiving.id, archiving)
  }

  function wasArchived(alert: string): void {
    const asked = outstanding.delete(`archive-${alert}`)
    if (!asked && alert.startsWith('threshold-')) archived.add(alert)
  }

  return {
    evolve(event: Event) {
      for (const zone of reports.evolve(event)) {
        const { alerted, cycle } = zoneOf(zone)
        if (alerted === cycle) archiveOnceSent(zone, cycle)
      }
      switch (event.type) {
        case 'ZoneConfigured': {
          const state = zoneOf(event.data.zone)
          state.required = event.data.totalCustomers
          return alertWhenReady(event.data.zone, state)
        }
        case 'ConfigurationChanged':
          for (const zone of ZONES) {
            const state = zoneOf(zone)
            state.required = event.data.configuration.zone_customers[zone].totalCustomers
            alertWhenReady(zone, state)
          }
          return
        case 'BinReportedFull': {
          const state = zoneOf(event.data.zone)
          if (reports.count(event.data.zone) === 1) state.cycle++
          return alertWhenReady(event.data.zone, state)
        }
        case 'NotificationSent':
          return wasSent(event.data.notificationId)
        case 'NotificationArchived':
          return wasArchived(event.data.notificationId)
      }
    },
    outstanding: () => [...outstanding.values()],
  }
}
