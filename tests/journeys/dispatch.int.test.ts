/** Tests that the next start completes a killed dispatch exactly once. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AnswerOf } from '#contract/endpoints.ts'
import type { Event } from '#contract/events.ts'
import { LOG_START } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { type Call, call } from '../bench/calls.ts'
import { type Account, openInProcessKernel, registerAccounts } from '../bench/fixtures.ts'
import { positionOf, type ServerProcess, spawnServer } from '../bench/server.ts'
import { reportAllBinsFull } from './city-of-reports.ts'

const REPORTS = 1_200
let folder: string
let residents: Account[]
let dispatcher: Account
let server: ServerProcess | undefined

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  const { kernel, close } = await openInProcessKernel(folder)
  residents = await registerAccounts(kernel, 'resident', REPORTS)
  dispatcher = (await registerAccounts(kernel, 'dispatcher', 1))[0] as Account
  await reportAllBinsFull(kernel, residents)
  await close()
})
afterEach(async () => {
  await server?.kill()
  rmSync(folder, { recursive: true })
})

const position = () => positionOf(server?.url ?? '')

async function asks<T>(asked: Call): Promise<T> {
  const { status, body } = await call<T>(server?.url ?? '', { token: dispatcher.token, ...asked })
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}

async function inLog() {
  const log = openSqliteEventStore(path.join(folder, 'log.db'))
  const events = (await log.readAll(LOG_START, 100_000)) as unknown as Event[]
  await log.close()
  return events
}
const ofType = <T extends Event['type']>(events: Event[], type: T) =>
  events.filter((event): event is Extract<Event, { type: T }> => event.type === type)

it('finishes what it began, whenever it was killed', async () => {
  server = await spawnServer(folder).ready
  const body = { dumpingSiteId: 'WS001', truckId: 'T001' }
  const sent = await asks<AnswerOf<'markAllCollected'>>({
    method: 'PATCH',
    path: '/auth/reports/mark-all-collected',
    key: 'the click',
    body,
  })
  expect(sent).toMatchObject({ updatedCount: REPORTS, deliveries: [{ reportsCount: 600 }, { reportsCount: 600 }] })
  // The dispatch is visible.
  // Kill the server before all bins' events are written.
  const { reports } = await asks<AnswerOf<'activeReports'>>({ method: 'GET', path: '/auth/reports/active' })
  expect(reports).toEqual([])
  await eventually(async () => expect(await position()).toBeGreaterThan(Number(sent.position) + 200))
  await server.kill()
  const half = ofType(await inLog(), 'ReportCollected').length
  expect(half).toBeGreaterThan(0)
  expect(half).toBeLessThan(REPORTS)

  server = await spawnServer(folder).ready
  const { deliveries } = await asks<AnswerOf<'deliveries'>>({ method: 'GET', path: '/auth/deliveries' })
  expect(deliveries.map(({ reportsCount }) => reportsCount)).toEqual([600, 600])
  const expectNews = async () => {
    const { notifications } = await asks<AnswerOf<'notifications'>>({
      method: 'GET',
      path: '/auth/notifications',
      token: residents.at(-1)?.token,
    })
    expect(notifications.map(({ kind }) => kind)).toEqual(['collected'])
  }
  await eventually(expectNews)
  await asks({ method: 'POST', path: '/auth/report-bin-full', token: residents.at(-1)?.token, body: {} })
  const again = await asks<AnswerOf<'markAllCollected'>>({
    method: 'PATCH',
    path: '/auth/reports/mark-all-collected',
    key: 'the click',
    body,
  })
  expect(again).toEqual(sent)
  await server.stop()

  const events = await inLog()
  const collected = ofType(events, 'ReportCollected').map(({ data }) => data.reportId)
  expect(collected).toHaveLength(REPORTS)
  expect(new Set(collected).size).toBe(REPORTS)
  expect(ofType(events, 'DeliveryCreated').map(({ data }) => data.reportsCount)).toEqual([600, 600])
  const notices = ofType(events, 'NotificationSent').map(({ data }) => data.notificationId)
  expect(new Set(notices).size).toBe(notices.length)
})
