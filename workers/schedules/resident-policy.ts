/**
 * Resident policy: notifies waiting residents about the truck for their reports.
 * It does so when a truck is scheduled, when it starts, and when it has collected.
 */

import type { Event, EventData } from '#contract/events.ts'
import {
  NOTIFICATION_MAX_AGE_MS,
  type NotifyResidentCommand,
  type NotifyWaitingResidentsCommand,
  residentNoticeIdOf,
} from '#contract/internal-commands.ts'
import type { Zone } from '#domain/city.ts'
import { STOP_EXCEPTIONS } from '#domain/stop-outcomes.ts'
import {
  type CommandJob,
  createCommandJob,
  createRankCounter,
  openUnstoredState,
  type Policy,
  type PolicyStatePartOpener,
  yieldAtRank,
} from '../runner/policy.ts'

const HOUR_MS = 60 * 60_000
/**
 * Maximum number of announcements to the residents of a zone in an hour.
 * Further ones appear only in the app.
 * A dispatcher who schedules and cancels in a loop would send thousands to each resident.
 */
const MAX_ANNOUNCEMENTS_PER_HOUR = 60

interface DatedCommandJob extends CommandJob {
  /** Time at which the event happened. */
  at: string
  /** User who caused the event: a dispatcher, driver or the resident. */
  by?: string
}

/**
 * Creates the policy that notifies residents.
 * Its state contains the open reports and one day of notifications.
 * `clock` decides which notifications are recent enough: an old log sends none.
 */
