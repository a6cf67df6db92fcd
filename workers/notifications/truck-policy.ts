/**
 * Truck policy: notifies dispatchers when a truck starts and when it leaves for a site.
 * It notifies recyclers of loads on the way.
 */
import type { Event, EventData } from '#contract/events.ts'
import { truckPlanOf } from '#domain/planning.ts'
import type { Policy } from '../runner/policy.ts'
import { type OpenPolicyStatePart, prefixPolicyStateParts, unstoredState } from '../runner/policy-state.ts'
import { createRoleNotificationQueue } from './news.ts'

/** Creates the policy. `clock` decides which notifications are recent enough to be sent. */
export function createTruckPolicy(clock: () => Date, keep: OpenPolicyStatePart = unstoredState): Policy {
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
