/** Tests a collection's end: uncollected bins reopen, and their residents are notified. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createInternalCommands } from '#command-api/internal-commands/commands.ts'
import { notifyWaitingResidents } from '#command-api/schedules/notify-waiting.ts'
import { createCollectionHandlers } from '#command-api/schedules/routes.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { tableNameOf } from '#contract/tables.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { commandJobs } from '#workers/runner/fixtures.ts'
import { createResidentNewsPolicy } from '#workers/schedules/resident-policy.ts'
import { openInProcessKernel, registerAccounts, waitUntilCaughtUp } from '../bench/fixtures.ts'
import { createSitesAndTrucks, reportAllBinsFull } from './city-of-reports.ts'
import { readAllEvents, readEventsOfType } from './log-events.ts'

const NORTH = 'Ablekuma North'
let folder: string
let here: Awaited<ReturnType<typeof openInProcessKernel>>
let reportIds: string[]
let scheduleId: string

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  here = await openInProcessKernel(folder)
  await createSitesAndTrucks(here.kernel)
  // Takes every second report, because the test needs only reports of one zone.
  // The residents alternate between two zones.
  const all = await reportAllBinsFull(here.kernel, await registerAccounts(here.kernel, 'resident', 6))
  reportIds = all.filter((_, n) => n % 2 === 0)
  await waitUntilCaughtUp(here)
  const { schedules } = await ask<{ schedules: { id: string }[] }>('scheduleCollection', {
    zone: NORTH,
    vehicleIds: ['T001'],
  })
  scheduleId = schedules[0]?.id ?? ''
  await ask('changeSchedule', { status: 'in-progress' }, scheduleId)
  await waitUntilCaughtUp(here)
})
afterEach(async () => {
  await here.close()
  rmSync(folder, { recursive: true })
})

let commands = 0
function ask<T = unknown>(name: EndpointName, body: object, id = ''): Promise<T> {
  const handler = createCollectionHandlers(here.kernel)[name] as unknown as (call: object) => Promise<T>
  const envelope = { commandId: `c${++commands}`, fingerprint: '', actor: 'd1' }
  return handler({ body, params: { id }, principal: { userId: 'd1' }, envelope })
}

async function statuses() {
  await waitUntilCaughtUp(here)
  const rows = await here.kernel.reads.get<Row & { status: string }>(tableNameOf('reports'), reportIds)
  return rows.map((row) => row?.status)
}
/**
 * Runs the jobs of the residents' policy.
 * Returns ids of residents notified of a missed bin.
 */
async function messages(): Promise<string[]> {
  const policy = createResidentNewsPolicy(() => new Date())
  for (const event of await readAllEvents(here.kernel)) policy.evolve(event)
  const send = createInternalCommands(here.kernel)
  for (const { id, data } of commandJobs(policy.outstanding())) await send(`job/${id}`, data)
  const sent = await readEventsOfType(here.kernel, 'NotificationSent')
  return sent.flatMap(({ data }) => (data.kind === 'missed' ? [data.userId ?? ''] : []))
}

it('makes what was not collected new again, and tells those residents alone', async () => {
  expect(await statuses()).toEqual(['in-progress', 'in-progress', 'in-progress'])
  await ask('markReport', { status: 'collected' }, reportIds[0])
  await waitUntilCaughtUp(here)
  await ask('changeSchedule', { status: 'completed' }, scheduleId)
  expect(await statuses()).toEqual(['collected', 'new', 'new'])
  expect((await messages()).map((userId) => `${userId}.1`).sort()).toEqual(reportIds.slice(1).sort())
  // A report that was collected individually belongs to the truck's load.
  const [sent] = await readEventsOfType(here.kernel, 'TruckDispatched')
  expect(sent?.data).toMatchObject({ scheduleIds: [scheduleId], loads: [{ markedIds: [reportIds[0]] }] })
})

it('had set out for whoever was collected in the very millisecond of that, and not for whom its own end collected', async () => {
  await ask('markReport', { status: 'collected' }, reportIds[0])
  await waitUntilCaughtUp(here)
  const [collected] = await readEventsOfType(here.kernel, 'ReportCollected')
  const toldOf = async (kind: 'dispatch' | 'missed') => {
    const told: string[] = []
    const at = collected?.data.collectedAt ?? ''
    await notifyWaitingResidents(here.kernel, { kind, zone: NORTH, subject: scheduleId, at }, async ({ userId }) => {
      told.push(`${userId}.1`)
    })
    return told.sort()
  }
  expect(await toldOf('dispatch')).toEqual(reportIds.toSorted())
  expect(await toldOf('missed')).toEqual(reportIds.slice(1).sort())
})

it('is overdue when its time runs out, until somebody says what became of it', async () => {
  const send = createInternalCommands(here.kernel)
  await send('job/time', { type: 'MoveScheduleOn', scheduleId, status: 'completed' })
  expect(await statuses()).toEqual(['in-progress', 'in-progress', 'in-progress'])
  const [row] = await here.kernel.reads.get<Row & { overdueAt?: string }>(tableNameOf('schedules'), [scheduleId])
  expect(row).toMatchObject({ status: 'in-progress', overdueAt: expect.any(String) })
  await ask('changeSchedule', { status: 'completed' }, scheduleId)
  expect(await statuses()).toEqual(['new', 'new', 'new'])
})

it('tells them too when the truck leaves with what others had marked', async () => {
  await ask('createDelivery', { truckId: 'T001', facilityId: 'WS001', zone: NORTH, status: 'in-transit' })
  expect(await statuses()).toEqual(['new', 'new', 'new'])
  expect(await messages()).toHaveLength(3)
})

const sent = () => readEventsOfType(here.kernel, 'TruckDispatched')

it('leaves with those that somebody says it collected; the others are new again, and told', async () => {
  await ask('changeSchedule', { status: 'completed', collected: [reportIds[1], 'u-nobody.1'] }, scheduleId)
  expect(await statuses()).toEqual(['new', 'collected', 'new'])
  expect((await sent())[0]?.data).toMatchObject({
    scheduleIds: [scheduleId],
    leftIds: [reportIds[0], reportIds[2]],
    loads: [{ reportIds: [reportIds[1]] }],
  })
  expect((await messages()).sort()).toEqual([reportIds[0], reportIds[2]].map((id) => id?.split('.')[0]).sort())
})

it('leaves with all of them, and with nothing that was reported after it had set out', async () => {
  const residents = await registerAccounts(here.kernel, 'resident', 7)
  const [late = ''] = await reportAllBinsFull(here.kernel, residents.slice(6))
  await waitUntilCaughtUp(here)
  await ask('changeSchedule', { status: 'completed', collected: 'all' }, scheduleId)
  expect(await statuses()).toEqual(['collected', 'collected', 'collected'])
  expect((await sent())[0]?.data).toMatchObject({ leftIds: [], loads: [{ reportIds: [...reportIds].sort() }] })
  const [row] = await here.kernel.reads.get<Row & { status: string }>(tableNameOf('reports'), [late])
  expect(row?.status).toBe('new')
  expect(await messages()).toEqual([])
})

it('is just done where none was collected', async () => {
  await ask('changeSchedule', { status: 'completed', collected: [] }, scheduleId)
  expect(await statuses()).toEqual(['new', 'new', 'new'])
  expect(await sent()).toEqual([])
  expect(await messages()).toHaveLength(3)
})