export function createResidentNewsPolicy(clock: () => Date, keep: PolicyStatePartOpener = openUnstoredState): Policy {
  /** Residents with open reports, by zone and report id. */
  const waiting = keep('waiting', new Map<Zone, Map<string, string>>())
  /**
   * Ids of open schedules, by zone.
   * Residents are notified only of the first truck of a collection, not of additional trucks.
   */
  const schedules = keep('schedules', new Map<Zone, Set<string>>())
  const outstanding = keep('outstanding', new Map<string, DatedCommandJob>())
  /**
   * Users who are not yet notified of an announcement to many residents, by job id.
   * One job sends the whole announcement, because it may have thousands of recipients.
   */
  const untold = keep('untold', new Map<string, Set<string>>())

  /**
   * Ids of reports that the driver left with a reason, by schedule.
   * Their residents have been notified.
   */
  const left = keep('left', new Map<string, Set<string>>())

  /** Times of the last hour's announcements to many residents, by zone. */
  const announced = keep('announced', new Map<Zone, number[]>())

  /** Counts an announcement; returns false above the limit of its zone. */
  function countAnnouncement({ zone, at }: Pick<NotifyWaitingResidentsCommand, 'zone' | 'at'>): boolean {
    const time = Date.parse(at)
    const recent = (announced.get(zone) ?? []).filter((other) => Math.abs(time - other) < HOUR_MS)
    const isWithin = recent.length < MAX_ANNOUNCEMENTS_PER_HOUR
    announced.set(zone, isWithin ? [...recent, time] : recent)
    return isWithin
  }

  const isOld = (at: string) => clock().getTime() - Date.parse(at) > NOTIFICATION_MAX_AGE_MS

  function tell(news: Omit<NotifyResidentCommand, 'type'>, by = news.userId): void {
    if (isOld(news.at)) return
    const id = residentNoticeIdOf(news)
    outstanding.set(id, { ...createCommandJob(`notify-${id}`, { type: 'NotifyResident', ...news }), at: news.at, by })
  }

  /** Confirms a report by phone, because the phone shows the answer only briefly. */
  function reportedByPhone({ reportId: subject, userId, zone, reportedAt: at }: EventData<'BinReportedFull'>): void {
    tell({ kind: 'reported', userId, zone, subject, at })
  }

  function tellWaiting(news: Omit<NotifyWaitingResidentsCommand, 'type'>): void {
    tellAll(news, [...(waiting.get(news.zone)?.values() ?? [])])
  }

  /** Notifies residents whose reports the truck did not collect. */
  function missed(
    news: Pick<NotifyWaitingResidentsCommand, 'zone' | 'subject' | 'at'>,
    reportIds: readonly string[],
  ): void {
    const known = left.get(news.subject)
    left.delete(news.subject)
    tellOf(
      { kind: 'missed', ...news },
      reportIds.filter((id) => !known?.has(id)),
    )
  }

  /**
   * Notifies a resident why the driver left the bin.
   * Each reason is sent once.
   * Only the last reason is sent if it changes.
   */
  function served(data: EventData<'StopServed'>): void {
    const { stopId, userId, zone, scheduleId, exception, servedAt, servedBy } = data
    for (const other of STOP_EXCEPTIONS)
      if (other !== exception)
        forget(residentNoticeIdOf({ kind: 'left', subject: stopId, userId, left: { scheduleId, exception: other } }))
    if (exception === undefined) return
    left.set(scheduleId, (left.get(scheduleId) ?? new Set()).add(stopId))
    // Drops the notification that the collection was undone.
    // The notification with the driver's reason explains more.
    forget(residentNoticeIdOf({ kind: 'undone', subject: stopId, userId }))
    tell({ kind: 'left', userId, zone, subject: stopId, at: servedAt, left: { scheduleId, exception } }, servedBy)
  }

  /** Notifies the residents whose reports are in `reportIds` and still open. */
  function tellOf(news: Omit<NotifyWaitingResidentsCommand, 'type'>, reportIds: readonly string[]): void {
    const open = waiting.get(news.zone)
    tellAll(
      news,
      reportIds.flatMap((id) => open?.get(id) ?? []),
    )
  }

  function tellAll(news: Omit<NotifyWaitingResidentsCommand, 'type'>, userIds: readonly string[]): void {
    if (isOld(news.at) || userIds.length === 0 || !countAnnouncement(news)) return
    const id = `tell-${news.kind}-${news.subject}`
    const job = createCommandJob(id, { type: 'TellWaiting', ...news })
    outstanding.set(id, { ...job, at: news.at })
    untold.set(id, new Set(userIds.map((userId) => residentNoticeIdOf({ ...news, userId }))))
  }

  function forget(id: string): void {
    outstanding.delete(id)
    untold.delete(id)
  }

  function sent(notificationId: string): void {
    outstanding.delete(notificationId)
    for (const [id, notifications] of untold)
      if (notifications.delete(notificationId) && notifications.size === 0) forget(id)
  }

  function scheduled({ scheduleId, zone, scheduledAt, scheduledStart, estimatedCompletion }: Scheduled): void {
    const others = schedules.get(zone) ?? new Set<string>()
    const window = { from: scheduledStart, until: estimatedCompletion }
    if (others.size === 0) tellWaiting({ kind: 'schedule', zone, subject: scheduleId, at: scheduledAt, window })
    schedules.set(zone, others.add(scheduleId))
  }

  function started({ scheduleId: subject, zone, startedAt: at, reportIds }: EventData<'CollectionStarted'>): void {
    tellOf({ kind: 'dispatch', zone, subject, at }, reportIds)
  }

  /** Notifies a resident of a mistaken collection notice, unless the resident reported it. */
  function reopened(data: EventData<'ReportReopened'>): void {
    const { reportId, previousId, userId, zone, reason, reopenedAt: at, reopenedBy } = data
    entryOf(waiting, zone).set(reportId, userId)
    forget(residentNoticeIdOf({ kind: 'collected', subject: previousId, userId }))
    if (reason === 'mistake') tell({ kind: 'undone', userId, zone, subject: reportId, at }, reopenedBy)
  }

  /** Closes the schedules that end with a dispatch, and notifies missed residents. */
  function ended({ scheduleIds, leftIds = [], dispatchedAt: at }: EventData<'TruckDispatched'>): void {
    for (const [zone, open] of schedules)
      for (const subject of scheduleIds) if (open.delete(subject)) missed({ zone, subject, at }, leftIds)
  }

  return {
    evolve({ type, data }: Event) {
      switch (type) {
        case 'BinReportedFull':
          entryOf(waiting, data.zone).set(data.reportId, data.userId)
          if (data.via) reportedByPhone(data)
          return
        case 'ReportReopened':
          return reopened(data)
        case 'ReportCollected': {
          const { reportId: subject, userId, zone, collectedAt: at, collectedBy } = data
          const waited = waiting.get(zone)?.delete(subject)
          return waited ? tell({ kind: 'collected', userId, zone, subject, at }, collectedBy) : undefined
        }
        case 'StopServed':
          return served(data)
        case 'CollectionScheduled':
          return scheduled(data)
        case 'CollectionStarted':
          return started(data)
        case 'CollectionCompleted':
          schedules.get(data.zone)?.delete(data.scheduleId)
          return missed({ zone: data.zone, subject: data.scheduleId, at: data.completedAt }, data.reportIds ?? [])
        case 'CollectionCancelled':
          schedules.get(data.zone)?.delete(data.scheduleId)
          return missed({ zone: data.zone, subject: data.scheduleId, at: data.cancelledAt }, data.reportIds)
        case 'CancellationUndone':
          // Sends nothing: residents were notified when the truck was scheduled.
          schedules.set(data.zone, (schedules.get(data.zone) ?? new Set()).add(data.scheduleId))
          return
        case 'TruckDispatched':
          ended(data)
          // Requests no notifications: the job that completes the dispatch sends them.
          // Thousands of jobs, one per resident, would delay all others.
          for (const { zone, reportIds } of data.loads) for (const id of reportIds) waiting.get(zone)?.delete(id)
          return
        case 'NotificationSent':
          return sent(data.notificationId)
      }
    },
    outstanding() {
      // Drops notifications unsent for a day, because they are outdated or unwanted.
      for (const [id, { at }] of outstanding) if (isOld(at)) forget(id)
      const rankOf = createRankCounter()
      return [...outstanding.values()].map(({ at: _, by = '', ...job }) => {
        if (job.data.type === 'TellWaiting') return { ...job, background: rankOf(job.data.zone) }
        // A dispatcher who collects and undoes in a loop delays no other jobs.
        return yieldAtRank(job, rankOf(by))
      })
    },
  }
}

type Scheduled = EventData<'CollectionScheduled'>

function entryOf(zones: Map<Zone, Map<string, string>>, zone: Zone): Map<string, string> {
  const known = zones.get(zone) ?? new Map<string, string>()
  zones.set(zone, known)
  return known
}
