/**
 * Threshold policy: a zone whose reports recommend a collection alerts dispatchers, and again when all its customers have
 * reported; each once a cycle. The cycle's end archives both.
 */

import { DEFAULT_CONFIGURATION } from '#contract/configuration.ts'
import type { Event } from '#contract/events.ts'
import { ALERT_LEVELS, type AlertLevel, isThresholdAlert, thresholdAlertId } from '#contract/system-commands.ts'
import { DEFAULT_CUSTOMERS, ZONES, type Zone } from '#rules/city.ts'
import { recommendAt } from '#rules/thresholds.ts'
import { createOpenReports } from '../folds/open-reports.ts'
import type { Outstanding, Policy } from '../runner/policy.ts'

interface ZoneCycle {
  customers: number
  cycle: number
  /** What was alerted in this cycle. */
  alerted: Set<AlertLevel>
}

export function createThresholdPolicy(): Policy {
  const zones = new Map<Zone, ZoneCycle>()
  const reports = createOpenReports()
  const outstanding = new Map<string, Outstanding>()
  /** Alerts of cycles that ended before they were sent: nobody needs them any more, but one may be on its way. */
  const over = new Map<string, Outstanding>()
  /** Alerts that somebody archived before the end of their cycle. */
  const archived = new Set<string>()
  let { thresholds } = DEFAULT_CONFIGURATION

  function zoneOf(zone: Zone): ZoneCycle {
    const known = zones.get(zone) ?? { customers: DEFAULT_CUSTOMERS[zone], cycle: 0, alerted: new Set() }
    zones.set(zone, known)
    return known
  }

  /** Also called when customers or thresholds change: fewer of them may be what makes a zone ready. */
  function alertWhereReached(zone: Zone): void {
    const { customers, cycle, alerted } = zoneOf(zone)
    const counted = reports.counted(zone, customers)
    for (const level of ALERT_LEVELS) {
      const required = level === 'ready' ? customers : recommendAt(customers, thresholds)
      if (counted === 0 || counted < required || alerted.has(level)) continue
      alerted.add(level)
      const command = { type: 'RaiseThresholdAlert', zone, cycle, level, reports: counted, required } as const
      const id = `raise-${thresholdAlertId(command)}`
      outstanding.set(id, { id, command })
    }
  }

  function endCycle(zone: Zone): void {
    const { cycle, alerted } = zoneOf(zone)
    for (const level of alerted) {
      const command = { type: 'ArchiveThresholdAlert', zone, cycle, level } as const
      const alert = thresholdAlertId(command)
      const archiving = { id: `archive-${alert}`, command }
      if (outstanding.delete(`raise-${alert}`)) over.set(alert, archiving)
      else if (!archived.delete(alert)) outstanding.set(archiving.id, archiving)
    }
    alerted.clear()
  }

  function wasSent(alert: string): void {
    outstanding.delete(`raise-${alert}`)
    const archiving = over.get(alert)
    if (archiving && over.delete(alert)) outstanding.set(archiving.id, archiving)
  }

  function wasArchived(alert: string): void {
    const asked = outstanding.delete(`archive-${alert}`)
    if (!asked && isThresholdAlert(alert)) archived.add(alert)
  }

  return {
    evolve(event: Event) {
      for (const zone of reports.evolve(event)) endCycle(zone)
      switch (event.type) {
        case 'ZoneConfigured':
          zoneOf(event.data.zone).customers = event.data.totalCustomers
          return alertWhereReached(event.data.zone)
        case 'ConfigurationChanged':
          thresholds = event.data.configuration.thresholds
          for (const zone of ZONES) {
            zoneOf(zone).customers = event.data.configuration.zone_customers[zone].totalCustomers
            alertWhereReached(zone)
          }
          return
        case 'BinReportedFull':
          if (reports.count(event.data.zone) === 1) zoneOf(event.data.zone).cycle++
          return alertWhereReached(event.data.zone)
        case 'ReportConfirmed':
          return alertWhereReached(event.data.zone)
        case 'MailServerSet':
          for (const zone of ZONES) alertWhereReached(zone)
          return
        case 'NotificationSent':
          return wasSent(event.data.notificationId)
        case 'NotificationArchived':
          return wasArchived(event.data.notificationId)
      }
    },
    outstanding: () => [...outstanding.values()],
  }
}
