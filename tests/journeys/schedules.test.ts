/** Tests that real schedules start, end and notify once. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { userIdOf } from '#command-api/accounts/register.ts'
import { binAggregate } from '#command-api/aggregates/bin.ts'
import { createInternalCommands } from '#command-api/internal-commands/commands.ts'
import { openFirstZones, seedDemoAccounts } from '#command-api/internal-commands/seed.ts'
import { handleCommand } from '#command-api/kernel/handle.ts'
import { type Kernel, openKernel } from '#command-api/kernel/kernel.ts'
import { createBinReporter } from '#command-api/reports/routes.ts'
import { changeSchedule } from '#command-api/schedules/change-schedule.ts'
import { markCollected } from '#command-api/schedules/mark-collected.ts'
import { changeScheduleStatus } from '#command-api/schedules/move-schedule.ts'
import { scheduleCollection } from '#command-api/schedules/schedule-collection.ts'
import type { EventData } from '#contract/events.ts'
import { isRejection } from '#contract/http/problems.ts'
import { renderInEnglish } from '#contract/notifications/fixtures.ts'
import type { Zone } from '#domain/city.ts'
import { LOG_START } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import type { JobQueue } from '#platform/jobs/jobs.ts'
import { openEmbeddedJobs } from '#platform/jobs/pglite.ts'
import { createLog } from '#platform/logging.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { openSqliteVault } from '#platform/vault/sqlite.ts'
import { openWorkerThreadPool } from '#platform/worker-threads/pool.ts'
import { projectionViews } from '#projections/app.ts'
import { type ProjectionRunner, startProjectionRunner } from '#projections/runner/runner.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { startWorkers, type Workers } from '#workers/app.ts'

/**
 * Milliseconds by which the jobs' clock is ahead.
 * A collection of three hours thus ends one second after its start.
 */
const AHEAD_MS = 3 * 60 * 60_000 - 1_000
const log = createLog('test', 'silent')
const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
const [ama, kofi] = ['ablekuma', 'ayawaso'].map((zone) => userIdOf(`seed/resident.${zone}@test.com`)) as [
  string,
  string,
]
const envelope = (commandId: string) => ({ commandId, fingerprint: '', actor: 'd1' })
let kernel: Kernel
let runner: ProjectionRunner
let workers: Workers

beforeAll(async () => {
  const store = openSqliteEventStore(path.join(folder, 'log.db'))
  const vault = openSqliteVault(path.join(folder, 'vault.db'))
  kernel = await openKernel({ store, vault, reads: openMemoryReadStore(), log })
  await openFirstZones(kernel)
  await seedDemoAccounts(kernel, 'a demo password')
  runner = startProjectionRunner({ store, reads: kernel.reads, views: projectionViews, log })
  await runner.ready
  const jobs = openEmbeddedJobs(log)
  await startWith(jobs)
})
afterAll(async () => {
  await workers.stop()
  await runner.stop()
  await Promise.all([kernel.store.close(), kernel.vault.close()])
  rmSync(folder, { recursive: true })
})

async function startWith(jobs: JobQueue): Promise<void> {
  const clock = () => new Date(Date.now() + AHEAD_MS)
  workers = startWorkers({ ...kernel, pool: openWorkerThreadPool(), jobs, send: createInternalCommands(kernel), clock })
  await workers.ready
}

const seen = async () => {
  await eventually(async () => expect(runner.position()).toBe(await kernel.store.head()))
}

async function report(userId: string, zone: Zone, commandId: string): Promise<string> {
  const reported = await createBinReporter(kernel)({ userId, zone, name: 'Ama' }, undefined, envelope(commandId))
  if (isRejection(reported)) throw new Error(reported.message)
  await seen()
  return reported.report.id
}

async function schedule(zone: Zone, startsIn: number): Promise<string> {
  const scheduledStart = new Date(Date.now() + startsIn).toISOString()
  const scheduled = await scheduleCollection(kernel, { zone, scheduledStart }, envelope(`schedule ${zone}`))
  if (isRejection(scheduled)) throw new Error(scheduled.message)
  return scheduled.schedules[0]?.planned.scheduleId ?? ''
}

/** Returns the types of a schedule's events, in order. */
const course = async (scheduleId: string) =>
  (await kernel.store.readAll(LOG_START, 10_000))
    .filter(({ data }) => {
      const { scheduleId: id, scheduleIds = [] } = data as { scheduleId?: string; scheduleIds?: string[] }
      return id === scheduleId || scheduleIds.includes(scheduleId)
    })
    .map((logged) => logged.type)

const messagesOf = async (userId: string) =>
  (await kernel.store.readAll(LOG_START, 10_000))
    .filter((logged) => logged.type === 'NotificationSent' && (logged.data as { userId?: string }).userId === userId)
    .map((logged) => renderInEnglish(logged.data as EventData<'NotificationSent'>).title)

it('sets out by time, and is overdue while bins are open; those who wait in its zone hear of it, once', async () => {
  await report(ama, 'Ablekuma North', 'r1')
  await report(kofi, 'Ayawaso West', 'r2')
  const scheduleId = await schedule('Ablekuma North', 1_000)
  await eventually(async () =>
    expect(await course(scheduleId)).toEqual([
      'CollectionScheduled',
      'ReportsAssigned',
      'CollectionStarted',
      'CollectionOverdue',
    ]),
  )
  await eventually(async () => expect(await messagesOf(ama)).toHaveLength(2))

  expect((await messagesOf(ama)).toSorted()).toEqual(['Collection Scheduled', 'Truck on Its Way'])
  expect(await messagesOf(kofi)).toEqual([])
})

it('leaves for its site at once when the last open report of its zone is collected', async () => {
  const reportId = `${kofi}.1`
  const scheduleId = await schedule('Ayawaso West', 60 * 60_000)
  const start = { scheduleId, status: 'in-progress' } as const
  expect(await changeSchedule(kernel, start, changeScheduleStatus, envelope('start'))).not.toHaveProperty('rejected')
  const command = { reportId, collectedBy: 'd1' }
  await handleCommand(
    kernel.store,
    binAggregate.stream(kofi),
    binAggregate,
    (state) => markCollected(command, state, new Date()),
    envelope('c'),
  )
  await eventually(async () => expect(await course(scheduleId)).toContain('TruckDispatched'))
  await eventually(async () =>
    expect((await messagesOf(kofi)).toSorted()).toEqual(['Bin Collected', 'Collection Scheduled', 'Truck on Its Way']),
  )
})

it('asks for nothing twice when the workers start again', async () => {
  const told = async () =>
    (await kernel.store.readAll(LOG_START, 10_000)).map(({ type, data }) =>
      type === 'NotificationSent' ? renderInEnglish(data as EventData<'NotificationSent'>).title : type,
    )
  // Waits for all events that follow from the truck's departure.
  await eventually(async () =>
    expect(await told()).toEqual(expect.arrayContaining(['DeliveryCreated', 'Truck Sent', 'Delivery on Its Way'])),
  )
  await workers.stop()
  const asked: string[] = []
  const queue: JobQueue = {
    // Records the ids of added jobs, except digests, mails and checkpoints, which may repeat.
    add: async ({ id, name }) => void (name === 'digest' || /^(mail|checkpoint)-/.test(id) || asked.push(id)),
    work: () => undefined,
    counts: async () => ({ waiting: 0, active: 0, delayed: 0, failed: 0 }),
    failing: async () => [],
    retry: async () => false,
    close: async () => undefined,
  }
  await startWith(queue)
  expect(asked).toEqual([])
})
