/**
 * Tests of scheduling on a real log: one plan per zone and cycle.
 * Unavailable trucks leave the plan.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isRejection } from '#contract/http/problems.ts'
import { tableNameOf } from '#contract/tables.ts'
import type { Zone } from '#domain/city.ts'
import { LOG_START } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { createLog } from '#platform/logging.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { openSqliteVault } from '#platform/vault/sqlite.ts'
import { emptyTables } from '#tests/fixtures/fill-table.ts'
import { vehicleAggregate } from '../aggregates/vehicle.ts'
import { registerVehicle } from '../fleet/register-vehicle.ts'
import { openFirstZones } from '../internal-commands/seed.ts'
import { NOW } from '../kernel/fixtures.ts'
import { handleCommand } from '../kernel/handle.ts'
import { type Kernel, openKernel } from '../kernel/kernel.ts'
import { changeSchedule } from './change-schedule.ts'
import { changeScheduleStatus } from './move-schedule.ts'
import { createCollectionHandlers } from './routes.ts'
import { type ScheduleCollectionCommand, scheduleCollection } from './schedule-collection.ts'

const NORTH = 'Ablekuma North'
const WEST = 'Ayawaso West'
let folder: string
let kernel: Kernel
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  const store = openSqliteEventStore(path.join(folder, 'log.db'))
  const vault = openSqliteVault(path.join(folder, 'vault.db'))
  // Rows that these tests write themselves, independently of the log.
  const reads = { ...openMemoryReadStore(), reached: async () => ({ position: LOG_START }) }
  kernel = { ...(await openKernel({ store, vault, reads, log: createLog('test', 'silent') })), clock: () => NOW }
  await emptyTables(reads)
  await openFirstZones(kernel)
  for (const id of ['T1', 'T2']) await registers(id)
  await reads.replace(
    tableNameOf('sites'),
    ['WS001', 'WS002'].map((id) => ({ id, open: true, currentCapacity: 5, maxCapacity: 10, position: 1 })),
  )
  await zoneIs(NORTH, 3, 7)
})
afterEach(async () => {
  await Promise.all([kernel.store.close(), kernel.vault.close()])
  rmSync(folder, { recursive: true })
})

/** Registers a truck in the log and adds its row. */
async function registers(id: string): Promise<void> {
  const facts = { id, type: 'rear_loader' as const, make: 'Ford', model: 'F', year: 2022, registration_number: id }
  const fuel = { fuel_efficiency_kmpl: 10, tank_capacity_liters: 100, current_fuel_level: 50 }
  const command = { ...facts, ...fuel, registeredBy: 'd1' }
  await handleCommand(
    kernel.store,
    vehicleAggregate.stream(id),
    vehicleAggregate,
    (state) => registerVehicle(command, state, NOW),
    by('d1', id),
  )
  const row = { ...facts, ...fuel, status: 'available', needs_refuel: false, in_fleet: true, position: 1 }
  await kernel.reads.replace(tableNameOf('vehicles'), [row])
}

const zoneIs = (id: Zone, cycle: number, openReports: number) =>
  kernel.reads.replace(tableNameOf('zones'), [
    { id, open: true, openedAt: '', totalCustomers: 145, openReports, cycle, position: cycle } as never,
  ])
const by = (actor: string, commandId: string = crypto.randomUUID()) => ({ commandId, fingerprint: '', actor })

async function schedules(command: ScheduleCollectionCommand, envelope = by('d1')): Promise<string[] | string> {
  const scheduled = await scheduleCollection(kernel, command, envelope)
  return isRejection(scheduled) ? scheduled.message : scheduled.schedules.map(({ planned }) => planned.scheduleId)
}
const inLog = async (type: string) =>
  (await kernel.store.readAll(LOG_START, 1_000)).filter((logged) => logged.type === type)
const cancel = (scheduleId: string) =>
  changeSchedule(kernel, { scheduleId, status: 'cancelled' }, changeScheduleStatus, by('d1'))

