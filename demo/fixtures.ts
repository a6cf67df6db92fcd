/** Test fixtures of the demo: installation and consistency checks. */

import assert from 'node:assert/strict'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { openFirstZones } from '#command-api/internal-commands/seed.ts'
import { openKernel } from '#command-api/kernel/kernel.ts'
import { tableNameOf, type ViewName, type ZoneRow } from '#contract/tables.ts'
import type { Site, Vehicle } from '#contract/views.ts'
import { INITIAL_ZONE_NAMES } from '#domain/zones.ts'
import { type EventStore, LOG_START, StoreUnavailable } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { createLog } from '#platform/logging.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { openSqliteVault } from '#platform/vault/sqlite.ts'
import { projectionViews } from '#projections/app.ts'
import { startProjectionRunner } from '#projections/runner/runner.ts'

/**
 * Opens the installation in `folder`.
 * After `appends` appends, its log fails like a lost disk.
 */
export async function openTestInstallation(
  folder: string,
  appends = Number.POSITIVE_INFINITY,
  clock = () => new Date(),
) {
  const log = createLog('test', 'silent')
  const store = failingAfter(appends, openSqliteEventStore(path.join(folder, 'log.db')))
  const vault = openSqliteVault(path.join(folder, 'vault.db'))
  const reads = openMemoryReadStore()
  const kernel = { ...(await openKernel({ store, vault, reads, log })), clock }
  const runner = startProjectionRunner({ store, reads, views: projectionViews, log })
  await openFirstZones(kernel)
  await runner.ready
  return {
    kernel,
    runner,
    rows: <R>(view: ViewName) => reads.find<Row & R>(tableNameOf(view)),
    async caughtUp() {
      const head = await store.head()
      while (runner.position() < head) await turn()
    },
    async close() {
      await runner.stop()
      await Promise.all([store.close(), vault.close()])
    },
  }
}

export type TestInstallation = Awaited<ReturnType<typeof openTestInstallation>>

function failingAfter(appends: number, store: EventStore): EventStore {
  let left = appends
  const append: EventStore['append'] = async (...of) => {
    if (left-- <= 0) throw new StoreUnavailable('The disk is gone.')
    return store.append(...of)
  }
  return { ...store, append }
}

export const countEvents = async ({ kernel }: TestInstallation) => {
  const counts: Record<string, number> = {}
  for (const { type } of await kernel.store.readAll(LOG_START, 1_000_000)) counts[type] = (counts[type] ?? 0) + 1
  return counts
}

/**
 * Checks that rows are consistent.
 * Figures match reports, trucks are booked once, shares sum to 100.
 */
export async function expectConsistentRows({ rows, runner }: TestInstallation): Promise<void> {
  assert.deepEqual(runner.quarantined(), [])
  const reports = await rows<{ zone: string; open: boolean }>('reports')
  const zones = (await rows<ZoneRow>('zones')).filter(({ open }) => open)
  for (const zone of zones) {
    const open = reports.filter((report) => report.zone === zone.id && report.open).map(({ id }) => id)
    assert.equal(zone.openReports, open.length)
    assert.deepEqual(zone.openIds.flat().sort(), open.sort())
  }
  assert.equal(zones.length, INITIAL_ZONE_NAMES.length)
  const schedules = await rows<{ vehicle: { id: string }; open: boolean }>('schedules')
  const deliveries = await rows<{ truckId: string; status: string }>('deliveries')
  for (const { id, status, current_fuel_level: fuel, tank_capacity_liters: tank } of await rows<Vehicle>('vehicles')) {
    const out = schedules.filter((schedule) => schedule.open && schedule.vehicle.id === id).length
    const underWay = deliveries.filter((delivery) => delivery.status === 'in-transit' && delivery.truckId === id).length
    assert.ok(out <= 1)
    assert.equal(status === 'available', out + underWay === 0, `${id} is ${status}`)
    assert.ok(fuel > 0.25 * tank && fuel <= tank, `${id} has ${fuel} of ${tank} l`)
  }
  for (const { composition, currentCapacity, maxCapacity } of await rows<Site>('sites')) {
    const total = Object.values(composition).reduce((sum, percent) => sum + Math.round(percent * 100), 0)
    assert.equal(total, 10_000)
    assert.ok(currentCapacity > 0 && currentCapacity <= maxCapacity)
  }
}
