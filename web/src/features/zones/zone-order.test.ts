/** Order of the zones' rows, and their headline. */
import { expect, it } from 'vitest'
import { byZoneUrgency, headline, zoneWithMainAction } from './zone-order.ts'
import type { ZoneRowState } from './zone-row-state.ts'

const zone = (id: string, state: ZoneRowState['state'], currentReports = 0, totalCustomers = 100) => ({
  id,
  line: { state, ready: currentReports >= totalCustomers, action: null },
  currentReports,
  totalCustomers,
})

it('has first what is overdue, then READY and recommended ones, then what is on its way, then the fullest', () => {
  const zones = [
    zone('a', 'waiting', 10),
    zone('b', 'waiting', 7, 10),
    zone('c', 'scheduled', 90),
    zone('d', 'no-truck', 85),
    zone('e', 'planned', 82),
    zone('f', 'due', 20, 20),
    zone('g', 'overdue', 0),
    zone('h', 'under-way', 100),
    zone('i', 'finished', 0),
    zone('j', 'waiting', 10),
  ]
  const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id).join('')
  expect(ids(byZoneUrgency(zones))).toBe('gfdechibaj')
  expect(ids(zones)).toBe('abcdefghij')
})

it('has one next best action: of what is overdue or due, the first that can be done', () => {
  const act = { kind: 'choose' } as const
  const able = (id: string, state: ZoneRowState['state']) => ({
    ...zone(id, state),
    line: { state, ready: false, action: act },
  })
  const calm = [able('a', 'scheduled'), able('b', 'under-way'), able('c', 'finished'), able('d', 'waiting')]
  expect(
    zoneWithMainAction([zone('e', 'no-truck'), zone('f', 'due'), able('g', 'planned'), able('h', 'due')])?.id,
  ).toBe('g')
  expect(zoneWithMainAction([able('i', 'overdue'), able('j', 'planned')])?.id).toBe('i')
  expect(zoneWithMainAction(calm)).toBeUndefined()
})

it('counts each recommended truck once', () => {
  const plan = (...trucks: string[]) =>
    ({
      state: 'planned',
      action: { kind: 'schedule', plan: trucks.map((vehicleId) => ({ vehicleId })) },
    }) as unknown as ZoneRowState
  expect(headline([plan('T001', 'T002'), plan('T002')])).toBe('Recommended: 2 trucks for zones that reached threshold')
  expect(headline([])).toBe('No recommendations available.')
})
