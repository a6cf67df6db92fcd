/** How a delivery is shown: its badge, its load, and what can be done with it next. */

import type { Delivery } from '#contract/views.ts'
import type { DeliveryStatus } from '#rules/city.ts'
import type { Tone } from '#web/components/badge.tsx'
import { counted } from '#web/format/numbers.ts'

/** Green for completed or arrived, yellow for in-transit, blue otherwise. */
export const deliveryBadges: Record<DeliveryStatus, { label: string; tone: Tone }> = {
  pending: { label: 'Pending', tone: 'new' },
  'in-transit': { label: 'In Transit', tone: 'progress' },
  arrived: { label: 'Arrived', tone: 'done' },
  completed: { label: 'Completed', tone: 'done' },
}

/** The next step of a delivery, as its button names it and as its toast says it is done; none after the last. */
export const nextSteps: Partial<Record<DeliveryStatus, { to: DeliveryStatus; label: string; done: string }>> = {
  pending: { to: 'in-transit', label: 'Set out', done: 'Delivery is in transit' },
  'in-transit': { to: 'arrived', label: 'Arrived', done: 'Delivery has arrived' },
  arrived: { to: 'completed', label: 'Complete', done: 'Delivery completed' },
}

/** '1,050 kg (estimate) · 8 reports'; '–' where nobody knows the weight. */
export function loadOf({ weight, estimated, reportsCount }: Delivery): string {
  const kg = weight === undefined ? '–' : `${Math.round(weight).toLocaleString('en')} kg`
  return `${kg}${weight !== undefined && estimated ? ' (estimate)' : ''} · ${counted(reportsCount, 'report')}`
}

/** What is on its way first, then what waits to be unloaded; among equals the given order holds. */
export function byUrgency(deliveries: readonly Delivery[]): Delivery[] {
  const rank = ({ status }: Delivery) => (status === 'completed' ? 2 : status === 'arrived' ? 1 : 0)
  return deliveries.toSorted((a, b) => rank(a) - rank(b))
}
