/**
 * Notifications to all users of a role, each requested until sent or too old.
 * Policies request them for site compositions, nightly forecasts and reopened reports.
 */

import type { Event, EventData } from '#contract/events.ts'
import { nightlyForecastIdOf } from '#contract/forecasts/forecasts.ts'
import { NOTIFICATION_MAX_AGE_MS, type NotifyRoleCommand } from '#contract/internal-commands.ts'
import type { Role } from '#domain/city.ts'
import { addDays } from '#domain/city-time.ts'
import {
  type CommandJob,
  createCommandJob,
  type OutstandingJob,
  openUnstoredState,
  type Policy,
  type PolicyStatePartOpener,
  prefixPolicyStateParts,
  yieldFurtherJobs,
} from '../runner/policy.ts'

/**
 * Maximum number of pending notifications of a role about one subject.
 * Further ones replace the oldest, which nobody would read in time.
 */
const MAX_PENDING_OF_A_SUBJECT = 50

type RoleNotification = Omit<NotifyRoleCommand, 'type' | 'notificationId'>

/**
 * Creates the queue of notifications for roles.
 * `clock` decides which notifications are recent enough, so an old log sends none.
 */
export function createRoleNotificationQueue(clock: () => Date, keep: PolicyStatePartOpener) {
  const outstanding = keep('outstanding', new Map<string, CommandJob & { at: string }>())
  /** Ids of the pending notifications by subject, oldest first. */
  const bySubject = keep('by subject', new Map<string, Set<string>>())
  const isOld = (at: string) => clock().getTime() - Date.parse(at) > NOTIFICATION_MAX_AGE_MS

  function remove(notificationId: string): void {
    const job = outstanding.get(notificationId)
    if (!job) return
    outstanding.delete(notificationId)
    const subject = subjectOf(job)
    const pending = bySubject.get(subject)
    pending?.delete(notificationId)
    if (pending?.size === 0) bySubject.delete(subject)
  }

  return {
    tell(notificationId: string, news: RoleNotification): void {
      if (isOld(news.at)) return
      const command = { type: 'NotifyRole', notificationId, ...news } as const
      const job = createCommandJob(`notify-${notificationId}`, command)
      outstanding.set(notificationId, { ...job, at: news.at })
      const subject = subjectOf(job)
      const pending = bySubject.get(subject) ?? new Set()
      bySubject.set(subject, pending.add(notificationId))
      const [oldest] = pending
      if (oldest !== undefined && pending.size > MAX_PENDING_OF_A_SUBJECT) remove(oldest)
    },
    sent: remove,
    outstanding(): OutstandingJob[] {
      for (const [id, { at }] of outstanding) if (isOld(at)) remove(id)
      return yieldFurtherJobs(
        [...outstanding.values()].map(({ at: _, ...one }) => one),
        subjectOf,
      )
    },
  }
}

/** Returns the role and the site or zone that a notification is about. */
function subjectOf({ data }: CommandJob): string {
  if (data.type !== 'NotifyRole') return data.type
  const { siteId, zone } = data.metadata as { siteId?: string; zone?: string }
  return [data.audience, data.kind, siteId ?? zone].join(' ')
}

interface KnownSite {
  name: string
  /** tonnes */
  maxCapacity: number
}

/**
 * Composition policy: notifies recyclers of each new composition.
 * When a site exceeds 90 %, it notifies recyclers and dispatchers.
 */
