/**
 * Composition policy: notifies recyclers of each new composition.
 * When a site becomes more than 90 % full, it notifies recyclers and dispatchers.
 */

import type { Event, EventData } from '#contract/events.ts'
import type { Role } from '#domain/city.ts'
import type { Policy } from '../runner/policy.ts'
import { type OpenPolicyStatePart, prefixPolicyStateParts, unstoredState } from '../runner/policy-state.ts'
import { createRoleNotificationQueue, type RoleNotification } from './news.ts'

interface KnownSite {
  name: string
  /** tonnes */
  maxCapacity: number
}

/** Creates the policy. `clock` decides which notifications are recent enough to be sent. */
export function createCompositionPolicy(clock: () => Date, keep: OpenPolicyStatePart = unstoredState): Policy {
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
