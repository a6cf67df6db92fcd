/** Tests dispatch commands: refusals, conflicts and repeated requests. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createInternalCommands } from '#command-api/internal-commands/commands.ts'
import { createCollectionHandlers } from '#command-api/schedules/routes.ts'
import { createSiteHandlers, readDeliveriesOfSiteUpdate } from '#command-api/sites/routes.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { isRejection } from '#contract/http/problems.ts'
import { tableNameOf } from '#contract/tables.ts'
import type { Delivery } from '#contract/views.ts'
import { LOG_START } from '#platform/event-store/event-store.ts'
import type { HandlerAnswer } from '#platform/http/api.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { openInProcessKernel, registerAccounts, waitUntilCaughtUp } from '../bench/fixtures.ts'
import { createSitesAndTrucks, reportAllBinsFull } from './city-of-reports.ts'
import { translateAnswer } from './in-english.ts'

let folder: string
let city: Awaited<ReturnType<typeof openInProcessKernel>>
let reportIds: string[]
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  city = await openInProcessKernel(folder)
  await createSitesAndTrucks(city.kernel)
  // Create two reports per zone.
  reportIds = await reportAllBinsFull(city.kernel, await registerAccounts(city.kernel, 'resident', 4))
})
afterEach(async () => {
  await city.close()
  rmSync(folder, { recursive: true })
})

/**
 * Runs the endpoint's handler for a dispatcher.
 * Returns the answer, or the message of the rejection.
 */
async function asks<N extends EndpointName>(
  name: N,
  body: object,
  { id = '', key = crypto.randomUUID() as string, clock = city.kernel.clock } = {},
): Promise<HandlerAnswer<N> | string> {
  const kernel = { ...city.kernel, clock }
  const routes = { ...createCollectionHandlers(kernel), ...createSiteHandlers(kernel) }
  const handler = routes[name] as unknown as (call: object) => Promise<HandlerAnswer<N> & object>
  const envelope = { commandId: key, fingerprint: '', actor: 'd1' }
  const answer = await handler({ body, params: { id }, principal: { userId: 'd1' }, envelope })
  await waitUntilCaughtUp(city)
  return isRejection(answer) ? answer.message : translateAnswer(answer)
}
const all = { truckId: 'T001', dumpingSiteId: 'WS001' }
const inLog = async (type: string) =>
  (await city.kernel.store.readAll(LOG_START, 1_000)).filter((logged) => logged.type === type).map(({ data }) => data)

describe('mark all collected', () => {
  it.each([
    ['There is no such dumping site.', { ...all, dumpingSiteId: 'WS009' }],
    ['There is no truck T009.', { ...all, truckId: 'T009' }],
  ])('refuses: %s', async (message, body) => {
    expect(await asks('markAllCollected', body)).toBe(message)
    expect(await inLog('TruckDispatched')).toEqual([])
  })

  it('takes all, then there is nothing left; the same click again is answered as the first time', async () => {
    const first = await asks('markAllCollected', all, { key: 'click' })
    expect(first).toMatchObject({ updatedCount: 4, deliveries: [{ weight: 600 }, { weight: 600 }] })
    const nothing = { updatedCount: 0, message: 'There are no open reports.', deliveries: [] }
    expect(await asks('markAllCollected', all)).toMatchObject(nothing)
    expect(await asks('markAllCollected', all, { key: 'click' })).toEqual(first)
    expect(await inLog('TruckDispatched')).toHaveLength(1)
  })

  it('takes those of the zones that were chosen, and leaves the others open', async () => {
    const [some, rest] = [['Ayawaso West'], ['Ablekuma North', 'Ayawaso West']]
    expect(await asks('markAllCollected', { ...all, zones: some })).toMatchObject({
      updatedCount: 2,
      deliveries: [{ zone: 'Ayawaso West', reportsCount: 2 }],
    })
    expect(await asks('markAllCollected', { ...all, zones: rest })).toMatchObject({
      updatedCount: 2,
      deliveries: [{ zone: 'Ablekuma North', reportsCount: 2 }],
    })
  })

  it('leaves nothing to be marked one by one, also before its job has run', async () => {
    await asks('markAllCollected', all)
    const marked = await asks('markReport', { status: 'collected' }, { id: reportIds[0] })
    expect(marked).toBe('This report has already been marked as collected.')
  })

  it('takes along what was marked one by one before', async () => {
    const marked = { status: 'collected', dumpingSiteId: 'WS001' }
    expect(await asks('markReport', { ...marked, dumpingSiteId: 'WS009' }, { id: reportIds[0] })).toBe(
      'There is no such dumping site.',
    )
    await asks('markReport', marked, { id: reportIds[0] })
    const sent = await asks('markAllCollected', all)
    expect(sent).toMatchObject({ updatedCount: 3, deliveries: [{ reportsCount: 2 }, { reportsCount: 2 }] })
  })
})

