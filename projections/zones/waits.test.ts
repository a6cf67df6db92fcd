/**
 * Tests the usual waiting time on a zone's card.
 * It is computed from collected reports; an undone collection does not count.
 */
import { expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import type { ZoneRow } from '#contract/tables.ts'
import { givenEvents } from '../runner/fixtures.ts'
import { toZoneCard, zonesView } from './zones-view.ts'

const zone = 'Ablekuma North'
const HOUR = 3_600_000
const at = (hours: number) => new Date(Date.UTC(2026, 0, 5) + hours * HOUR).toISOString()

const reported = (n: number, hours: number): Event => ({
  type: 'BinReportedFull',
  data: {
    reportId: `u${n}.1`,
    userId: `u${n}`,
    zone,
    sealed: 's',
    reportedAt: at(hours),
    told: { reportedCount: 1, total: 145, threshold: 116 },
  },
})
const collected = (n: number, hours: number, until: number, dispatchId?: string): Event => ({
  type: 'ReportCollected',
  data: {
    reportId: `u${n}.1`,
    userId: `u${n}`,
    zone,
    reportedAt: at(hours),
    collectedBy: 'd1',
    collectedAt: at(until),
    ...(dispatchId && { dispatchId }),
  },
})
const dispatched = (n: number, hours: number): Event => ({
  type: 'TruckDispatched',
  data: {
    dispatchId: `c${n}`,
    vehicleId: 'T1',
    siteId: 'WS001',
    scheduleIds: [],
    leftIds: [],
    dispatchedBy: 'd1',
    estimatedArrival: at(hours + 1),
    dispatchedAt: at(hours),
    loads: [{ deliveryId: `l${n}`, zone, weight: 600, reportIds: [`u${n}.1`] }],
  },
})
/** Returns events of twelve reports, one per day, each collected `wait` hours later. */
const twelve = (wait: number, way: (n: number, from: number, until: number) => Event[]) =>
  Array.from({ length: 12 }, (_, n) => [reported(n, n * 24), ...way(n, n * 24, n * 24 + wait)]).flat()
const cardAfter = async (...events: Event[]) =>
  toZoneCard((await givenEvents(zonesView, events).row(zone)) as unknown as ZoneRow)

const marked = (n: number, from: number, until: number) => [collected(n, from, until)]
const taken = (n: number, from: number, until: number) => [dispatched(n, until), collected(n, from, until, `c${n}`)]

it.each([
  ['marked one by one', marked],
  ['taken by a truck', taken],
])('counts reports that were %s', async (_, way) => {
  const card = await cardAfter(...twelve(30, way))
  expect(card.usualWait).toEqual({ hours: 48, of: 10 })
  expect(card.currentReports).toBe(0)
})

it('says nothing of a zone whose reports nobody has collected yet', async () => {
  expect(await cardAfter(...Array.from({ length: 12 }, (_, n) => reported(n, n)))).not.toHaveProperty('usualWait')
})

it('does not count a mark that was undone', async () => {
  const undone = (n: number): Event => ({
    type: 'ReportReopened',
    data: {
      reportId: `u${n}.2`,
      previousId: `u${n}.1`,
      userId: `u${n}`,
      zone,
      sealed: 's',
      reportedAt: at(n * 24),
      collectedAt: at(n * 24 + 30),
      reason: 'mistake',
      reopenedBy: 'd1',
      reopenedAt: at(n * 24 + 31),
    },
  })
  const after = await cardAfter(...twelve(30, marked), undone(11))
  expect(after).toMatchObject({ currentReports: 1 })
  expect(after).not.toHaveProperty('usualWait')
})
