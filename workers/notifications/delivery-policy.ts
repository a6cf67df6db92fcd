/** Delivery policy: notifies dispatchers of disputes and deviating weights, and recyclers of settlements. */
import type { Event, EventData } from '#contract/events.ts'
import { withUnit } from '#domain/number-format.ts'
import type { Policy } from '../runner/policy.ts'
import { emptyState, type PolicyState, withPrefix } from '../runner/policy-state.ts'
import { createRoleNews } from './news.ts'

/** Relative deviation from the expected weight that is worth a notification. */
const FAR_OFF = 0.5

/** `clock` decides which news are current. */
export function createDeliveryPolicy(clock: () => Date, keep: PolicyState = emptyState): Policy {
  const { tell, sent, outstanding } = createRoleNews(clock, withPrefix(keep, 'news'))
  const sites = keep('sites', new Map<string, string>())
  const about = ({ deliveryId, siteId }: { deliveryId: string; siteId: string }) => {
    const siteName = sites.get(siteId) ?? siteId
    return { siteName, metadata: { deliveryId, siteId, siteName } }
  }

  function disputed(data: EventData<'CompositionDisputed'>): void {
    const { deliveryId, disputedAt: at } = data
    const { siteName, metadata } = about(data)
    const title = 'Composition Disputed'
    const message = `${siteName} disputed the composition of delivery ${deliveryId}. Please decide who is right.`
    tell(`dispute-${deliveryId}-${at}`, { audience: 'dispatcher', kind: 'notice', title, message, metadata, at })
  }

  function settled(data: EventData<'DisputeSettled'>): void {
    const { deliveryId, accepted, composition, settledAt: at } = data
    const { siteName, metadata } = about(data)
    const right = composition ? 'your composition is in use now' : 'its composition is unknown now'
    const message = accepted
      ? `You were right about delivery ${deliveryId} to ${siteName}: ${right}.`
      : `The composition of delivery ${deliveryId} to ${siteName} stays the same.`
    const news = { audience: 'recycler', kind: 'composition', title: 'Dispute Settled', message, metadata, at } as const
    tell(`settlement-${deliveryId}-${at}`, news)
  }

  function weighed(data: EventData<'DeliveryWeighed'>): void {
    const { deliveryId, ticket, weight, before, recordedAt: at } = data
    if (before === undefined || Math.abs(weight - before) <= FAR_OFF * before) return
    const { siteName, metadata } = about(data)
    const title = 'Weight Far From Expected'
    const message = `Delivery ${deliveryId} weighed ${withUnit(weight, 'kg')} at ${siteName}, not ${withUnit(before, 'kg')} as expected (ticket ${ticket}).`
    tell(`weight-${deliveryId}-${at}`, { audience: 'dispatcher', kind: 'notice', title, message, metadata, at })
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
