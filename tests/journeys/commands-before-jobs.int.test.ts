/**
 * Tests commands before an earlier command's job has run.
 * Jobs run only on demand.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type SiteContents, siteAggregate, siteContentsFold } from '#command-api/aggregates/site.ts'
import { createFleetHandlers } from '#command-api/fleet/routes.ts'
import { createInternalCommands } from '#command-api/internal-commands/commands.ts'
import { createEvent } from '#command-api/kernel/decider.ts'
import { createPolicyEnvelope, handleCommand } from '#command-api/kernel/handle.ts'
import { createBinReporter, createReportHandlers, createReportReopeningHandlers } from '#command-api/reports/routes.ts'
import { createCollectionHandlers } from '#command-api/schedules/routes.ts'
import { createSiteHandlers } from '#command-api/sites/routes.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import type { EventData, EventType } from '#contract/events.ts'
import { isRejection } from '#contract/http/problems.ts'
import { tableNameOf } from '#contract/tables.ts'
import type { Report } from '#contract/views.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { commandJobs } from '#workers/runner/fixtures.ts'
import { createDispatchPolicy } from '#workers/schedules/dispatch-policy.ts'
import { type Account, openInProcessKernel, registerAccounts, waitUntilCaughtUp } from '../bench/fixtures.ts'
import { createSitesAndTrucks, reportAllBinsFull } from './city-of-reports.ts'
import { readAllEvents, readEventsOfType } from './log-events.ts'

let folder: string
let here: Awaited<ReturnType<typeof openInProcessKernel>>
let residents: Account[]
let reportIds: string[]

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  here = await openInProcessKernel(folder)
  await createSitesAndTrucks(here.kernel)
  residents = await registerAccounts(here.kernel, 'resident', 2)
  reportIds = await reportAllBinsFull(here.kernel, residents)
  await waitUntilCaughtUp(here)
})
afterEach(async () => {
  await here.close()
  rmSync(folder, { recursive: true })
})

let commands = 0
/** Returns the answer, or the message of the rejection. */
async function ask<T = unknown>(
  name: EndpointName,
  body: object,
  { id = '', by = { userId: 'd1' } as Partial<Account> } = {},
): Promise<T | string> {
  const { kernel } = here
  const routes = {
    ...createCollectionHandlers(kernel),
    ...createFleetHandlers(kernel),
    ...createSiteHandlers(kernel),
    ...createReportReopeningHandlers(kernel),
    ...createReportHandlers(kernel, createBinReporter(kernel), async () => ({ name: 'Ama' })),
  }
  const handler = routes[name] as unknown as (call: object) => Promise<T & object>
  const envelope = { commandId: `c${++commands}`, fingerprint: '', actor: by.userId ?? '' }
  const answer = await handler({ body, params: { id }, principal: by, envelope })
  await waitUntilCaughtUp(here)
  return isRejection(answer) ? answer.message : answer
}
const markAll = () => ask('markAllCollected', { truckId: 'T001', dumpingSiteId: 'WS001' })
const composition = { plastic: 60, organic: 40, currentCapacity: 10, source: 'typed' }
const weighIn = (more = {}) => ask('updateComposition', { ...composition, ...more }, { id: 'WS001' })

/**
 * Appends a site update.
 * Missing fields keep the previous values.
 */
async function writeUpdate(more: Partial<EventData<'SiteCompositionUpdated'>>): Promise<void> {
  const at = { siteId: 'WS001', updatedBy: 'c1', updatedAt: new Date().toISOString() }
  const first = { ...at, composition: {}, currentCapacity: 10, source: 'typed' as const, arrived: [], crossed: false }
  const decide = ({ last, updates }: SiteContents) => [
    createEvent('SiteCompositionUpdated', { ...first, ...last, ...more, number: updates + 1 }),
  ]
  await handleCommand(
    here.kernel.store,
    siteAggregate.stream('WS001'),
    siteContentsFold,
    decide,
    createPolicyEnvelope('update'),
  )
  await waitUntilCaughtUp(here)
}

async function rowOf(view: 'reports' | 'deliveries' | 'vehicles', id: string) {
  const [row] = await here.kernel.reads.get<Row & { status: string }>(tableNameOf(view), [id])
  return row
}
async function count(type: EventType) {
  return (await readEventsOfType(here.kernel, type)).length
}

async function runJobs() {
  const policy = createDispatchPolicy(() => new Date())
  for (const event of await readAllEvents(here.kernel)) policy.evolve(event)
  const send = createInternalCommands(here.kernel)
  const jobs = commandJobs(policy.outstanding()).filter(({ id }) => !id.startsWith('give-up-'))
  for (const { id, data } of jobs) await send(`job/${id}`, data)
  await waitUntilCaughtUp(here)
}

it('reports a bin again as soon as its board says collected, a hundred times', async () => {
  const [ama] = residents
  for (let n = 1; n <= 100; n++) {
    await markAll()
    const id = `${ama?.userId}.${n}`
    expect((await rowOf('reports', id))?.status).toBe('collected')
    const again = await ask<{ report: Report }>('reportBinFull', {}, { by: ama })
    expect(again).toMatchObject({ report: { id: `${ama?.userId}.${n + 1}`, status: 'new' } })
  }
  await runJobs()
  // Commands and jobs in any order collected each report only once.
  const collected = await readEventsOfType(here.kernel, 'ReportCollected')
  expect(new Set(collected.map(({ data }) => data.reportId)).size).toBe(collected.length)
  expect(collected).toHaveLength(101)
})

