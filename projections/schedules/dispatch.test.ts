/** Tests the rows after a dispatch, for any order of events. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import type { DeliveryStatus } from '#domain/city.ts'
import { referenceOf } from '#domain/reference.ts'
import { reportsView } from '../reports/reports-view.ts'
import { givenEvents } from '../runner/fixtures.ts'
import type { AnyView } from '../runner/view.ts'
import { addOpenReportId, NO_OPEN_IDS } from '../zones/open-ids.ts'
import { zonesView } from '../zones/zones-view.ts'
import { deliveriesView } from './deliveries-view.ts'

const at = '2026-03-01T08:00:00.000Z'
const later = '2026-03-01T09:00:00.000Z'
const latest = '2026-03-01T10:00:00.000Z'
const zone = 'Ablekuma North'
const told = { reportedCount: 1, total: 145, threshold: 116 }
const reported = (user: string): Event => ({
  type: 'BinReportedFull',
  data: { reportId: `${user}.1`, userId: user, zone, sealed: 's', reportedAt: at, told },
})
const reports = ['u1', 'u2', 'u3', 'u4'].map(reported)
const ids = (...users: string[]) => users.map((user) => `${user}.1`)
type Load = Extract<Event, { type: 'TruckDispatched' }>['data']['loads'][number]
const dispatched = (reportIds: string[], load: Partial<Load> = {}, vehicleId = 'T1'): Event => ({
  type: 'TruckDispatched',
  data: {
    dispatchId: `COL-${vehicleId}-1`,
    vehicleId,
    siteId: 'WS001',
    loads: [{ deliveryId: `DEL-${vehicleId}-1-AN`, zone, reportIds, weight: 450 + 75 * reportIds.length, ...load }],
    scheduleIds: [],
    leftIds: [],
    estimatedArrival: latest,
    dispatchedBy: 'd1',
    dispatchedAt: later,
  },
})
const collected = (user: string, by: { dispatchId?: string; collectedBy: string; collectedAt: string }): Event => ({
  type: 'ReportCollected',
  data: { reportId: `${user}.1`, userId: user, zone, reportedAt: at, ...by },
})
const byHand = (user: string, collectedAt = latest) => collected(user, { collectedBy: 'd2', collectedAt })
const byDispatch = (user: string, vehicleId = 'T1') =>
  collected(user, { dispatchId: `COL-${vehicleId}-1`, collectedBy: 'd1', collectedAt: later })

async function shows(view: AnyView, id: string, events: readonly Event[]) {
  const { position: _, ...row } = { position: 0, ...(await givenEvents(view, events).row(id)) }
  return row
}

/** Expects the same rows for any order of the `following` events. */
async function sameInEveryOrder(following: readonly Event[]) {
  const rows = (events: readonly Event[]) =>
    Promise.all([
      shows(zonesView, zone, events),
      ...ids('u1', 'u2', 'u3', 'u4').map((id) => shows(reportsView, id, events)),
    ])
  const wanted = await rows([...reports, ...following])
  const orders = fc.shuffledSubarray([...following], { minLength: following.length })
  await fc.assert(
    fc.asyncProperty(orders, async (order) => {
      expect(await rows([...reports, ...order])).toEqual(wanted)
    }),
    { numRuns: 60 },
  )
  return wanted
}

describe('a dispatch', () => {
  it('is whole at once: reports, zone and delivery', async () => {
    const events = [...reports, dispatched(ids('u1', 'u2', 'u3', 'u4'))]
    for (const id of ids('u1', 'u2', 'u3', 'u4'))
      expect(await shows(reportsView, id, events)).toMatchObject({ status: 'collected', open: false })
    expect(await shows(zonesView, zone, events)).toMatchObject({
      openReports: 0,
      openIds: NO_OPEN_IDS,
      loose: 0,
      cycle: 1,
    })
    expect(await shows(deliveriesView, 'DEL-T1-1-AN', events)).toEqual({
      id: 'DEL-T1-1-AN',
      reference: referenceOf('delivery', 'DEL-T1-1-AN'),
      truckId: 'T1',
      facilityId: 'WS001',
      zone,
      estimatedArrival: latest,
      status: 'in-transit',
      underWay: true,
      weight: 750,
      estimated: true,
      composition: undefined,
      reportsCount: 4,
      createdAt: later,
    })
  })

  it('counts each of its bins again, in every order', async () => {
    const bins = ['u1', 'u2', 'u3'].map((user) => byDispatch(user))
    const [row, first] = await sameInEveryOrder([dispatched(ids('u1', 'u2', 'u3')), ...bins])
    expect(row).toMatchObject({ openReports: 1, openIds: addOpenReportId(NO_OPEN_IDS, 'u4.1'), loose: 0 })
    expect(first).toMatchObject({ collectedAt: later, collectedBy: 'd1' })
  })

  it('meets a report that another dispatcher marks at the same moment, in every order', async () => {
    const [row, first] = await sameInEveryOrder([dispatched(ids('u1', 'u2')), byHand('u1'), byDispatch('u2')])
    expect(row).toMatchObject({ openReports: 2, loose: 0 })
    expect(first).toMatchObject({ status: 'collected', collectedBy: 'd1' })
  })

  it('meets another dispatch with a report in common, in every order', async () => {
    const two = [dispatched(ids('u1', 'u2')), dispatched(ids('u2', 'u3'), {}, 'T2')]
    const [row] = await sameInEveryOrder([...two, byDispatch('u1'), byDispatch('u2', 'T2'), byDispatch('u3', 'T2')])
    expect(row).toMatchObject({ openReports: 1, openIds: addOpenReportId(NO_OPEN_IDS, 'u4.1') })
  })
})

