/** Delivery policy: notifies dispatchers of disputes and unexpected weights, and recyclers of settlements. */
import type { Event, EventData } from '#contract/events.ts'
import type { Policy } from '../runner/policy.ts'
import { type OpenPolicyStatePart, prefixPolicyStateParts, unstoredState } from '../runner/policy-state.ts'
import { createRoleNotificationQueue } from './news.ts'

/** Relative difference from the estimate at which a weight counts as unexpected. */
const FAR_OFF = 0.5

/** Creates the policy. `clock` decides which notifications are recent enough to be sent. */
export function createDeliveryPolicy(clock: () => Date, keep: OpenPolicyStatePart = unstoredState): Policy {
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
    if (before === undefined || Math.abs(weight - before) <= FAR_OFF * before) return
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
