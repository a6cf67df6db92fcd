/**
 * Generates a long log from a simulated year of the demo.
 * Earlier years repeat it with new ids.
 */
import path from 'node:path'
import type { EventData } from '#contract/events.ts'
import { seedDemoYear } from '#demo/year.ts'
import { hasType, LOG_START, type LoggedEvent } from '#platform/event-store/event-store.ts'
import { openEventLogFile } from '#platform/event-store/sqlite-file.ts'
import { openInProcessKernel } from './fixtures.ts'
import { withTempFolder } from './measure.ts'

const YEAR_MS = 365 * 24 * 60 * 60_000
const AT_ONCE = 5_000
/**
 * Fields whose ids are the same in every copy of the simulated year's events.
 * Ids in other fields get a suffix in each copy.
 */
const STABLE_ID_FIELDS = new Set(['userId', 'siteId', 'vehicleId', 'zoneId'])
const ISO = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

/**
 * Returns the ids of schedules that were never dispatched.
 * A server would continue them, so the generated log omits them.
 */
function unfinishedSchedules(year: readonly LoggedEvent[]): Set<string> {
  const schedules = new Set<string>()
  for (const event of year) {
    if (hasType(event, 'CollectionScheduled')) schedules.add(event.data.scheduleId)
    if (hasType(event, 'TruckDispatched')) for (const id of event.data.scheduleIds) schedules.delete(id)
  }
  return schedules
}

type Happened = Pick<LoggedEvent, 'id' | 'stream' | 'type' | 'data' | 'meta' | 'at'>

/** Returns events that collect all open reports at the year's end. */
function collectedAtEnd(year: readonly LoggedEvent[]): Happened[] {
  const open = new Map<string, EventData<'BinReportedFull'>>()
  for (const event of year) {
    if (hasType(event, 'BinReportedFull')) open.set(event.data.reportId, event.data)
    if (hasType(event, 'ReportCollected')) open.delete(event.data.reportId)
    if (hasType(event, 'TruckDispatched'))
      for (const id of event.data.loads.flatMap(({ reportIds }) => reportIds)) open.delete(id)
  }
  const at = year.at(-1)?.at ?? 0
  const collectedAt = new Date(at).toISOString()
  return [...open.values()].map(({ reportId, userId, zone, reportedAt }) => ({
    id: `end-${reportId}`,
    stream: `bin-${userId}`,
    at,
    type: 'ReportCollected',
    data: { reportId, userId, zone, reportedAt, collectedBy: 'simulation', collectedAt },
    meta: { commandId: 'bench', fingerprint: 'bench', actor: 'simulation', simulated: true },
  }))
}

const isYearlyId = (field: string) => /Ids?$/.test(field) && !STABLE_ID_FIELDS.has(field)

/**
 * Returns an event's value with its dates moved `years` into the past.
 * Ids get the number of years as a suffix.
 */
function shiftYears(value: unknown, years: number, field = ''): unknown {
  if (Array.isArray(value)) return value.map((part) => shiftYears(part, years, field))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shiftYears(part, years, name)]))
  if (typeof value !== 'string') return value
  if (isYearlyId(field) && years > 0) return `${value}~${years}`
  return ISO.test(value) ? new Date(Date.parse(value) - years * YEAR_MS).toISOString() : value
}

const SET_UP = /^(Account|Identity|Zone|ZoneCode|Site|Vehicle)(Registered|Reserved|Opened)$/

/** Returns the log of a simulated year of the demo's city. */
async function simulatedYear(days: number): Promise<LoggedEvent[]> {
  return withTempFolder(async (folder) => {
    const { kernel, runner, close } = await openInProcessKernel(folder)
    await seedDemoYear(kernel, runner, days)
    const year = await kernel.store.readAll(LOG_START, Number.MAX_SAFE_INTEGER)
    await close()
    return year
  })
}

/**
 * Writes a log with at least the given number of events, and returns their actual number.
 * Its last part is the simulated year.
 */
export async function fillLogWithYears(folder: string, events: number, days = 365): Promise<number> {
  const year = await simulatedYear(days)
  const [setUp, happened] = [
    year.filter(({ type }) => SET_UP.test(type)),
    year.filter(({ type }) => !SET_UP.test(type)),
  ]
  const underWay = unfinishedSchedules(year)
  const isEnded = ({ data }: LoggedEvent) => !underWay.has((data as { scheduleId?: string }).scheduleId ?? '')
  const happens = [...happened.filter(isEnded), ...collectedAtEnd(year)]
  const first = Math.ceil((events - setUp.length) / happens.length) - 1
  const log = openEventLogFile(path.join(folder, 'log.db'))
  const revisions = new Map<string, number>()
  let count = 0
  const write = (some: readonly (typeof happens)[number][], years: number) =>
    log.inTransaction(() => {
      for (const { stream, type, data, meta, id, at } of some) {
        const revision = (revisions.get(stream) ?? -1) + 1
        revisions.set(stream, revision)
        log.insert(stream, revision, { id: `${id}~${years}`, type, data: shiftYears(data, years) as object, meta }, at)
        count += 1
      }
    })
  write(setUp, first)
  for (let years = first; years >= 0; years--)
    for (let from = 0; from < happens.length; from += AT_ONCE) write(happens.slice(from, from + AT_ONCE), years)
  log.close()
  return count
}