describe('reports that are marked one by one', () => {
  const loose = [...reports, byHand('u1'), byHand('u2')]
  it("wait for the zone's next load", async () =>
    expect(await shows(zonesView, zone, loose)).toMatchObject({ openReports: 2, loose: 2 }))
  it('are aboard it, and loose no more', async () => {
    const events = [...loose, dispatched(ids('u3', 'u4'), { alsoCollected: 2 })]
    expect(await shows(zonesView, zone, events)).toMatchObject({ openReports: 0, loose: 0 })
    expect(await shows(deliveriesView, 'DEL-T1-1-AN', events)).toMatchObject({ reportsCount: 4 })
  })
})

describe('a delivery', () => {
  const id = 'DEL-T1-1-AN'
  const leaves = dispatched(ids('u1', 'u2'))
  const moved = (status: DeliveryStatus, weight?: number): Event => ({
    type: 'DeliveryMoved',
    data: { deliveryId: id, status, weight, movedBy: 'r1', movedAt: latest },
  })
  const created = (reportsCount: number): Event => ({
    type: 'DeliveryCreated',
    data: {
      deliveryId: id,
      vehicleId: 'T1',
      siteId: 'WS001',
      zone,
      status: 'in-transit',
      weight: 450 + 75 * reportsCount,
      estimated: true,
      reportsCount,
      estimatedArrival: latest,
      createdBy: 'd1',
      createdAt: later,
    },
  })
  const unloaded = (weight?: number): Event => ({
    type: 'SiteCompositionUpdated',
    data: {
      siteId: 'WS001',
      number: 1,
      composition: { plastic: 100 },
      currentCapacity: 1,
      source: 'typed',
      arrived: [{ deliveryId: id, vehicleId: 'T1', weight }],
      crossed: false,
      updatedBy: 'd1',
      updatedAt: latest,
    },
  })

  it('counts what turned out to be aboard', async () =>
    expect(await shows(deliveriesView, id, [leaves, created(1)])).toMatchObject({ reportsCount: 1, weight: 525 }))
  it('keeps what was measured', async () =>
    expect(await shows(deliveriesView, id, [leaves, moved('arrived', 640), created(1)])).toMatchObject({
      weight: 640,
      estimated: false,
      estimatedWeight: 525,
      status: 'arrived',
    }))
  it('weighs measured loads with the composition of their site, in every order, and keeps the estimate', async () => {
    const measured = { weight: 612.5, estimated: false, estimatedWeight: 600, status: 'arrived' }
    const history = [unloaded(612.5), moved('arrived', 612.5)]
    for (const order of [
      [created(2), ...history],
      [history[0] as Event, created(2), history[1] as Event],
      [...history, created(2)],
    ])
      expect(await shows(deliveriesView, id, [leaves, ...order])).toMatchObject(measured)
    const arrivedBefore = [leaves, moved('arrived', 640), unloaded(612.5)]
    expect(await shows(deliveriesView, id, arrivedBefore)).toMatchObject({ weight: 640, estimatedWeight: 600 })
    expect(await shows(deliveriesView, id, [leaves, moved('arrived'), unloaded(612.5)])).toMatchObject(measured)
  })
  it('arrives at once with the composition of its site, and never goes back', async () => {
    const arrived = { status: 'arrived', underWay: false, arrivedAt: latest }
    expect(await shows(deliveriesView, id, [leaves, unloaded()])).toMatchObject(arrived)
    expect(await shows(deliveriesView, id, [leaves, unloaded(), created(2), moved('arrived')])).toMatchObject(arrived)
    expect(await shows(deliveriesView, id, [leaves, moved('completed'), unloaded()])).toMatchObject({
      status: 'completed',
    })
  })
  it('that was entered by hand is unchanged', async () => {
    const load = { measured: true, weight: 900, status: 'pending' as const, composition: { glass: 100 } }
    const row = { status: 'pending', estimated: false, weight: 900, composition: { glass: 100 }, reportsCount: 0 }
    expect(await shows(deliveriesView, id, [dispatched([], load)])).toMatchObject(row)
    const written: Event = { ...created(0), data: { ...created(0).data, weight: 900, estimated: false } } as Event
    const after = await shows(deliveriesView, id, [dispatched([], load), written])
    expect(after).toMatchObject(row)
    expect(after).not.toHaveProperty('estimatedWeight')
  })
})
