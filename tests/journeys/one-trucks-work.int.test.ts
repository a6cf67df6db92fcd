/** Tests two trucks that collect in the same zone: each changes only the reports assigned to it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createReportReopeningHandlers } from '#command-api/reports/routes.ts'
import { createCollectionHandlers } from '#command-api/schedules/routes.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { isRejection } from '#contract/http/problems.ts'
import { tableNameOf } from '#contract/tables.ts'
import type { Schedule } from '#contract/views.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { ReportRow } from '#projections/reports/reports-view.ts'
import { unsealReports } from '#projections/reports/unseal-reports.ts'
import { openInProcessKernel, registerAccounts, waitUntilCaughtUp } from '../bench/fixtures.ts'
import { createSitesAndTrucks, reportAllBinsFull } from './city-of-reports.ts'
import { readEventsOfType } from './log-events.ts'

const NORTH = 'Ablekuma North'
/** Number of reports; each truck carries only 42 bins in one trip. */
const REPORTS = 60
let folder: string
let here: Awaited<ReturnType<typeof openInProcessKernel>>
let reportIds: string[]
let schedules: Schedule[]

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  here = await openInProcessKernel(folder)
  await createSitesAndTrucks(here.kernel)
  // Takes every second report.
  // The residents alternate between two zones, and the test needs only one.
  const all = await reportAllBinsFull(here.kernel, await registerAccounts(here.kernel, 'resident', REPORTS * 2))
  reportIds = all.filter((_, n) => n % 2 === 0)
  await waitUntilCaughtUp(here)
  const trucks = ['T001', 'T002'].map((vehicleId, n) => ({
    vehicleId,
    reports: [42, 18][n],
    trips: 1,
    km: 25,
    litres: 2.5,
  }))
  const accepted = { siteId: 'WS001', of: REPORTS, trucks }
  schedules = (await ask<{ schedules: Schedule[] }>('scheduleCollection', { zone: NORTH, accepted })).schedules
})
afterEach(async () => {
  await here.close()
  rmSync(folder, { recursive: true })
})

let commands = 0
async function ask<T = unknown>(name: EndpointName, body: object, id = ''): Promise<T> {
  const routes = { ...createCollectionHandlers(here.kernel), ...createReportReopeningHandlers(here.kernel) }
  const handler = routes[name] as unknown as (call: object) => Promise<T & object>
  const envelope = { commandId: `c${++commands}`, fingerprint: '', actor: 'd1' }
  const answer = await handler({ body, params: { id }, principal: { userId: 'd1' }, envelope })
  await waitUntilCaughtUp(here)
  return isRejection(answer) ? (answer.message as T) : answer
}
const idOf = (truck: string) => schedules.find(({ vehicle }) => vehicle.id === truck)?.id ?? ''
const start = (truck: string) => ask('changeSchedule', { status: 'in-progress' }, idOf(truck))
const complete = (truck: string, collected?: 'all' | string[]) =>
  ask('changeSchedule', { status: 'completed', collected }, idOf(truck))

async function setOutFor(truck: string): Promise<string[]> {
  const started = await readEventsOfType(here.kernel, 'CollectionStarted')
  return [...(started.find(({ data }) => data.vehicleId === truck)?.data.reportIds ?? [])]
}
async function withStatus(status: string): Promise<string[]> {
  const rows = await here.kernel.reads.get<Row & { status: string }>(tableNameOf('reports'), reportIds)
  return rows.flatMap((row) => (row?.status === status ? [row.id] : [])).sort()
}
const loads = async () => (await readEventsOfType(here.kernel, 'TruckDispatched')).map(({ data }) => data)

it('sets out for its own part of the plan, also when both start at once', async () => {
  await Promise.all([start('T001'), start('T002')])
  const [first, second] = [await setOutFor('T001'), await setOutFor('T002')]
  expect([first.length, second.length]).toEqual([42, 18])
  expect([...first, ...second].sort()).toEqual(reportIds.toSorted())
})

