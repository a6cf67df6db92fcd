/** Resident policy: who waits for a truck hears when it is scheduled and when it sets out; who was collected hears that. */
import type { Zone } from '#contract/city.ts'
import type { Event, EventData } from '#contract/events.ts'
import { NEWS_MS, type NotifyResident, residentNoticeId, type TellWaiting } from '#contract/system-commands.ts'
import type { Outstanding, Policy } from '../policy.ts'

/** The open schedules of a zone, by id: of several trucks the first one tells, the others would only repeat it. */
type Told = Map<string, { setOut: boolean }>

interface News extends Outstanding {
  /** When it happened. */
  at: string
}

/** What is told to many, with the notifications of it that were not sent yet. */
interface Telling extends News {
  untold: Set<string>
}

/** Keeps what is open and a day's news. `clock` tells what is news: an old log makes nobody's phone ring. */
export function createResidentPolicy(clock: () => Date): Policy {
  /** Zone to the open reports in it, each with its resident. */
  const waiting = new Map<Zone, Map<string, string>>()
  const schedules = new Map<Zone, Told>()
  const news = new Map<string, News>()
  /** Apart, since each notification that was sent may be of any of them: they are few, while single news are thousands. */
  const tellings = new Map<string, Telling>()

  const isOld = (at: string) => clock().getTime() - Date.parse(at) > NEWS_MS

  function tell(told: Omit<NotifyResident, 'type'>): void {
    if (isOld(told.at)) return
    const id = residentNoticeId(told)
    news.set(id, { id: `notify-${id}`, command: { type: 'NotifyResident', ...told }, at: told.at })
  }

  function tellWaiting(told: Omit<TellWaiting, 'type'>): void {
    const userIds = [...(waiting.get(told.zone)?.values() ?? [])]
    if (isOld(told.at) || userIds.length === 0) return
    const id = `tell-${told.kind}-${told.subject}`
    const untold = new Set(userIds.map((userId) => residentNoticeId({ ...told, userId })))
    tellings.set(id, { id, command: { type: 'TellWaiting', ...told }, at: told.at, untold })
  }

  function sent(notificationId: string): void {
    news.delete(notificationId)
    for (const [id, { untold }] of tellings) if (untold.delete(notificationId) && untold.size === 0) tellings.delete(id)
  }

  function scheduled({ scheduleId, zone, scheduledAt, scheduledStart, estimatedCompletion }: Scheduled): void {
    const others = entryOf(schedules, zone)
    const window = { from: scheduledStart, until: estimatedCompletion }
    if (others.size === 0) tellWaiting({ kind: 'schedule', zone, subject: scheduleId, at: scheduledAt, window })
    others.set(scheduleId, { setOut: false })
  }

  function started({ scheduleId, zone, startedAt }: EventData<'CollectionStarted'>): void {
    const open = entryOf(schedules, zone)
    const first = ![...open.values()].some(({ setOut }) => setOut)
    if (first) tellWaiting({ kind: 'dispatch', zone, subject: scheduleId, at: startedAt })
    open.set(scheduleId, { setOut: true })
  }

  return {
    evolve({ type, data }: Event) {
      switch (type) {
        case 'BinReportedFull':
          entryOf(waiting, data.zone).set(data.reportId, data.userId)
          return
        case 'ReportCollected': {
          const { reportId, userId, zone, collectedAt } = data
          const waited = waiting.get(zone)?.delete(reportId)
          return waited ? tell({ kind: 'collected', userId, zone, subject: reportId, at: collectedAt }) : undefined
        }
        case 'CollectionScheduled':
          return scheduled(data)
        case 'CollectionStarted':
          return started(data)
        case 'CollectionCompleted':
        case 'CollectionCancelled':
          schedules.get(data.zone)?.delete(data.scheduleId)
          return
        case 'TruckDispatched':
          for (const open of schedules.values()) for (const id of data.scheduleIds) open.delete(id)
          // The job that finishes the dispatch tells the residents: thousands of jobs would hold up all others.
          for (const { zone, reportIds } of data.loads) for (const id of reportIds) waiting.get(zone)?.delete(id)
          return
        case 'NotificationSent':
          return sent(data.notificationId)
      }
    },
    outstanding() {
      // What was not sent within a day was not wanted, or is no news any more.
      for (const kept of [news, tellings]) for (const [id, { at }] of kept) if (isOld(at)) kept.delete(id)
      return [...news.values(), ...tellings.values()].map(({ id, command }) => ({ id, command }))
    },
  }
}

type Scheduled = EventData<'CollectionScheduled'>

function entryOf<Inner>(zones: Map<Zone, Map<string, Inner>>, zone: Zone): Map<string, Inner> {
  const known = zones.get(zone) ?? new Map<string, Inner>()
  zones.set(zone, known)
  return known
}
