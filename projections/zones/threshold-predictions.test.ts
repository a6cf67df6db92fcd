/** Tests predictions of when a zone reaches its threshold, and their scores. */
import { expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import type { ZoneRow } from '#contract/tables.ts'
import { givenEvents } from '../runner/fixtures.ts'
import { applyReportToPrediction as afterReport } from './threshold-predictions.ts'
import { toZoneCard, zonesView } from './zones-view.ts'

const zone = 'Teshie'
const CUSTOMERS = 50
const NEEDED = 40
const HOUR = 3_600_000
const at = (hours: number) => new Date(Date.UTC(2026, 0, 5) + hours * HOUR).toISOString()

const opened: Event = {
  type: 'ZoneOpened',
  data: {
    zoneId: zone,
    name: zone,
    distances: {},
    code: 'TE',
    customers: CUSTOMERS,
    centre: { lat: 5.6, lng: -0.1 },
    openedBy: 'd1',
    openedAt: at(0),
  },
}
const reported = (cycle: number, n: number, hours: number): Event => ({
  type: 'BinReportedFull',
  data: {
    reportId: `u${n}.${cycle}`,
    userId: `u${n}`,
    zone,
    sealed: 's',
    reportedAt: at(hours),
    told: { reportedCount: 1, total: CUSTOMERS, threshold: NEEDED },
  },
})
const dispatched = (cycle: number, hours: number, reports = NEEDED): Event => ({
  type: 'TruckDispatched',
  data: {
    dispatchId: `c${cycle}`,
    vehicleId: 'T1',
    siteId: 'WS001',
    scheduleIds: [],
    leftIds: [],
    dispatchedBy: 'd1',
    estimatedArrival: at(hours + 1),
    dispatchedAt: at(hours),
    loads: [
      {
        deliveryId: `l${cycle}`,
        zone,
        weight: 600,
        reportIds: Array.from({ length: reports }, (_, n) => `u${n}.${cycle}`),
      },
    ],
  },
})
/**
 * Returns the events of one collection cycle of the zone.
 * They are one report every `every` hours, then the collection.
 */
const cycle = (number: number, from: number, every = 1): Event[] => [
  ...Array.from({ length: NEEDED }, (_, n) => reported(number, n, from + n * every)),
  dispatched(number, from + NEEDED * every),
]
const cycles = (count: number, every?: number) =>
  Array.from({ length: count }, (_, n) => cycle(n + 1, n * (NEEDED * (every ?? 1) + 10), every)).flat()
const rowAfter = async (...events: Event[]) =>
  (await givenEvents(zonesView, [opened, ...events]).row(zone)) as unknown as ZoneRow
const cardAfter = async (...events: Event[]) => toZoneCard(await rowAfter(...events))

it('predicts nothing before three cycles are known', async () => {
  expect((await cardAfter(...cycles(2), reported(3, 0, 110))).reaches).toBeUndefined()
  expect((await cardAfter(...cycles(3), reported(4, 0, 160))).reaches).toBeDefined()
})

it('says when it is due, and how often it came when it was to', async () => {
  const card = await cardAfter(...cycles(8), reported(9, 0, 400))
  expect(Date.parse(card.reaches?.from ?? '')).toBeLessThan(Date.parse(at(439)))
  expect(Date.parse(card.reaches?.until ?? '')).toBeGreaterThan(Date.parse(at(439)))
  expect(card.foretold).toEqual({ of: 5, within: 5 })
})

it('counts a cycle against it that was long in coming', async () => {
  // Half of the reports come at the usual rate.
  // The other half comes two days later.
  const halting = Array.from({ length: NEEDED }, (_, n) => reported(9, n, 400 + n + (n >= NEEDED / 2 ? 48 : 0)))
  const card = await cardAfter(...cycles(8), ...halting, dispatched(9, 520), reported(10, 0, 521))
  expect(card.foretold).toEqual({ of: 6, within: 5 })
})

it('counts a cycle against it that was emptied when it was to be full and was not', async () => {
  const half = Array.from({ length: NEEDED / 2 }, (_, n) => reported(9, n, 400 + n))
  const cameAfter = async (hours: number) =>
    (await rowAfter(...cycles(8), ...half, dispatched(9, hours, NEEDED / 2))).reached?.map(({ came }) => came).slice(5)
  expect(await cameAfter(520)).toEqual([Date.parse(at(520))])
  // The zone was collected before the predicted time, so the prediction gets no score.
  expect(await cameAfter(425)).toEqual([])
})

it('forgets what was foreseen before a truck took most of it', async () => {
  // The zone has one report more than half of the reports that a collection needs.
  // The truck collects half of the needed reports, so one report stays open.
  const half = Array.from({ length: NEEDED / 2 + 1 }, (_, n) => reported(9, n, 400 + n))
  expect((await rowAfter(...cycles(8), ...half)).foretold).toBeDefined()
  expect((await rowAfter(...cycles(8), ...half, dispatched(9, 425, NEEDED / 2))).foretold).toBeUndefined()
})

it('scores no cycle by what was foreseen of another', () => {
  const at = Date.UTC(2026, 0, 5)
  const old = { at, from: at, until: at, cycle: 1 }
  const thresholds = { recommendPercent: 80, smallZone: 10 }
  const row = { cycle: 2, totalCustomers: CUSTOMERS, openReports: NEEDED, thresholds, foretold: old }
  expect(afterReport(row as never, row as never, new Date(at).toISOString())).not.toHaveProperty('reached')
})

it('says nothing of what is recommended already, and nothing of a closed zone', async () => {
  const due = [...cycles(8), ...cycle(9, 400).slice(0, NEEDED)]
  expect((await cardAfter(...due)).reaches).toBeUndefined()
  const closed: Event = { type: 'ZoneClosed', data: { zoneId: zone, closedBy: 'd1', closedAt: at(500) } }
  expect((await cardAfter(...cycles(8), reported(9, 0, 400), closed)).reaches).toBeUndefined()
})