describe('complete by reports', () => {
  it('completes the schedules of the zones, told again as the first time', async () => {
    await asks('scheduleCollection', { zone: 'Ayawaso West', vehicleIds: ['T002'] })
    expect(await asks('completeByReports', {})).toMatchObject({ completedSchedules: 0, zones: [] })
    await asks('markAllCollected', all)
    const first = await asks('completeByReports', {}, { key: 'click' })
    const zones = ['Ablekuma North', 'Ayawaso West']
    expect(first).toMatchObject({ completedSchedules: 1, zones, message: '1 schedule completed' })
    expect(await asks('completeByReports', {}, { key: 'click' })).toEqual(first)
    expect(await asks('completeByReports', { reportIds: ['u-none.1'] })).toMatchObject({ zones: [] })
  })
})

describe('complete by reports, where none are named', () => {
  it('is about those that were collected in the last 10 minutes', async () => {
    await asks('scheduleCollection', { zone: 'Ayawaso West', vehicleIds: ['T002'] })
    await asks('markAllCollected', all)
    const [{ dispatchedAt }] = (await inLog('TruckDispatched')) as [{ dispatchedAt: string }]
    const later = (ms: number) => ({ clock: () => new Date(Date.parse(dispatchedAt) + ms) })
    const tooLate = await asks('completeByReports', {}, later(10 * 60_000 + 1))
    expect(tooLate).toMatchObject({ completedSchedules: 0, zones: [] })
    const inTime = await asks('completeByReports', {}, later(10 * 60_000))
    expect(inTime).toMatchObject({ completedSchedules: 1, zones: ['Ablekuma North', 'Ayawaso West'] })
  })
})

describe('a delivery by hand', () => {
  const body = { truckId: 'T002', facilityId: 'WS001', zone: 'Ablekuma North', status: 'in-transit' }
  it('takes its truck, and no other site gets it meanwhile', async () => {
    const sent = await asks('createDelivery', { ...body, weight: 800 }, { key: 'click' })
    expect(sent).toMatchObject({ delivery: { status: 'in-transit', weight: 800, estimated: false, reportsCount: 0 } })
    expect(await asks('createDelivery', { ...body, weight: 800 }, { key: 'click' })).toEqual(sent)
    expect(await asks('createDelivery', { ...body, facilityId: 'WS002' })).toBe(
      'Truck T002 is on its way to WS001. Choose another truck.',
    )
    expect(await asks('createDelivery', { ...body, status: 'arrived' })).toBe(
      'A new delivery must be pending or in transit.',
    )
  })

  it('claims no reports when its load is impossible', async () => {
    await asks('markReport', { status: 'collected' }, { id: reportIds[0] })
    const head = await city.kernel.store.head()
    expect(await asks('createDelivery', { ...body, weight: 1e6 })).toContain('This truck carries at most')
    expect(await asks('createDelivery', { ...body, estimatedArrival: '2020-01-01T00:00:00Z' })).toContain('before')
    expect(await city.kernel.store.head()).toBe(head)
  })
})

