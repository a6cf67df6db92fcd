/**
 * Outcomes of stops by simulated drivers.
 * They skip few bins, and prove most collections by the phone's position.
 */
import { createHash } from 'node:crypto'
import { userIdOf } from '#command-api/accounts/register.ts'
import { type Bin, handleBinCommand, reporterOf } from '#command-api/aggregates/bin.ts'
import { loadZone } from '#command-api/aggregates/zone.ts'
import { recordStopOutcome } from '#command-api/driver/serve-stop.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import type { Event } from '#contract/events.ts'
import { isRejection } from '#contract/http/problems.ts'
import type { StopException } from '#domain/stop-outcomes.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import type { Row } from '#platform/read-store/read-store.ts'

/** User id of the demo's second driver, who acts for all simulated drivers. */
export const SIMULATED_DRIVER = userIdOf('seed/DRV002')

/**
 * Percent of simulated bins that drivers leave uncollected at first.
 * `UNPROVEN_PERCENT` is the percent of collections without a recorded phone position.
 */
const LEFT_PERCENT = 6
const UNPROVEN_PERCENT = 2
const REASONS: readonly StopException[] = ['not-out', 'no-access', 'delay', 'contamination']

interface Stops {
  scheduleId: string
  vehicleId: string
  zone: string
  reportIds: readonly string[]
}

/**
 * Returns a number from 0 to 255.
 * Equal texts give equal numbers.
 */
const byteOf = (text: string) => createHash('sha256').update(text).digest().readUInt8(0)
const isAmong = (percent: number, text: string) => (byteOf(text) * 100) / 256 < percent

/**
 * Records that drivers did not collect some simulated residents' bins, after a collection has started.
 * A truck collects these bins later.
 */
export async function recordSomeStopExceptions(kernel: Kernel, stops: Stops, envelope: Envelope): Promise<void> {
  const chosen = stops.reportIds.filter((id) => isAmong(LEFT_PERCENT, `left/${id}`))
  const reports = await (await kernel.rows.upToNow('reports')).get<Row & { simulated?: true }>('reports', chosen)
  for (const stopId of reports.flatMap((report) => (report?.simulated ? [report.id] : []))) {
    const exception = REASONS[byteOf(`reason/${stopId}`) % REASONS.length] ?? 'delay'
    await serve(kernel, { ...stops, stopId, outcome: 'exception', exception }, envelope)
  }
}

/**
 * Records stops as collected when the truck departs.
 * Most records contain the position of the driver's phone.
 */
export async function recordCollectedStops(kernel: Kernel, stops: Stops, envelope: Envelope): Promise<void> {
  const centre = (await loadZone(kernel.store, stops.zone)).opened?.centre
  for (const stopId of stops.reportIds) {
    const isProven = centre !== undefined && !isAmong(UNPROVEN_PERCENT, `proof/${stopId}`)
    const offset = (axis: string) => (byteOf(`${axis}/${stopId}`) - 128) / 10_000
    const fix = isProven && { lat: centre.lat + offset('lat'), lon: centre.lng + offset('lng'), acc: 12 }
    const sealedFix = fix ? await kernel.sealer.seal(SIMULATED_DRIVER, fix) : undefined
    await serve(kernel, { ...stops, stopId, outcome: 'collected', sealedFix }, envelope)
  }
}

type Outcome = Stops & { stopId: string } & Pick<
    Parameters<typeof recordStopOutcome>[0],
    'outcome' | 'exception' | 'sealedFix'
  >

/**
 * Records a simulated driver's outcome of a stop.
 * Ignores a rejection, because another user may have already recorded an outcome.
 */
async function serve(kernel: Kernel, { reportIds: _, zone: __, ...said }: Outcome, envelope: Envelope): Promise<void> {
  const { stopId, outcome } = said
  const reporter = reporterOf(stopId)
  if (!reporter) return
  const servedBy = SIMULATED_DRIVER
  const gather = async () => ({ ...said, servedBy, servedAt: kernel.clock().toISOString(), isUnloaded: false })
  const decide = (state: Bin, command: Awaited<ReturnType<typeof gather>>) =>
    recordStopOutcome(command, state, kernel.clock())
  const own = { ...envelope, commandId: `${envelope.commandId}/${outcome}/${stopId}` }
  const served = await handleBinCommand(kernel, reporter, { gather, decide }, own)
  if (isRejection(served)) kernel.log.debug({ why: served.message }, 'a simulated driver was refused')
}

/** Returns the stops of the collections that the events start. */
export const stopsOfStartedRounds = (events: readonly Event[]): Stops[] =>
  events.flatMap((one) => (one.type === 'CollectionStarted' ? [one.data] : []))

/**
 * Returns the stops of every load in the dispatch events.
 * Omits trucks without a schedule.
 */
export const stopsOfDispatchedLoads = (events: readonly Event[]): Stops[] =>
  events.flatMap((one) => {
    const [scheduleId] = one.type === 'TruckDispatched' ? one.data.scheduleIds : []
    if (one.type !== 'TruckDispatched' || !scheduleId) return []
    const { vehicleId, loads } = one.data
    return loads.map(({ zone, reportIds }) => ({ scheduleId, vehicleId, zone, reportIds }))
  })
