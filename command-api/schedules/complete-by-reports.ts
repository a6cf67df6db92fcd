/** CompleteSchedulesByReports: after collections, completes schedules with nothing left to collect. */

import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Zone } from '#domain/city.ts'
import { vehicleIdOfSchedule } from '#domain/planning.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import type { ScheduleState, TruckAndSchedule } from '../aggregates/schedule.ts'
import type { TripInput } from '../aggregates/trip.ts'
import type { Decider } from '../kernel/decider.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { readOpenReports } from '../lookups/city.ts'
import { handleScheduleCommand } from './handle-schedule.ts'
import { completionEventsOf } from './move-schedule.ts'

/**
 * Age in ms up to which a command without report ids finds collected reports.
 * The browser sends such a command after a click that marked reports as collected.
 * The command then completes the schedules of these reports.
 */
const RECENT_MS = 10 * 60_000
/** Maximum age in ms of completed schedules that a repeated command still finds. */
const REPEATED_MS = 24 * 60 * 60_000
/** Maximum number of completed schedules that are checked for a repeated command, newest first. */
const MAX_REPEATED = 500

interface CompletedByReports {
  completedSchedules: number
  zones: Zone[]
  position: number
}

interface CompleteSchedule extends Pick<TripInput, 'fuelPrice' | 'loggedBy'> {
  /** Open reports of the zone. */
  openIds: readonly string[]
}

export const completeSchedule: Decider<CompleteSchedule, TruckAndSchedule, 'vehicle'> = (
  command,
  { truck, schedule },
  now,
) => {
  if (!schedule) return reject('not-found', msg`There is no such schedule.`)
  if (schedule.status === 'completed' || schedule.status === 'cancelled') return []
  const left = schedule.status === 'scheduled' ? command.openIds : openOf(schedule, command.openIds)
  if (left.length > 0) return []
  return completionEventsOf(truck, schedule, command, now)
}

/** Returns the open reports that a started truck must still collect. */
function openOf({ reportIds }: ScheduleState, openIds: readonly string[]): string[] {
  const open = new Set(openIds)
  return reportIds.filter((id) => open.has(id))
}

/**
 * Completes the schedules and returns their number.
 * A repeated command returns the number of its first attempt, up to 500.
 */
export async function completeSchedulesByReports(
  kernel: Kernel,
  reportIds: readonly string[] | undefined,
  envelope: Envelope,
): Promise<CompletedByReports | Rejection> {
  const { clock } = kernel
  const rows = await kernel.rows.upToNow('reports', 'schedules')
  const before = (ms: number) => new Date(clock().getTime() - ms).toISOString()
  const zones = reportIds ? await zonesOf(rows, reportIds) : await zonesCollectedSince(rows, before(RECENT_MS))
  const inZones = { zone: { $in: zones } }
  const completedAt = { $gte: before(REPEATED_MS) }
  // A schedule that another command completes between the two reads is in both.
  const open = await rows.find('schedules', { filter: { ...inZones, open: true } })
  const completed = await rows.find('schedules', {
    filter: { ...inZones, open: false, completedAt },
    sort: { completedAt: -1 },
    limit: MAX_REPEATED,
  })
  const gather = async ({ schedule }: TruckAndSchedule, fuelPrice: number) => {
    const zone = schedule?.planned.zone
    const openIds = zone ? await readOpenReports(await kernel.rows.upToNow('reports'), zone) : []
    return { openIds, fuelPrice, loggedBy: envelope.actor }
  }
  const decide = (state: TruckAndSchedule, command: CompleteSchedule) => completeSchedule(command, state, clock())
  const result: CompletedByReports = { completedSchedules: 0, zones, position: 0 }
  for (const id of new Set([...open, ...completed].map((row) => row.id))) {
    const schedule = { scheduleId: id, vehicleId: vehicleIdOfSchedule(id) ?? '' }
    const own = { ...envelope, commandId: `${envelope.commandId}/${id}` }
    const handled = await handleScheduleCommand(kernel, schedule, { gather, decide }, own)
    if (isRejection(handled)) return handled
    if (handled.events.length === 0) continue
    result.completedSchedules++
    result.position = Math.max(result.position, handled.position)
  }
  return result
}

type ReportRow = Row & { zone: Zone; open: boolean }

const zonesIn = (reports: readonly (Readonly<ReportRow> | undefined)[]): Zone[] => [
  ...new Set(reports.flatMap((row) => (row && !row.open ? [row.zone] : []))),
]

async function zonesOf(rows: Rows<'reports'>, reportIds: readonly string[]): Promise<Zone[]> {
  return zonesIn(await rows.get<ReportRow>('reports', reportIds))
}

async function zonesCollectedSince(rows: Rows<'reports'>, since: string): Promise<Zone[]> {
  return zonesIn(await rows.find<ReportRow>('reports', { filter: { collectedAt: { $gte: since } } }))
}
