/** Fixtures of zone tests. */
import type { EventOf } from '#contract/events.ts'
import { createEvent } from '../kernel/decider.ts'
import { NOW } from '../kernel/fixtures.ts'

export const NOW_ISO = NOW.toISOString()

export const TESHIE = {
  name: 'Teshie',
  code: 'TE',
  customers: 120,
  centre: { lat: 5.58, lng: -0.1 },
  distances: { WS001: 20.5 },
  openedBy: 'd1',
}

export const zoneOpened = (of: Partial<typeof TESHIE> = {}): EventOf<'ZoneOpened'> => {
  const zone = { ...TESHIE, ...of }
  return createEvent('ZoneOpened', { zoneId: zone.name, ...zone, openedAt: NOW_ISO })
}
export const zoneClosed = createEvent('ZoneClosed', { zoneId: 'Teshie', closedBy: 'd1', closedAt: NOW_ISO })