export function createCompositionNotificationPolicy(
  clock: () => Date,
  keep: PolicyStatePartOpener = openUnstoredState,
): Policy {
  const sites = keep('sites', new Map<string, KnownSite>())
  const { tell, sent, outstanding } = createRoleNotificationQueue(clock, prefixPolicyStateParts(keep, 'news'))

  function updated(data: EventData<'SiteCompositionUpdated'>): void {
    const { siteId, number, crossed, updatedAt: at } = data
    const known = sites.get(siteId)
    if (!known) return
    tell(`composition-${siteId}-${number}`, { audience: 'recycler', ...compositionNews(known, data), at })
    if (!crossed) return
    for (const audience of ['recycler', 'dispatcher'] satisfies Role[])
      tell(`capacity-${siteId}-${number}-${audience}`, { audience, ...capacityNews(known, data), at })
  }

  return {
    evolve({ type, data }: Event) {
      switch (type) {
        case 'SiteOpened':
          sites.set(data.siteId, { name: data.name, maxCapacity: data.maxCapacity })
          return
        case 'SiteChanged': {
          const known = sites.get(data.siteId)
          if (known) known.name = data.name
          return
        }
        case 'SiteClosed':
          sites.delete(data.siteId)
          return
        case 'SiteCompositionUpdated':
          return updated(data)
        case 'NotificationSent':
          return sent(data.notificationId)
      }
    },
    outstanding,
  }
}

type CompositionNotice = Pick<RoleNotification, 'kind' | 'text' | 'metadata'>

function compositionNews({ name: siteName }: KnownSite, data: EventData<'SiteCompositionUpdated'>): CompositionNotice {
  const { siteId, composition, currentCapacity } = data
  return {
    kind: 'composition',
    text: { kind: 'composition-updated', values: { site: siteName } },
    metadata: { siteId, siteName, updateType: 'composition', composition, currentCapacity },
  }
}

function capacityNews(
  { name: siteName, maxCapacity }: KnownSite,
  data: EventData<'SiteCompositionUpdated'>,
): CompositionNotice {
  const { siteId, currentCapacity } = data
  const kind = currentCapacity >= maxCapacity ? 'site-full' : 'site-almost-full'
  return {
    kind: 'capacity',
    text: { kind, values: { site: siteName, used: currentCapacity, capacity: maxCapacity } },
    metadata: { siteId, siteName, updateType: 'capacity', currentCapacity, maxCapacity },
  }
}

/**
 * Forecast news policy: notifies recyclers of each nightly forecast.
 * It sends nothing about a forecast that a user requested, because that user sees the forecast anyway.
 */
export function createForecastNewsPolicy(clock: () => Date, keep: PolicyStatePartOpener = openUnstoredState): Policy {
  const { tell, sent, outstanding } = createRoleNotificationQueue(clock, prefixPolicyStateParts(keep, 'news'))

  function made({ forecastId, madeOn, madeAt: at, city, regularity }: EventData<'ForecastMade'>): void {
    const date = addDays(madeOn, 1)
    const day = city.find((other) => other.date === date)
    if (!day || forecastId !== nightlyForecastIdOf(madeOn)) return
    const { p10, p50, p90 } = day
    const loads = regularity && { loadDays: regularity.days, ofDays: regularity.of }
    const text = { kind: 'waste-forecast', values: { date, p10, p50, p90, ...loads } } as const
    const metadata = { date, tonnes: p50, p10, p90 }
    tell(`forecast-${date}`, { audience: 'recycler', kind: 'forecast', text, metadata, at })
  }

  return {
    evolve({ type, data }: Event) {
      switch (type) {
        case 'ForecastMade':
          return made(data)
        case 'NotificationSent':
          return sent(data.notificationId)
      }
    },
    outstanding,
  }
}

/** Creates the policy that notifies dispatchers if a resident reports a bin as not collected. */
export function createReopenedReportPolicy(clock: () => Date, keep: PolicyStatePartOpener = openUnstoredState): Policy {
  const news = createRoleNotificationQueue(clock, prefixPolicyStateParts(keep, 'news'))
  return {
    evolve({ type, data }: Event) {
      if (type === 'NotificationSent') news.sent(data.notificationId)
      if (type !== 'ReportReopened' || data.reason !== 'not-collected') return
      const { reportId, zone, reopenedAt: at } = data
      news.tell(`reopened-${reportId}`, {
        audience: 'dispatcher',
        kind: 'missed',
        text: { kind: 'report-reopened', values: { zone } },
        metadata: { reportId, zone },
        at,
      })
    },
    outstanding: news.outstanding,
  }
}