describe('a report that a truck left with', () => {
  it('can be opened again by its resident, and by a dispatcher', async () => {
    await markAll()
    const own = await ask('reopenReport', {}, { id: reportIds[0], by: residents[0] })
    expect(own).toMatchObject({ report: { status: 'new' } })
    expect(await ask('undoCollection', {}, { id: reportIds[1] })).toMatchObject({ report: { status: 'new' } })
    await runJobs()
    expect(await count('ReportCollected')).toBe(2)
    expect(await count('ReportReopened')).toBe(2)
  })

  it('is not marked once more', async () => {
    await markAll()
    expect(await ask('markReport', { status: 'collected' }, { id: reportIds[0] })).toBe(
      'This report has already been marked as collected.',
    )
  })

  it('tells as the job does what it is part of', async () => {
    await markAll()
    await ask('reportBinFull', {}, { by: residents[0] })
    const [early] = await readEventsOfType(here.kernel, 'ReportCollected')
    await runJobs()
    const [, late] = await readEventsOfType(here.kernel, 'ReportCollected')
    const alike = ({ data: { dispatchId, siteId, collectedAt, collectedBy }, meta }: NonNullable<typeof early>) => ({
      ...{ dispatchId, siteId, collectedAt, collectedBy, actor: meta.actor },
    })
    expect(alike(early as NonNullable<typeof early>)).toEqual(alike(late as NonNullable<typeof late>))
  })
})

describe('a delivery that came with its site’s composition', () => {
  beforeEach(async () => {
    await markAll()
    await weighIn({ weight: 1_000 })
  })
  const id = 'DEL-T001-1-AN'
  const moved = () => readEventsOfType(here.kernel, 'DeliveryMoved')

  it('has arrived for whoever moves it, too', async () => {
    expect((await rowOf('deliveries', id))?.status).toBe('arrived')
    expect(await ask('moveDelivery', { status: 'in-transit' }, { id })).toBe('This delivery has already arrived.')
    expect(await ask('moveDelivery', { status: 'completed' }, { id })).toMatchObject({
      delivery: { status: 'completed', weight: 500, estimated: false, composition: { plastic: 60 } },
    })
    await runJobs()
    expect((await moved()).filter(({ data }) => data.deliveryId === id)).toHaveLength(2)
    expect(await rowOf('deliveries', id)).toMatchObject({ status: 'completed', weight: 500 })
  })

  it('is told once, whoever tells it first', async () => {
    await runJobs()
    const before = await moved()
    expect(await ask('moveDelivery', { status: 'arrived' }, { id })).toMatchObject({ delivery: { status: 'arrived' } })
    expect(await moved()).toEqual(before)
  })
})

describe('a truck that has arrived with its site’s composition', () => {
  beforeEach(async () => {
    await markAll()
    await weighIn()
  })

  it('leaves for another site, is scheduled or goes to the workshop at once', async () => {
    expect((await rowOf('vehicles', 'T001'))?.status).toBe('available')
    expect(await ask('setMaintenance', { maintenance: true }, { id: 'T001' })).toMatchObject({
      vehicle: { status: 'maintenance' },
    })
    await ask('setMaintenance', { maintenance: false }, { id: 'T001' })
    await runJobs()
    expect(await count('TruckArrived')).toBe(1)
  })

  it('is scheduled at once', async () => {
    await ask('reportBinFull', {}, { by: residents[0] })
    const asked = { zone: 'Ablekuma North', vehicleIds: ['T001'] }
    expect(await ask('scheduleCollection', asked)).toMatchObject({ schedules: [{ vehicle: { id: 'T001' } }] })
  })

  it.each([
    ['corrects the one that its first load came with', { corrects: 1 }],
    ['was decided before it left again', {}],
  ])('stays under way with its next load after an update that %s', async (_, more) => {
    await ask('reportBinFull', {}, { by: residents[0] })
    await markAll()
    await writeUpdate(more)
    expect((await rowOf('vehicles', 'T001'))?.status).toBe('in-transit')
    const asked = () => ask('setMaintenance', { maintenance: true }, { id: 'T001' })
    expect(await asked()).toContain('on its way to WS001')
    await runJobs()
    expect(await asked()).toContain('on its way to WS001')
    expect(await count('TruckArrived')).toBe(1)
    await weighIn()
    expect((await rowOf('vehicles', 'T001'))?.status).toBe('available')
    expect(await asked()).toMatchObject({ vehicle: { status: 'maintenance' } })
    expect(await count('TruckArrived')).toBe(2)
  })

  it('stays where it waits for what has not set out', async () => {
    const pending = { truckId: 'T002', facilityId: 'WS001', zone: 'Ablekuma North', status: 'pending' }
    await ask('createDelivery', pending)
    await weighIn()
    expect((await rowOf('vehicles', 'T002'))?.status).toBe('in-transit')
    expect(await ask('setMaintenance', { maintenance: true }, { id: 'T002' })).toContain('on its way to WS001')
  })
})

it('keeps a truck under way after an update that was decided before its second load was there', async () => {
  await markAll()
  await ask('reportBinFull', {}, { by: residents[0] })
  await markAll()
  await writeUpdate({ arrived: [{ deliveryId: 'DEL-T001-1-AN', vehicleId: 'T001' }] })
  expect((await rowOf('vehicles', 'T001'))?.status).toBe('in-transit')
  expect(await ask('setMaintenance', { maintenance: true }, { id: 'T001' })).toContain('on its way to WS001')
  await weighIn()
  expect(await ask('setMaintenance', { maintenance: true }, { id: 'T001' })).toMatchObject({
    vehicle: { status: 'maintenance' },
  })
})
