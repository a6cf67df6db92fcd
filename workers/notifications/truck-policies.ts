/**
 * Policies that notify dispatchers and recyclers of trucks and their deliveries.
 * `clock` decides which notifications are recent enough to be sent.
 */

import type { Event, EventData } from '#contract/events.ts'
import { truckPlanOf } from '#domain/planning.ts'
import { openUnstoredState, type Policy, type PolicyStatePartOpener, prefixPolicyStateParts } from '../runner/policy.ts'
import { createRoleNotificationQueue } from './role-notifications.ts'

/** A weight is unexpected if it differs from the estimate by more than this fraction. */
const UNEXPECTED_DIFFERENCE = 0.5

/**
 * Truck policy: notifies dispatchers when a truck starts and leaves for a site.
 * It notifies recyclers of loads on the way.
 */
export function createTruckPolicy(clock: () => Date, keep: PolicyStatePartOpener = openUnstoredState): Policy {
  const news = createRoleNotificationQueue(clock, prefixPolicyStateParts(keep, 'news'))
  const sites = keep('sites', new Map<string, string>())
  /** Number of reports planned for each open schedule, by schedule id. */
  const planned = keep('planned', new Map<string, number>())

  function setOut({ scheduleId, vehicleId, zone, startedAt: at }: EventData<'CollectionStarted'>): void {
    const reports = planned.get(scheduleId)
    news.tell(`route-${scheduleId}`, {
      audience: 'dispatcher',
      kind: 'dispatch',
      text: {
        kind: 'collection-started',
        values: { vehicle: vehicleId, zone, ...(reports !== undefined && { reports }) },
      },
      metadata: { scheduleId, vehicleId, zone },
      at,
    })
  }

  function left({ dispatchId, vehicleId, siteId, loads, ...data }: EventData<'TruckDispatched'>): void {
    const { estimatedArrival, scheduleIds, dispatchedAt: at } = data
    for (const id of scheduleIds) planned.delete(id)
    const onTheWay = loads.filter(({ status }) => status !== 'pending')
    if (onTheWay.length === 0) return
    const siteName = sites.get(siteId) ?? siteId
    const deliveryIds = onTheWay.map(({ deliveryId }) => deliveryId)
    const about = { kind: 'dispatch', at, metadata: { siteId, siteName, vehicleId, deliveryIds } } as const
    const reports = onTheWay.reduce((sum, load) => sum + load.reportIds.length + (load.alsoCollected ?? 0), 0)
    const tonnes = onTheWay.reduce((sum, { weight }) => sum + weight, 0) / 1_000
    const zones = onTheWay.map(({ zone }) => zone)
    const values = { vehicle: vehicleId, site: siteName, zones, tonnes, arrival: estimatedArrival }
    news.tell(`truck-${dispatchId}-dispatcher`, {
      ...about,
      audience: 'dispatcher',
      text: { kind: 'truck-left', values: { ...values, reports } },
    })
    news.tell(`truck-${dispatchId}-recycler`, {
      ...about,
      audience: 'recycler',
      text: { kind: 'delivery-under-way', values },
    })
  }

  return {
    evolve({ type, data }: Event) {
      switch (type) {
        case 'SiteOpened':
        case 'SiteChanged':
          sites.set(data.siteId, data.name)
          return
        case 'SiteClosed':
          sites.delete(data.siteId)
          return
        case 'CollectionScheduled': {
          const { reports } = truckPlanOf({ ...data, estimatedFuelConsumption: data.estimatedFuel })
          planned.set(data.scheduleId, reports)
          return
        }
        case 'CollectionStarted':
          return setOut(data)
        case 'CollectionCompleted':
        case 'CollectionCancelled':
          planned.delete(data.scheduleId)
          return
        case 'TruckDispatched':
          return left(data)
        case 'NotificationSent':
          return news.sent(data.notificationId)
      }
    },
    outstanding: news.outstanding,
  }
}

/** Delivery policy: notifies dispatchers of disputes and unexpected weights, recyclers of settlements. */
export function createDeliveryPolicy(clock: () => Date, keep: PolicyStatePartOpener = openUnstoredState): Policy {
  const { tell, sent, outstanding } = createRoleNotificationQueue(clock, prefixPolicyStateParts(keep, 'news'))
  const sites = keep('sites', new Map<string, string>())
  const about = ({ deliveryId, siteId }: { deliveryId: string; siteId: string }) => {
    const siteName = sites.get(siteId) ?? siteId
    return { siteName, metadata: { deliveryId, siteId, siteName } }
  }

  function disputed(data: EventData<'CompositionDisputed'>): void {
    const { deliveryId, disputedAt: at } = data
    const { siteName, metadata } = about(data)
    const text = { kind: 'composition-disputed', values: { site: siteName, delivery: deliveryId } } as const
    tell(`dispute-${deliveryId}-${at}`, { audience: 'dispatcher', kind: 'notice', text, metadata, at })
  }

  function settled(data: EventData<'DisputeSettled'>): void {
    const { deliveryId, accepted, composition, settledAt: at } = data
    const { siteName, metadata } = about(data)
    const outcome = !accepted ? 'unchanged' : composition ? 'found' : 'unknown'
    const text = { kind: 'dispute-settled', values: { site: siteName, delivery: deliveryId, outcome } } as const
    tell(`settlement-${deliveryId}-${at}`, { audience: 'recycler', kind: 'composition', text, metadata, at })
  }

  function weighed(data: EventData<'DeliveryWeighed'>): void {
    const { deliveryId, ticket, weight, before, recordedAt: at } = data
    if (before === undefined || Math.abs(weight - before) <= UNEXPECTED_DIFFERENCE * before) return
    const { siteName, metadata } = about(data)
    const values = { site: siteName, delivery: deliveryId, ticket, weight, expected: before }
    const text = { kind: 'weight-far-off', values } as const
    tell(`weight-${deliveryId}-${at}`, { audience: 'dispatcher', kind: 'notice', text, metadata, at })
  }

  return {
    evolve({ type, data }: Event) {
      switch (type) {
        case 'SiteOpened':
        case 'SiteChanged':
          sites.set(data.siteId, data.name)
          return
        case 'CompositionDisputed':
          return disputed(data)
        case 'DisputeSettled':
          return settled(data)
        case 'DeliveryWeighed':
          return weighed(data)
        case 'NotificationSent':
          return sent(data.notificationId)
      }
    },
    outstanding,
  }
}