describe('a new composition', () => {
  const composition = { plastic: 60, organic: 40, currentCapacity: 10, source: 'typed' }
  it('brings in what was under way to that site, and to no other', async () => {
    const send = createInternalCommands(city.kernel)
    await asks('markAllCollected', all)
    const other = { truckId: 'T002', facilityId: 'WS002', zone: 'Ablekuma North', status: 'in-transit' }
    await asks('createDelivery', other)
    const message = 'Waste site composition updated successfully'
    const weighed = { ...composition, weight: 1_000 }
    expect(await asks('updateComposition', weighed, { id: 'WS001' })).toMatchObject({ success: true, message })
    const [updated] = (await inLog('SiteCompositionUpdated')) as [{ arrived: { deliveryId: string; weight: number }[] }]
    // Both loads have two reports, so each load gets half the measured weight.
    // The measured weight replaces the estimate.
    expect(updated.arrived.map(({ weight }) => weight)).toEqual([500, 500])
    const rows = await city.kernel.reads.get(tableNameOf('deliveries'), ['DEL-T001-1-AN', 'DEL-T001-1-AW'])
    for (const row of rows) expect(row).toMatchObject({ weight: 500, estimated: false, estimatedWeight: 600 })
    expect(updated.arrived.map(({ deliveryId }) => deliveryId)).toEqual(['DEL-T001-1-AN', 'DEL-T001-1-AW'])
    // A policy's commands may arrive twice and before the deliveries exist.
    for (const run of [1, 2])
      for (const { deliveryId, weight } of updated.arrived)
        await send(`run ${run}`, { type: 'ArriveDelivery', deliveryId, weight })
    for (const run of [1, 2])
      await send(`free ${run}`, { type: 'FreeTruck', vehicleId: 'T001', dispatchId: 'COL-T001-1' })
    expect(await inLog('DeliveryMoved')).toMatchObject([{ weight: 500 }, { weight: 500 }])
    expect(await inLog('TruckArrived')).toMatchObject([{ vehicleId: 'T001', siteId: 'WS001' }])
  })

  it('brings in at most 500 deliveries, of each truck in turn, oldest first', async () => {
    const rows = Array.from({ length: 502 }, (_, n) => ({
      ...{ id: `D${n}`, position: 0, facilityId: 'WS001', status: 'in-transit', underWay: true },
      truckId: n === 0 ? 'T002' : 'T001',
      createdAt: new Date(Date.UTC(2026, 0, 1) - n).toISOString(),
    }))
    await city.kernel.reads.replace(tableNameOf('deliveries'), rows)
    const covered = await readDeliveriesOfSiteUpdate(city.kernel, 'WS001')
    expect(covered).toHaveLength(500)
    const ids = covered.map(({ deliveryId }) => deliveryId)
    expect(ids.slice(0, 3)).toEqual(['D501', 'D0', 'D500'])
    expect(ids).not.toContain('D1')
  })

  it('leaves a weight that was typed with the load as it is, and shares nothing with the others', async () => {
    await asks('markAllCollected', all)
    const typed = { truckId: 'T002', facilityId: 'WS001', zone: 'Ablekuma North', status: 'in-transit', weight: 120 }
    await asks('createDelivery', typed)
    await asks('updateComposition', { ...composition, weight: 1_000 }, { id: 'WS001' })
    const rows = await city.kernel.reads.find<Row & Delivery>(tableNameOf('deliveries'), {})
    const weights = rows.map((row) => [row.id, row.weight, row.estimated]).sort()
    expect(weights).toEqual([
      ['DEL-T001-1-AN', 600, true],
      ['DEL-T001-1-AW', 600, true],
      ['DEL-T002-1-AN', 120, false],
    ])
    // The delivery's event stream has the same weight as its row.
    expect(await asks('moveDelivery', { status: 'arrived' }, { id: 'DEL-T002-1-AN' })).toMatchObject({
      delivery: { status: 'arrived', weight: 120, estimated: false },
    })
  })
})
