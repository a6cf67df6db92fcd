/** Random events of dumping sites. */
import type { EventOf } from '#contract/events.ts'
import type { EventGenerator } from './ingredients.ts'

let updates = 0

const site = (n: number, at: string): EventOf<'SiteOpened'> => ({
  type: 'SiteOpened',
  data: {
    siteId: `W${n}`,
    name: `Site ${n}`,
    location: 'Accra',
    coordinates: { lat: 5.6, lng: -0.2 },
    maxCapacity: 1_000,
    currentCapacity: 10 * n,
    composition: { plastic: 100 },
    openedBy: 'a1',
    openedAt: at,
  },
})

const composed = (n: number, m: number, at: string): EventOf<'SiteCompositionUpdated'> => ({
  type: 'SiteCompositionUpdated',
  data: {
    ...{ siteId: `W${n}`, number: ++updates, composition: { glass: 10 * m, metal: 100 - 10 * m }, currentCapacity: m },
    ...{ source: 'typed', crossed: false, updatedBy: 'd1', updatedAt: at },
    arrived: [{ deliveryId: `l${n}-${m}`, vehicleId: `T${n % 3}` }],
  },
})

export const siteEventGenerators = {
  site: (n, _, { at }) => site(n, at),
  closeSite: (n, _, { at }) => ({ type: 'SiteClosed', data: { siteId: `W${n}`, closedBy: 'a1', closedAt: at } }),
  changeSite: (n, m, { at }) => ({
    type: 'SiteChanged',
    data: {
      ...{ siteId: `W${n}`, name: `Site ${n} of ${m}`, location: 'Tema', coordinates: { lat: 5.7, lng: 0.01 * m } },
      ...{ changedBy: 'd1', changedAt: at },
    },
  }),
  update: (n, m, { at }) => composed(n, m, at),
} satisfies Record<string, EventGenerator>
