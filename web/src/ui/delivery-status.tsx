/** Badge of a delivery's status, and the order of deliveries. */
import type { Delivery } from '#contract/views.ts'
import type { DeliveryStatus } from '#domain/city.ts'
import { Badge, type Tone } from './badge.tsx'

/** Colours: green for completed or arrived, yellow for in transit, blue otherwise. */
export const deliveryBadges: Record<DeliveryStatus, { label: string; tone: Tone }> = {
  pending: { label: 'Pending', tone: 'new' },
  'in-transit': { label: 'In Transit', tone: 'progress' },
  arrived: { label: 'Arrived', tone: 'done' },
  completed: { label: 'Completed', tone: 'done' },
}

export function DeliveryBadge({ status }: Pick<Delivery, 'status'>) {
  return <Badge tone={deliveryBadges[status].tone}>{deliveryBadges[status].label}</Badge>
}

/**
 * Sorts open deliveries first, then arrived, then completed ones.
 * Equal ones stay in order.
 */
export function byUrgency(deliveries: readonly Delivery[]): Delivery[] {
  const rank = ({ status }: Delivery) => (status === 'completed' ? 2 : status === 'arrived' ? 1 : 0)
  return deliveries.toSorted((a, b) => rank(a) - rank(b))
}
