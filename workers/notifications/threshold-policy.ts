/**
 * Threshold policy: alerts dispatchers to recommended collections and fully reported zones.
 * Sends each alert once per collection cycle, and archives it when the cycle ends.
 */

import type { Event } from '#contract/events.ts'
import { ALERT_LEVELS, type AlertLevel, isThresholdAlert, thresholdAlertIdOf } from '#contract/internal-commands.ts'
import type { Zone } from '#domain/city.ts'
import { createOpenReportsState } from '../policy-state/open-reports.ts'
import {
  createCommandJob,
  isRecent,
  type OutstandingJob,
  openUnstoredState,
  type Policy,
  type PolicyStatePartOpener,
  prefixPolicyStateParts,
  REPEATED_RANK,
} from '../runner/policy.ts'

/** Maximum number of obsolete alerts that are remembered; most were never sent. */
const MAX_OVER = 1_000

export function createThresholdPolicy(keep: PolicyStatePartOpener = openUnstoredState): Policy {
  /** Alert levels that were requested in each zone's current collection cycle. */
  const alerted = keep('alerted', new Map<Zone, Set<AlertLevel>>())
  const reports = createOpenReportsState(prefixPolicyStateParts(keep, 'reports'))
  const outstanding = keep('outstanding', new Map<string, OutstandingJob>())
  /**
   * Alerts whose cycle ended before they were sent.
   * They are obsolete, but the sending of one may already be in progress.
   */
  const over = keep('over', new Map<string, OutstandingJob>())
  /** Last cycle with an alert, and that alert's time in epoch ms, by zone. */
  const lastAlerts = keep('last alerts', new Map<Zone, { cycle: number; at: number; isRepeated: boolean }>())
  /** Alerts that a person archived before their cycle ended. */
  const archived = keep('archived', new Set<string>())

  function alertedIn(zone: Zone): Set<AlertLevel> {
    const known = alerted.get(zone) ?? new Set()
    alerted.set(zone, known)
    return known
  }

  /**
   * Requests an alert if the zone's reports have reached an alert level.
   * Also runs when thresholds change, because a lowered threshold may be reached.
   */
  function alertWhereReached(zone: Zone, at: number): void {
    const [counted, cycle] = [reports.counted(zone), reports.cycle(zone)]
    for (const level of ALERT_LEVELS) {
      const required = level === 'ready' ? reports.customers(zone) : reports.recommendedAt(zone)
      if (counted === 0 || counted < required || alertedIn(zone).has(level)) continue
      alertedIn(zone).add(level)
      const command = { type: 'RaiseThresholdAlert', zone, cycle, level, reports: counted, required } as const
      const id = `raise-${thresholdAlertIdOf(command)}`
      const job = createCommandJob(id, command)
      outstanding.set(id, isRepeated(zone, cycle, at) ? { ...job, background: REPEATED_RANK } : job)
    }
  }

  /**
   * Returns whether the zone's last cycle had an alert just before.
   * A dispatcher who collects and undoes in a loop would cause an alert of each cycle.
   */
  function isRepeated(zone: Zone, cycle: number, at: number): boolean {
    const last = lastAlerts.get(zone)
    if (last?.cycle === cycle) return last.isRepeated
    const repeated = isRecent(last?.at, at)
    lastAlerts.set(zone, { cycle, at, isRepeated: repeated })
    return repeated
  }

  function endCycle(zone: Zone): void {
    for (const level of alertedIn(zone)) {
      const command = { type: 'ArchiveThresholdAlert', zone, cycle: reports.cycle(zone), level } as const
      const alert = thresholdAlertIdOf(command)
      const archiving = createCommandJob(`archive-${alert}`, command)
      if (outstanding.delete(`raise-${alert}`)) setOver(alert, archiving)
      else if (!archived.delete(alert)) outstanding.set(archiving.id, archiving)
    }
    alerted.delete(zone)
  }

  function setOver(alert: string, archiving: OutstandingJob): void {
    over.set(alert, archiving)
    const [oldest] = over.keys()
    if (over.size > MAX_OVER && oldest !== undefined) over.delete(oldest)
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
    evolve(event: Event, at = 0) {
      for (const zone of reports.evolve(event)) endCycle(zone)
      switch (event.type) {
        case 'ZoneOpened':
          return alertWhereReached(event.data.zoneId, at)
        case 'ZoneConfigured':
        case 'BinReportedFull':
        case 'ReportReopened':
        case 'ReportConfirmed':
          return alertWhereReached(event.data.zone, at)
        case 'ConfigurationChanged':
        case 'MailServerSet':
          for (const zone of reports.zones()) alertWhereReached(zone, at)
          return
        case 'NotificationSent':
          return wasSent(event.data.notificationId)
        case 'NotificationRestored':
          archived.delete(event.data.notificationId)
          return
        case 'NotificationArchived':
          return wasArchived(event.data.notificationId)
      }
    },
    outstanding: () => [...outstanding.values()],
  }
}
