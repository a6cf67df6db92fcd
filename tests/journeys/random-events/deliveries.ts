/** Random events of deliveries. */
import type { EventOf } from '#contract/events.ts'
import { DELIVERY_STATUSES } from '#domain/city.ts'
import { addHours, type EventGenerator, type GeneratorContext, pick, RESIDENTS, zoneOf } from './ingredients.ts'

const loadOf = (n: number, m: number) => ({ deliveryId: `l${n}-${m}`, siteId: 'WS001' })

const weighed = (n: number, m: number, at: string): EventOf<'DeliveryWeighed'> => ({
  type: 'DeliveryWeighed',
  data: {
    ...loadOf(n, m),
    ...{ ticket: `A-${n}${m}`, gross: 9_000 + n, tare: 8_000, weight: 1_000 + n, before: 600 },
    ...{ weighedBy: 'c1', weighedAt: at, recordedAt: at },
  },
})

/**
 * Returns a generated composition dispute.
 * It is by the recycler, or by a resident whose account other events may erase.
 */
async function disputed(
  n: number,
  m: number,
  { at: disputedAt, sealer }: GeneratorContext,
): Promise<EventOf<'CompositionDisputed'>> {
  const disputedBy = pick(['c1', RESIDENTS[2]], n + m)
  const sealed = await sealer.seal(disputedBy, { reason: `Wet paper of ${disputedBy}` })
  const composition = m % 2 ? { plastic: 40, organic: 60 } : undefined
  return { type: 'CompositionDisputed', data: { ...loadOf(n, m), composition, sealed, disputedBy, disputedAt } }
}

const settled = (n: number, m: number, at: string): EventOf<'DisputeSettled'> => ({
  type: 'DisputeSettled',
  data: {
    ...{ ...loadOf(n, m), accepted: n % 2 === 0, settledBy: 'd1', settledAt: at },
    ...(n % 2 === 0 && m % 2 && { composition: { plastic: 40, organic: 60 } }),
  },
})

export const deliveryEventGenerators = {
  createDelivery: (n, m, { at }) => ({
    type: 'DeliveryCreated',
    data: {
      ...{ ...loadOf(n, m), vehicleId: `T${n % 3}`, zone: zoneOf(m), status: pick(DELIVERY_STATUSES, n) },
      ...{ estimated: m % 2 === 0, reportsCount: m, estimatedArrival: addHours(at, 1), createdBy: 'd1', createdAt: at },
      ...(m % 3 && { weight: 100 * m }),
    },
  }),
  move: (n, m, { at }) => ({
    type: 'DeliveryMoved',
    data: { deliveryId: `l${n}-${m}`, status: pick(DELIVERY_STATUSES, n + m), movedBy: 'd1', movedAt: at } as never,
  }),
  undoComplete: (n, m, { at }) => ({
    type: 'CompletionUndone',
    data: { deliveryId: `l${n}-${m}`, undoneBy: 'd1', undoneAt: at },
  }),
  weigh: (n, m, { at }) => weighed(n, m, at),
  useTicket: (n, m, { at }) => ({
    type: 'TicketUsed',
    data: { siteId: 'WS001', ticket: `A-${n}${m}`, deliveryId: `l${n}-${m}`, usedAt: at },
  }),
  dispute: (n, m, made) => disputed(n, m, made),
  settle: (n, m, { at }) => settled(n, m, at),
} satisfies Record<string, EventGenerator>
