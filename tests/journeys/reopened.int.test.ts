/** Tests that reopened reports are counted, collected next and listed once. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createInternalCommands } from '#command-api/internal-commands/commands.ts'
import { createReportReopeningHandlers } from '#command-api/reports/routes.ts'
import { createCollectionHandlers } from '#command-api/schedules/routes.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { renderInEnglish } from '#contract/notifications/fixtures.ts'
import { tableNameOf, type ZoneRow } from '#contract/tables.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { commandJobs } from '#workers/runner/fixtures.ts'
import { createResidentNewsPolicy } from '#workers/schedules/resident-policy.ts'
import { openInProcessKernel, registerAccounts, waitUntilCaughtUp } from '../bench/fixtures.ts'
import { createSitesAndTrucks, reportAllBinsFull } from './city-of-reports.ts'
import { readAllEvents, readEventsOfType } from './log-events.ts'

const NORTH = 'Ablekuma North'
let folder: string
let here: Awaited<ReturnType<typeof openInProcessKernel>>
let reportId: string
let userId: string

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  here = await openInProcessKernel(folder)
  await createSitesAndTrucks(here.kernel)
  const [first = ''] = await reportAllBinsFull(here.kernel, await registerAccounts(here.kernel, 'resident', 1))
  reportId = first
  userId = first.split('.')[0] ?? ''
  await waitUntilCaughtUp(here)
})
afterEach(async () => {
  await here.close()
  rmSync(folder, { recursive: true })
})

let commands = 0
function ask(
  name: EndpointName,
  body: object,
  { id = reportId, by = 'd1', commandId = `c${++commands}`, mark = {} } = {},
) {
  const handlers = { ...createCollectionHandlers(here.kernel), ...createReportReopeningHandlers(here.kernel) }
  const handler = handlers[name] as unknown as (call: object) => Promise<Answer>
  return handler({
    body,
    params: { id },
    principal: { userId: by },
    envelope: { commandId, fingerprint: '', actor: by, ...mark },
  })
}
interface Answer {
  rejected?: string
  report?: { id: string; status: string; reopenedAt?: string }
}

async function mark() {
  await ask('markReport', { status: 'collected' })
  await waitUntilCaughtUp(here)
}
async function takeAll(truckId = 'T001') {
  await ask('markAllCollected', { truckId, dumpingSiteId: 'WS001' })
  const send = createInternalCommands(here.kernel)
  const dispatchId = `COL-${truckId}-1`
  await send(`finish-${dispatchId}`, { type: 'FinishDispatch', vehicleId: truckId, dispatchId })
  await waitUntilCaughtUp(here)
}
async function zone() {
  await waitUntilCaughtUp(here)
  const [row] = await here.kernel.reads.get<ZoneRow>(tableNameOf('zones'), [NORTH])
  return { open: row?.openReports, ids: row?.openIds.flat(), loose: row?.loose }
}
const again = () => `${userId}.2`

describe('a resident says that it was not collected', () => {
  it('and it is open again, in no load, for the next truck', async () => {
    await mark()
    expect(await zone()).toEqual({ open: 0, ids: [], loose: 1 })
    const { report } = await ask('reopenReport', {}, { by: userId })
    expect(report).toMatchObject({ id: again(), status: 'new' })
    expect(await zone()).toEqual({ open: 1, ids: [again()], loose: 0 })
    await takeAll()
    const [sent] = await readEventsOfType(here.kernel, 'TruckDispatched')
    expect(sent?.data.loads).toMatchObject([{ reportIds: [again()], zone: NORTH }])
    expect(sent?.data.loads[0]).not.toHaveProperty('markedIds')
    expect(await zone()).toEqual({ open: 0, ids: [], loose: 0 })
  })

  it('of what a truck took: its load stays as it was, another takes it', async () => {
    await takeAll('T001')
    await ask('reopenReport', {}, { by: userId })
    expect(await zone()).toMatchObject({ open: 1, ids: [again()] })
    await takeAll('T002')
    const loads = (await readEventsOfType(here.kernel, 'TruckDispatched')).flatMap(({ data }) => data.loads)
    expect(loads.map(({ reportIds }) => reportIds)).toEqual([[reportId], [again()]])
    expect(await zone()).toMatchObject({ open: 0 })
  })

  it('once, of two at once; and the same command again is answered again', async () => {
    await mark()
    const both = [ask('reopenReport', {}, { by: userId, commandId: 'a' }), ask('reopenReport', {}, { by: userId })]
    const answers = await Promise.all(both)
    expect(answers.filter(({ rejected }) => rejected === 'conflict')).toHaveLength(1)
    expect(await readEventsOfType(here.kernel, 'ReportReopened')).toHaveLength(1)
    const [repeated] = await Promise.all([ask('reopenReport', {}, { by: userId, commandId: 'a' })])
    expect(repeated?.report?.id ?? repeated?.rejected).toBe(answers[0]?.rejected ?? again())
  })

  it('of their own alone', async () => {
    await mark()
    expect(await ask('reopenReport', {}, { by: 'u-other' })).toMatchObject({ rejected: 'forbidden' })
    expect(await ask('reopenReport', {}, { by: 'u-other', id: 'nothing' })).toMatchObject({ rejected: 'not-found' })
    expect(await zone()).toMatchObject({ open: 0 })
  })
})

describe('a dispatcher takes a mark back', () => {
  it('and the resident is told so', async () => {
    await mark()
    expect(await ask('undoCollection', {})).toMatchObject({ report: { id: again(), status: 'new' } })
    expect(await zone()).toEqual({ open: 1, ids: [again()], loose: 0 })
    const policy = createResidentNewsPolicy(() => new Date())
    for (const event of await readAllEvents(here.kernel)) policy.evolve(event)
    const send = createInternalCommands(here.kernel)
    for (const { id, data } of commandJobs(policy.outstanding())) await send(`job/${id}`, data)
    const told = (await readEventsOfType(here.kernel, 'NotificationSent')).map(({ data }) => [
      data.userId,
      data.kind,
      renderInEnglish(data).title,
    ])
    expect(told).toEqual([[userId, 'missed', 'Bin Not Collected Yet']])
  })

  it('of the simulated city it stays that', async () => {
    await ask('markReport', { status: 'collected' }, { mark: { simulated: true } })
    await waitUntilCaughtUp(here)
    await ask('undoCollection', {})
    await waitUntilCaughtUp(here)
    const [row] = await here.kernel.reads.get<Row & { simulated?: true }>(tableNameOf('reports'), [again()])
    expect(row?.simulated).toBe(true)
  })
})