it('completes its own bins, and leaves the other truck all of its own', async () => {
  await start('T001')
  expect(await withStatus('new')).toHaveLength(18)
  await complete('T001', 'all')
  expect(await withStatus('collected')).toEqual((await setOutFor('T001')).sort())
  const row = await here.kernel.reads.get<Row & { status: string }>(tableNameOf('schedules'), [idOf('T002')])
  expect(row[0]?.status).toBe('scheduled')
  await start('T002')
  await complete('T002', 'all')
  expect((await loads()).map(({ loads: [load], leftIds }) => [load?.reportIds.length, leftIds])).toEqual([
    [42, []],
    [18, []],
  ])
})

it('stops for its own bins, and those are free for the other truck', async () => {
  await Promise.all([start('T001'), start('T002')])
  await ask('changeSchedule', { status: 'cancelled' }, idOf('T001'))
  expect(await withStatus('new')).toEqual((await setOutFor('T001')).sort())
  expect(await withStatus('in-progress')).toEqual((await setOutFor('T002')).sort())
})

it('leaves what was marked one by one to the truck that set out for it', async () => {
  await Promise.all([start('T001'), start('T002')])
  const [marked = ''] = await setOutFor('T002')
  await ask('markReport', { status: 'collected' }, marked)
  await complete('T001', (await setOutFor('T001')).slice(0, 10))
  await complete('T002', 'all')
  const [first, second] = await loads()
  expect(first?.loads[0]?.markedIds).toBeUndefined()
  expect(second?.loads[0]?.markedIds).toEqual([marked])
})

it('goes without a report that was undone since it set out', async () => {
  await start('T001')
  const [undone = ''] = await setOutFor('T001')
  await ask('markReport', { status: 'collected' }, undone)
  const { report } = await ask<{ report: { id: string } }>('undoCollection', {}, undone)
  await complete('T001', 'all')
  const [sent] = await loads()
  const aboard = sent?.loads.flatMap((load) => [...load.reportIds, ...(load.markedIds ?? [])])
  expect(aboard).toHaveLength(41)
  expect(aboard).not.toContain(undone)
  expect(aboard).not.toContain(report.id)
})

it('brings no more than it holds: of a start before there were assignments somebody chooses', async () => {
  const { store } = here.kernel
  const about = { scheduleId: idOf('T001'), vehicleId: 'T001', zone: NORTH, startedAt: new Date().toISOString() }
  const revision = (await store.readStream('vehicle-T001')).at(-1)?.revision ?? 0
  const meta = { commandId: 'before', fingerprint: '', actor: 'd1' }
  await store.append('vehicle-T001', revision, [
    { id: crypto.randomUUID(), type: 'CollectionStarted', data: { ...about, reportIds }, meta },
  ])
  await waitUntilCaughtUp(here)
  expect(await complete('T001', 'all')).toBe(
    'Truck T001 holds 42 bins in 1 trip, not 60. Choose the reports that it collected.',
  )
  expect(await complete('T001', reportIds.slice(0, 42))).not.toBeTypeOf('string')
  expect((await loads())[0]?.leftIds.toSorted()).toEqual(reportIds.slice(42).sort())
})

it('is not completed by reports of the other truck', async () => {
  await Promise.all([start('T001'), start('T002')])
  const own = await setOutFor('T002')
  for (const id of own) await ask('markReport', { status: 'collected' }, id)
  expect(await ask('completeByReports', { reportIds: own })).toMatchObject({ completedSchedules: 1 })
  const rows = await here.kernel.reads.get<Row & { status: string }>(tableNameOf('schedules'), [
    idOf('T001'),
    idOf('T002'),
  ])
  expect(rows.map((row) => row?.status)).toEqual(['in-progress', 'completed'])
})

it('tells dispatchers whose truck is on its way to a report', async () => {
  await start('T001')
  const rows = await here.kernel.reads.get<ReportRow>(tableNameOf('reports'), reportIds)
  const known = rows.flatMap((row) => (row ? [row as ReportRow] : []))
  const shown = await unsealReports(known, here.kernel.sealer, { withName: true })
  expect(shown.filter(({ scheduleIds }) => scheduleIds?.includes(idOf('T001')))).toHaveLength(42)
  const own = await unsealReports(known, here.kernel.sealer, { withName: false })
  expect(own.some((report) => 'scheduleIds' in report)).toBe(false)
})
