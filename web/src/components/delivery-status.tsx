/** A delivery's status as every screen shows it, and which deliveries come first. */
import type { Delivery } from '#contract/views.ts'
import type { DeliveryStatus } from '#rules/city.ts'
import { Badge, type Tone } from './badge.tsx'

/** Green for completed or arrived, yellow for in-transit, blue otherwise. */
export const deliveryBadges: Record<DeliveryStatus, { label: string; tone: Tone }> = {
  pending: { label: 'Pending', tone: 'new' },
  'in-transit': { label: 'In Transit', tone: 'progress' },
  arrived: { label: 'Arrived', tone: 'done' },
  completed: { label: 'Completed', tone: 'done' },
}

export function DeliveryBadge({ status }: Pick<Delivery, 'status'>) {
  return <Badge tone={deliveryBadges[status].tone}>{deliveryBadges[status].label}</Badge>
}

/** What is on its way first, then what waits to be unloaded; among equals the given order holds. */
export function byUrgency(deliveries: readonly Delivery[]): Delivery[] {
  const rank = ({ status }: Delivery) => (status === 'completed' ? 2 : status === 'arrived' ? 1 : 0)
  return deliveries.toSorted((a, b) => rank(a) - rank(b))
}
