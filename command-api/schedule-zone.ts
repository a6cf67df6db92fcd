/** ScheduleZone: a zone that is due is scheduled without being asked, by the best plan there is, once in its cycle. */

import { needsOf } from '#contract/planner/needs.ts'
import { solve } from '#contract/planner/solve.ts'
import type { SystemCommand } from '#contract/system-commands.ts'
import { tableOf } from '#contract/tables.ts'
import type { Site } from '#contract/views.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { readFleet, readZone } from './collections/city-rows.ts'
import { dispatchStream, zonePlans } from './collections/dispatch-plan.ts'
import { loadFrom } from './collections/load.ts'
import { scheduleCollection } from './collections/schedule-collection.ts'
import { readConfiguration } from './configured.ts'
import { isRejection } from './kernel/decider.ts'
import type { Kernel } from './kernel/kernel.ts'
import { rowsUpToNow } from './kernel/rows.ts'
import { loadConfiguration } from './settings/load.ts'

type ScheduleZone = Extract<SystemCommand, { type: 'ScheduleZone' }>

/**
 * Does nothing when it was switched off, when the cycle is over or has its plan, or when no truck can go: the policy asks again
 * as soon as one may. Throws while the rows are behind the log that it was asked from.
 */
export async function scheduleZone(
  kernel: Kernel,
  { zone, cycle }: Pick<ScheduleZone, 'zone' | 'cycle'>,
  commandId: string,
): Promise<void> {
  const { store, reads } = kernel
  if (!(await loadConfiguration(store)).saved?.automaticDispatch) return
  const { plans } = await loadFrom(store, dispatchStream(zone), zonePlans)
  if (plans.some((plan) => plan.cycle === cycle && plan.vehicleIds.length > 0)) return
  await Promise.all((['zones', 'vehicles', 'sites', 'configuration'] as const).map((view) => rowsUpToNow(kernel, view)))
  const row = await readZone(reads, zone)
  if (row.cycle < cycle) throw new Error(`The rows of ${zone} are behind`)
  if (row.cycle > cycle || row.openReports === 0) return
  const sites = await reads.find<Row & Site>(tableOf('sites'), { filter: { open: true } })
  const { zone_distances: distances } = await readConfiguration(reads)
  const { legs } = solve(
    needsOf([{ zone, reports: row.openReports }], { fleet: await readFleet(reads), sites, distances }),
  )
  const [first] = legs
  if (!first) return
  const command = { zone, vehicleIds: legs.map(({ vehicleId }) => vehicleId), siteId: first.siteId }
  const scheduled = await scheduleCollection(kernel, command, { commandId, fingerprint: 'system', actor: 'system' })
  if (isRejection(scheduled) && scheduled.rejected !== 'conflict') throw new Error(`${commandId}: ${scheduled.message}`)
}