/** Returns a store that calls `happens` right before it appends an event of the given type. */
const storeWhere = (type: string, happens: () => Promise<unknown>): Kernel['store'] => ({
  ...kernel.store,
  async append(stream, revision, events) {
    if (events.some((event) => event.type === type)) await happens()
    return kernel.store.append(stream, revision, events)
  },
})

const anew = {
  rejected: 'conflict',
  message: 'Ablekuma North has a new plan with T2. Schedule another collection.',
}

describe('scheduling a zone', () => {
  it('sends the recommended truck to the nearest site in a quarter of an hour', async () => {
    expect(await schedules({ zone: NORTH })).toEqual(['SCH-AN3-T1'])
    const [scheduled] = await inLog('CollectionScheduled')
    expect(scheduled?.data).toMatchObject({
      vehicleId: 'T1',
      cycle: 3,
      reportsCount: 7,
      siteId: 'WS001',
      scheduledStart: '2026-03-01T08:15:00.000Z',
      estimatedCompletion: '2026-03-01T11:15:00.000Z',
      estimatedDistance: 12.5,
      estimatedFuel: 1.25,
      plan: { reports: 7, trips: 1, km: 25, litres: 2.5 },
    })
  })

  it('refuses a person’s further commands while many wait for the planner, and nobody else’s', async () => {
    const commands = Array.from({ length: 30 }, () => scheduleCollection(kernel, { zone: NORTH }, by('d1')))
    const other = await scheduleCollection(kernel, { zone: NORTH }, by('d2'))
    const refused = (await Promise.all(commands)).filter(isRejection)
    expect(refused.map(({ rejected }) => rejected)).toEqual(Array(10).fill('too-many'))
    expect(other).toMatchObject({ schedules: [{ planned: { scheduleId: 'SCH-AN3-T1' } }] })
  })

  it('shows a second dispatcher the first one’s schedules, also at the same moment', async () => {
    const asked = ['d1', 'd2', 'd3', 'd4'].map((dispatcher) =>
      schedules({ zone: NORTH, vehicleIds: ['T1', 'T2'] }, by(dispatcher)),
    )
    for (const answer of await Promise.all(asked)) expect(answer).toEqual(['SCH-AN3-T1', 'SCH-AN3-T2'])
    expect(await schedules({ zone: NORTH })).toEqual(['SCH-AN3-T1', 'SCH-AN3-T2'])
    expect(await schedules({ zone: NORTH, vehicleIds: ['T9'] })).toBe(
      'Ablekuma North already has a collection in this cycle, with T1, T2.',
    )
    expect(await inLog('CollectionPlanned')).toHaveLength(1)
    expect(await inLog('CollectionScheduled')).toHaveLength(2)
  })

  it('never sends one truck to two zones, however close the two clicks', async () => {
    await zoneIs(WEST, 1, 2)
    const both = await Promise.all([NORTH, WEST].map((zone) => schedules({ zone: zone as Zone, vehicleIds: ['T1'] })))
    expect(both.filter((answer) => Array.isArray(answer))).toHaveLength(1)
    expect(both).toContain('Truck T1 is on another collection.')
    expect(await inLog('CollectionScheduled')).toHaveLength(1)
  })

  it('takes a truck that can’t come off the plan, and sends the others', async () => {
    await zoneIs(WEST, 1, 2)
    await schedules({ zone: WEST, vehicleIds: ['T1'] })
    expect(await schedules({ zone: NORTH, vehicleIds: ['T1', 'T2'] })).toEqual(['SCH-AN3-T2'])
    expect(await inLog('PlanReduced')).toMatchObject([{ data: { zone: NORTH, cycle: 3, vehicleId: 'T1' } }])
  })

  it('can be tried again with other trucks when none could come', async () => {
    expect(await schedules({ zone: NORTH, vehicleIds: ['T7', 'T8'] })).toBe(
      'There is no truck T7. There is no truck T8.',
    )
    expect(await schedules({ zone: NORTH, vehicleIds: ['T2'] })).toEqual(['SCH-AN3.2-T2'])
  })

  it('can be done again in the same cycle once its trucks were called back, and always in the next', async () => {
    await schedules({ zone: NORTH })
    await cancel('SCH-AN3-T1')
    expect(await schedules({ zone: NORTH })).toEqual(['SCH-AN3.2-T1'])
    await cancel('SCH-AN3.2-T1')
    await zoneIs(NORTH, 4, 1)
    expect(await schedules({ zone: NORTH })).toEqual(['SCH-AN4-T1'])
  })

  describe('a cancellation that is taken back', () => {
    const undo = async (id: string, at = kernel) => {
      const call = { params: { id }, principal: { userId: 'd1' }, envelope: by('d1') }
      return (createCollectionHandlers(at).undoCancellation as unknown as (call: object) => Promise<object>)(call)
    }
    const waits = (open: boolean) =>
      kernel.reads.replace(tableNameOf('reports'), [{ id: 'u1.1', zone: NORTH, open, position: open ? 1 : 2 } as never])
    const standing = async () => {
      const states = new Map<unknown, string>()
      for (const { type, data } of await kernel.store.readAll(LOG_START, 1_000))
        if (/^(CollectionScheduled|CollectionCancelled|CancellationUndone)$/.test(type))
          states.set((data as { scheduleId: string }).scheduleId, type)
      return [...states].filter(([, type]) => type !== 'CollectionCancelled').map(([id]) => id)
    }
    it('holds only while the zone was not planned again', async () => {
      await waits(true)
      await schedules({ zone: NORTH })
      await cancel('SCH-AN3-T1')
      // No truck was available for the zone's new plan, so the cancelled plan can be reinstated.
      await schedules({ zone: NORTH, vehicleIds: ['T7'] })
      expect(await undo('SCH-AN3-T1')).toMatchObject({ schedule: { status: 'scheduled' } })
      expect(await schedules({ zone: NORTH, vehicleIds: ['T2'] }), 'and it is the zone’s own then').toMatch(
        /with T1\.$/,
      )
      await cancel('SCH-AN3-T1')
      await schedules({ zone: NORTH, vehicleIds: ['T2'] })
      expect(await undo('SCH-AN3-T1')).toMatchObject(anew)
      expect(await inLog('CancellationUndone')).toHaveLength(1)
    })

    it('holds only while a bin waits', async () => {
      await waits(true)
      await schedules({ zone: NORTH })
      await cancel('SCH-AN3-T1')
      await waits(false)
      expect(await undo('SCH-AN3-T1')).toMatchObject({
        rejected: 'conflict',
        message: 'All bins of Ablekuma North were already collected.',
      })
    })

    it('is cancelled again if the zone was planned at the same moment', async () => {
      await waits(true)
      await schedules({ zone: NORTH })
      await cancel('SCH-AN3-T1')
      const store = storeWhere('CancellationUndone', () => schedules({ zone: NORTH, vehicleIds: ['T2'] }))
      expect(await undo('SCH-AN3-T1', { ...kernel, store })).toMatchObject(anew)
      expect(await standing()).toEqual(['SCH-AN3.2-T2'])
    })

    it('remains if it came while the zone was being planned again', async () => {
      await waits(true)
      await schedules({ zone: NORTH })
      await cancel('SCH-AN3-T1')
      const store = storeWhere('CollectionPlanned', () => undo('SCH-AN3-T1'))
      const planned = await scheduleCollection({ ...kernel, store }, { zone: NORTH, vehicleIds: ['T2'] }, by('d2'))
      expect(planned).toMatchObject({
        rejected: 'conflict',
        message: 'Ablekuma North is scheduled again with T1: its cancellation was undone.',
      })
      expect(await standing()).toEqual(['SCH-AN3-T1'])
      expect(await schedules({ zone: NORTH })).toEqual(['SCH-AN3-T1'])
    })
  })

  it('gives a repeated command its first answer, independent of later plans', async () => {
    const first = by('d1', 'first')
    expect(await schedules({ zone: NORTH, vehicleIds: ['T1', 'T7'] }, first)).toEqual(['SCH-AN3-T1'])
    await cancel('SCH-AN3-T1')
    await schedules({ zone: NORTH, vehicleIds: ['T2'] })
    expect(await schedules({ zone: NORTH, vehicleIds: ['T1', 'T7'] }, first)).toEqual(['SCH-AN3-T1'])
  })

  describe('an accepted choice', () => {
    /** Plan that the planner would offer: truck T1 collects five of the seven reports. */
    const accepted = {
      siteId: 'WS001',
      of: 5,
      trucks: [{ vehicleId: 'T1', reports: 5, trips: 1, km: 25, litres: 2.5 }],
    }
    const standing = 'Ablekuma North already has a collection in this cycle, with T1.'

    it('is made as it was accepted', async () => {
      expect(await schedules({ zone: NORTH, accepted })).toEqual(['SCH-AN3-T1'])
      expect(await inLog('CollectionScheduled')).toMatchObject([{ data: { plan: { reports: 5 } } }])
    })

    it('ends what another began as that was planned, and is refused', async () => {
      const stops = storeWhere('CollectionScheduled', () => Promise.reject(new Error('stopped')))
      await expect(scheduleCollection({ ...kernel, store: stops }, { zone: NORTH }, by('d1'))).rejects.toThrow(
        'stopped',
      )
      const later = { ...accepted, of: 6, trucks: [{ ...accepted.trucks[0], vehicleId: 'T1', reports: 4 }] }
      expect(await schedules({ zone: NORTH, accepted: later } as ScheduleCollectionCommand, by('d2'))).toBe(standing)
      expect(await inLog('CollectionScheduled')).toMatchObject([{ data: { vehicleId: 'T1', plan: { reports: 7 } } }])
      expect(await inLog('PlanReduced')).toEqual([])
    })

    it('leaves the truck to the request in between, with its own plan', async () => {
      let asked: Promise<unknown> | undefined
      const store = storeWhere('CollectionScheduled', async () => {
        asked ??= schedules({ zone: NORTH, vehicleIds: ['T1'] }, by('d2'))
        await asked
      })
      const own = await scheduleCollection({ ...kernel, store }, { zone: NORTH, accepted }, by('d1'))
      expect(own).toMatchObject({ rejected: 'conflict', message: standing })
      expect(await inLog('CollectionScheduled')).toMatchObject([{ data: { vehicleId: 'T1', plan: { reports: 7 } } }])
      expect(await inLog('CollectionCancelled')).toEqual([])
    })
  })

  it.each<[string, ScheduleCollectionCommand]>([
    ['There is no such dumping site.', { zone: NORTH, siteId: 'WS009' }],
    ['Choose a start time in the future.', { zone: NORTH, scheduledStart: '2026-03-01T07:58:00.000Z' }],
    ['The start is more than a year ahead.', { zone: NORTH, scheduledStart: '9999-12-31T23:59:00.000Z' }],
  ])('refuses and plans nothing: %s', async (message, command) => {
    expect(await schedules(command)).toBe(message)
    expect(await inLog('CollectionPlanned')).toEqual([])
  })

  it('needs a free truck', async () => {
    const busy = ['T1', 'T2'].map((id) => ({ id, position: 2, status: 'on-route' }))
    await kernel.reads.replace(tableNameOf('vehicles'), busy)
    expect(await schedules({ zone: NORTH })).toBe('No vehicles available')
  })
})

it('does not know the schedule of another name', async () => {
  for (const id of ['', 'SCH-AN3-T1', 'SCH-AN3-T9', 'nonsense'])
    expect(await cancel(id)).toMatchObject({ rejected: 'not-found' })
})
